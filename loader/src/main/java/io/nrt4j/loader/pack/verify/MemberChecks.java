package io.nrt4j.loader.pack.verify;

import static io.nrt4j.loader.pack.verify.VerifyCheck.bad;
import static io.nrt4j.loader.pack.verify.VerifyCheck.odd;
import static io.nrt4j.loader.pack.verify.VerifyCheck.ok;
import static io.nrt4j.loader.pack.verify.VerifyCheck.okIf;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.nrt4j.hal.EngineType;
import io.nrt4j.loader.archive.Member;
import io.nrt4j.loader.archive.MemberTable;
import io.nrt4j.loader.container.NeffHeader;
import io.nrt4j.loader.debuginfo.DebugInfoFile;
import io.nrt4j.loader.debuginfo.DebugInfoFormatException;
import io.nrt4j.loader.manifest.EngineProgram;
import io.nrt4j.loader.manifest.ManifestInspection;
import io.nrt4j.loader.manifest.ManifestInspector;
import io.nrt4j.loader.manifest.ManifestLint;
import io.nrt4j.loader.pack.MemberOrder;
import io.nrt4j.loader.pack.json.InfoJson;
import io.nrt4j.loader.pack.json.JsonStyle;
import io.nrt4j.loader.pack.json.NeffJson;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The members: their order, their text, and whether they fit together. Source: producer.md §13, "Further checks". */
final class MemberChecks {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    /** A larger JSON member is not parsed a second time only to look at its white space. */
    private static final long LARGEST_JSON = 64L << 20;

    /** Made by the kernel language, not by the compiler, and packed as it is. */
    private static final String KERNEL_DEBUG_SUFFIX = ".klir.debuginfo.json";

    private final MemberTable members;
    private final MemberTexts texts;
    private final NeffHeader header;
    private final List<VerifyCheck> checks = new ArrayList<>();

    private MemberChecks(MemberTable members, MemberTexts texts, NeffHeader header) {
        this.members = members;
        this.texts = texts;
        this.header = header;
    }

    /**
     * @param texts the same members as text
     * @param target the target text of the kelf, empty when there is none
     * @param sorted whether the packager that wrote the file sorts members
     */
    static List<VerifyCheck> of(
            MemberTable members, MemberTexts texts, NeffHeader header, String target, boolean sorted) {
        MemberChecks checks = new MemberChecks(members, texts, header);
        if (sorted) {
            checks.order(target);
        }
        checks.info();
        // The inf1 compilers print tensor maps their own way, and neff.json does not follow from them.
        if (!target.isEmpty()) {
            checks.json();
            checks.neff();
        }
        checks.debugInfo();
        checks.manifests();
        return checks.checks;
    }

    private void order(String target) {
        List<String> names = members.members().stream().map(Member::name).toList();
        MemberOrder order = MemberOrder.of(target);
        List<String> expected = names.stream().sorted(order).toList();
        int at = 0;
        while (at < names.size() && names.get(at).equals(expected.get(at))) {
            at++;
        }
        checks.add(okIf(
                at == names.size(),
                "order",
                "%d members as the compilers for %s sort them".formatted(names.size(), target),
                at == names.size() ? "" : "%s stands where %s belongs".formatted(names.get(at), expected.get(at))));
    }

    private void json() {
        List<String> reformatted = members.members().stream()
                .filter(member -> member.name().endsWith(".json") && member.size() <= LARGEST_JSON)
                .filter(member -> !member.name().endsWith(KERNEL_DEBUG_SUFFIX))
                .filter(member -> !hasCompilersStyle(member))
                .map(Member::name)
                .toList();
        checks.add(okIf(
                reformatted.isEmpty(),
                "json",
                "every JSON member has the white space of a compiler",
                "no compiler writes the text of " + String.join(", ", reformatted)));
    }

    private static boolean hasCompilersStyle(Member member) {
        String text = member.content().toString(StandardCharsets.UTF_8);
        try {
            JsonNode tree = MAPPER.readTree(text);
            return Arrays.stream(JsonStyle.values())
                    .map(style -> style.print(tree))
                    .anyMatch(printed -> printed.equals(text) || printed.equals(text + "\n"));
        } catch (JsonProcessingException | IllegalArgumentException e) {
            return false;
        }
    }

