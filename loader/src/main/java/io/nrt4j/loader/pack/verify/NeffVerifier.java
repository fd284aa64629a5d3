package io.nrt4j.loader.pack.verify;

import com.fasterxml.jackson.databind.JsonNode;
import io.nrt4j.loader.archive.ArchiveListing;
import io.nrt4j.loader.archive.ArchiveOptions;
import io.nrt4j.loader.archive.ArchiveReader;
import io.nrt4j.loader.archive.ArchiveSurvey;
import io.nrt4j.loader.archive.Member;
import io.nrt4j.loader.archive.MemberTable;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.container.FileKind;
import io.nrt4j.loader.container.NeffContainer;
import io.nrt4j.loader.container.NeffHeader;
import io.nrt4j.loader.container.PayloadDigest;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.pack.PackRecipe;
import io.nrt4j.loader.pack.RecipeReader;
import io.nrt4j.loader.pack.json.InfoJson;
import io.nrt4j.loader.pack.tar.TarDialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Says whether a file is intact and well-formed, which packager and compilers make such files, and whether packing
 * gives it again. Never throws for what is in the file.
 */
public final class NeffVerifier {
    private final ByteSource file;
    private final List<VerifyCheck> checks = new ArrayList<>();
    private Optional<PackRecipe> recipe = Optional.empty();
    private String target = "";
    private Optional<String> toolVersion = Optional.empty();

    private NeffVerifier(ByteSource file) {
        this.file = file;
    }

    /** Verifies a file. */
    public static VerifyReport verify(ByteSource file) {
        return new NeffVerifier(file).verify();
    }

    private VerifyReport verify() {
        FileKind kind = FileKind.of(file);
        NeffHeader header = file.size() < NeffHeader.SIZE ? null : NeffContainer.decodeHeader(file);
        if (header == null
                || kind == FileKind.CUT_NEFF
                || header.dataSize() < 0
                || header.dataSize() > file.size() - NeffHeader.SIZE) {
            checks.add(VerifyCheck.bad("file", "this is " + kind.description()));
            return report("unknown", Optional.empty());
        }
        ByteSource payload = file.window(NeffHeader.SIZE, header.dataSize());
        String digest = PayloadDigest.describe(header, payload);
        ArchiveListing listing = ArchiveSurvey.of(payload, ArchiveOptions.DEFAULT);
        checks.addAll(StreamChecks.of(header, file.size(), digest, listing));
        readRecipe(listing);
        try (MemberTable members = ArchiveReader.readUntilFault(payload, ArchiveOptions.DEFAULT)) {
            MemberTexts texts = new MemberTexts(members);
            toolVersion = value(texts.tree(InfoJson.MEMBER), "tool_version");
            target = kelf(members)
                    .flatMap(name -> value(texts.tree(name), "target"))
                    .orElse("");
            checks.addAll(MemberChecks.of(members, texts, header, target, writerSorts()));
            checks.addAll(texts.passedOver());
        }
        return report(digest, generation(header));
    }

    private void readRecipe(ArchiveListing listing) {
        try {
            recipe = Optional.of(RecipeReader.read(file, listing));
        } catch (LoadException e) {
            // What is broken is among the checks already; only the recipe cannot be had then.
            recipe = Optional.empty();
        }
    }

    /** Python's packager stores members in the order in which it meets them. */
    private boolean writerSorts() {
        return recipe.filter(r -> r.format().tar() == TarDialect.LIBARCHIVE).isPresent();
    }

    private static Optional<String> kelf(MemberTable members) {
        return members.members().stream()
                .map(Member::name)
                .filter(name -> name.startsWith("kelf-") && name.endsWith(".json"))
                .sorted()
                .findFirst();
    }

    private static Optional<String> value(JsonNode tree, String key) {
        return Optional.of(tree.path(key)).filter(JsonNode::isTextual).map(JsonNode::asText);
    }

    private Optional<CompilerGeneration> generation(NeffHeader header) {
        Optional<CompilerGeneration> generation = recipe.flatMap(r -> CompilerGeneration.of(r, header, target));
        if (generation.isPresent() && toolVersion.isPresent()) {
            checks.add(VerifyCheck.okIf(
                    generation.get().admits(toolVersion.get()),
                    "compiler",
                    toolVersion.get(),
                    "info.json names %s, but the file looks like %s"
                            .formatted(toolVersion.get(), generation.get().label())));
        }
        return generation;
    }

    private VerifyReport report(String digest, Optional<CompilerGeneration> generation) {
        List<String> differences = recipe.map(PackRecipe::differences).orElse(List.of());
        return new VerifyReport(
                checks,
                digest,
                recipe.flatMap(PackRecipe::dialect),
                generation,
                toolVersion,
                recipe.filter(PackRecipe::isExact).isPresent(),
                differences);
    }
}