    private void info() {
        JsonNode info = texts.tree(InfoJson.MEMBER);
        if (!info.isObject()) {
            return;
        }
        boolean agrees = info.path("name").asText().equals(header.modelName())
                && info.path("num_tpb").asInt() == header.numTpb()
                && info.path("num_tpb_requested").asInt() == header.requestedTpbCount();
        JsonNode perNode = info.path("num_tpb_per_node");
        for (int i = 0; i < header.tpbPerNode().length(); i++) {
            agrees &= perNode.path(i).asInt() == header.tpbPerNode().at(i);
        }
        checks.add(okIf(agrees, "info.json", "agrees with the header", "name or TPB counts differ from the header's"));
    }

    private void neff() {
        JsonNode neff = texts.tree(NeffJson.MEMBER);
        JsonNode program = program(neff);
        String kelf = program.path("attrs").path("kelf").asText();
        List<NeffJson.Core> cores = new ArrayList<>();
        for (JsonNode graph : texts.tree(kelf).path("graphs")) {
            String directory = graph.path("name").asText() + "/";
            cores.add(new NeffJson.Core(texts.tree(directory + "def.json"), texts.tree(directory + "tensor_map.json")));
        }
        if (cores.isEmpty() || cores.stream().anyMatch(core -> core.tensorMap().isMissingNode())) {
            return;
        }
        String derived;
        try {
            derived = JsonStyle.ORDERED.print(
                    NeffJson.tree(cores, program.path("name").asText(), kelf, NeffJson.aliases(neff)));
        } catch (IllegalArgumentException e) {
            checks.add(odd("neff.json", String.valueOf(e.getMessage())));
            return;
        }
        checks.add(okIf(
                Optional.of(derived).equals(texts.text(NeffJson.MEMBER)),
                "neff.json",
                "follows from def.json and tensor_map.json",
                "is not what def.json and tensor_map.json give"));
    }

    private static JsonNode program(JsonNode neff) {
        for (JsonNode node : neff.path("nodes")) {
            if (node.path("attrs").path("func_name").asText().equals("__kelf")) {
                return node;
            }
        }
        return MissingNode.getInstance();
    }

    /** One record of the assembly layer per slot. */
    private void debugInfo() {
        int agreeing = 0;
        for (Member member : members.members()) {
            if (!member.name().endsWith("/def.json")) {
                continue;
            }
            String directory = member.name().substring(0, member.name().lastIndexOf('/') + 1);
            JsonNode definition = texts.tree(member.name());
            for (EngineType engine : EngineType.values()) {
                String asm = directory
                        + definition.path(engine.key() + "_asm_dbg").path(0).asText();
                String bin =
                        directory + definition.path(engine.key() + "_instr").asText();
                agreeing += sameCount(asm, bin) ? 1 : 0;
            }
        }
        if (agreeing > 0) {
            checks.add(ok("debug info", "%d programs have one record per slot".formatted(agreeing)));
        }
    }

    private boolean sameCount(String asm, String bin) {
        Optional<Member> records = members.find(asm);
        Optional<Member> program = members.find(bin);
        if (records.isEmpty() || program.isEmpty()) {
            return false;
        }
        try {
            int count = DebugInfoFile.read(records.get()).instructions().size();
            long slots = program.get().size() / EngineProgram.SLOT_BYTES;
            if (count != slots) {
                checks.add(odd("debug info", "%s has %d records, %s %d slots".formatted(asm, count, bin, slots)));
            }
            return count == slots;
        } catch (DebugInfoFormatException e) {
            checks.add(odd("debug info", asm + ": " + e.getMessage()));
            return false;
        }
    }

    private void manifests() {
        ManifestInspection inspection = ManifestInspector.inspect(members);
        inspection.problems().forEach(problem -> checks.add(bad(problem.where(), problem.message())));
        ManifestLint.lint(header, members, inspection)
                .forEach(finding -> checks.add(odd(finding.where(), finding.text())));
    }
}
