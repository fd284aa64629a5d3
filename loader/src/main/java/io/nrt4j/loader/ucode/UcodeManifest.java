package io.nrt4j.loader.ucode;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.nrt4j.loader.archive.Member;
import io.nrt4j.loader.archive.MemberTable;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.diagnostics.RuntimeAbortException;
import io.nrt4j.loader.json.JsonDocument;
import io.nrt4j.loader.json.JsonElement;
import io.nrt4j.loader.json.JsonFormatException;
import io.nrt4j.loader.json.JsonMembers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The libraries that a graph brings along: the key {@code ucode_lib} of its definition. Plays
 * {@code parse_one_ucode_lib}. Source: q7.md §1.
 *
 * <p>The ELF files themselves are not looked at here. Every failure but one has status {@link NrtStatus#NRT_INVALID}; a
 * {@code cpu_id} other than 0 aborts ({@link RuntimeAbortException}).
 */
final class UcodeManifest {
    private static final String FUNCTION = "parse_one_ucode_lib";

    static final LogMessage NOTICE = LogMessage.warn(
            "NEFF",
            "kelf_load_from_neff",
            "Loading ucode libs specified in ucode_lib.json from the NEFF. This interface is not yet entirely stable"
                    + " - FUTURE API CHANGES ARE POSSIBLE!");
    static final LogMessage NO_LIST = LogMessage.error("NEFF", "kelf_load_from_neff", "missing <ucode_lib> in %s");
    static final LogMessage INLINE_NOT_PARSED =
            LogMessage.error("NEFF", "json_parse_load_elements", "Unable to parse: %s - %d");
    static final LogMessage NO_LIBRARY = LogMessage.error("NEFF", FUNCTION, "missing <library> in ucode library");
    static final LogMessage NO_FILE = LogMessage.error("NEFF", "neff_get_file_content", "file not found %s in NEFF");
    static final LogMessage FILE_TOO_BIG =
            LogMessage.error("NEFF", "load_bin_file", "UCode Library %s has %lu bytes, more than one buffer can hold");
    static final LogMessage NO_VERSION = LogMessage.error("NEFF", FUNCTION, "Missing GPSIMD lib version!");
    static final LogMessage WRONG_TYPE =
            LogMessage.error("NEFF", FUNCTION, "UCode Library %s: %s is no suitable integer");
    static final LogMessage TOTAL_CPUS =
            LogMessage.error("NEFF", FUNCTION, "UCode Library %s has invalid number of total cpus %u");
    static final LogMessage DUPLICATE = LogMessage.error("NEFF", FUNCTION, "UCode Library %s has already been added");
    static final LogMessage BAD_FUNCTION = LogMessage.error("NEFF", FUNCTION, "failed to parse function field");

    /** The opcode of v2's custom operators, whose libraries have no flags. */
    private static final int CUSTOM_OPERATOR = 0x85;

    private static final int ALL_CPUS = 8;

    /** Most bytes that a parsed manifest may take. */
    private static final long MAX_JSON_MEMORY = 64 << 20;

    private final String directory;
    private final MemberTable members;
    private final Nlog nlog;
    private final List<UcodeLibrary> libraries;
    private final Set<String> names = new HashSet<>();

    /**
     * @param directory the graph's directory in the archive; may be empty
     * @param present libraries that the graph has already
     */
    UcodeManifest(String directory, MemberTable members, List<UcodeLibrary> present, Nlog nlog) {
        this.directory = directory;
        this.members = members;
        this.libraries = new ArrayList<>(present);
        present.forEach(library -> names.add(library.name()));
        this.nlog = nlog;
    }

    /** All libraries so far, those present at first included. */
    List<UcodeLibrary> libraries() {
        return List.copyOf(libraries);
    }

    /**
     * Reads the manifest that {@code ucode_lib} names: the member beside the graph's others, else the one of exactly
     * this name. Its root is the list or an object that holds it under {@code ucode_lib}.
     */
    void readMember(String value) {
        nlog.log(NOTICE);
        String beside = path(value);
        String path =
                members.find(beside).isPresent() ? beside : members.find(value).isPresent() ? value : beside;
        JsonElement root = new JsonMembers(members, LoadStage.MANIFEST, MAX_JSON_MEMORY, nlog).load(path);
        JsonElement list = root.isArray() ? root : root.get("ucode_lib").orElse(root);
        if (!list.isArray()) {
            throw invalid(NO_LIST, path);
        }
        list.elements().forEach(this::readLibrary);
    }

    /** Reads a value that holds the libraries itself: a list, or one library. */
    void readInline(String json) {
        nlog.log(NOTICE);
        JsonElement value = parse(json);
        if (value.isArray()) {
            value.elements().forEach(this::readLibrary);
        } else {
            readLibrary(value);
        }
    }

    private JsonElement parse(String json) {
        ByteBuf bytes = Unpooled.wrappedBuffer(json.getBytes(StandardCharsets.UTF_8));
        try {
            return JsonDocument.parse(bytes, MAX_JSON_MEMORY).root();
        } catch (JsonFormatException e) {
            throw invalid(INLINE_NOT_PARSED, "ucode_lib", e.error().code());
        }
    }

    private void readLibrary(JsonElement json) {
        String name = json.get("library").flatMap(JsonElement::string).orElseThrow(() -> invalid(NO_LIBRARY));
        ByteBuf content = content(name);
        String version =
                json.get("ulib_to_ucode_version").flatMap(JsonElement::string).orElseThrow(() -> invalid(NO_VERSION));
        LibraryVersionGate.check(version, nlog);
        int flags = flags(name, json);
        int cpuId = unsignedByte(name, json, "cpu_id");
        if (cpuId != 0) {
            throw abortOnCpuId();
        }
        int totalCpus = unsignedByte(name, json, "total_cpus");
        if (totalCpus > 1 && totalCpus != ALL_CPUS) {
            throw invalid(TOTAL_CPUS, name, totalCpus);
        }
        if (!names.add(name)) {
            throw invalid(DUPLICATE, name);
        }
        libraries.add(new UcodeLibrary(name, content, flags, cpuId, totalCpus, functions(json), false));
    }

    private ByteBuf content(String library) {
        String path = path(library);
        Member member = members.find(path).orElseThrow(() -> invalid(NO_FILE, path));
        if (member.size() > Integer.MAX_VALUE) {
            throw invalid(FILE_TOO_BIG, library, member.size());
        }
        return member.content();
    }

    private String path(String file) {
        return directory.isEmpty() ? file : directory + "/" + file;
    }

    /**
     * The opcode decides over the flags. The only real manifest has none on this level, so it may stand in the first
     * function instead (q7.md §1.2).
     */
    private int flags(String name, JsonElement json) {
        Optional<JsonElement> own = json.get("opcode");
        OptionalLong opcode = own.isPresent() ? integer(own.get()) : firstFunctionOpcode(json);
        if (own.isPresent() && opcode.isEmpty()) {
            throw invalid(WRONG_TYPE, name, "opcode");
        }
        return opcode.isPresent() && (opcode.getAsLong() & 0xFF) == CUSTOM_OPERATOR ? 0 : UcodeLibrary.EXTENDED_FLAGS;
    }

    private static OptionalLong firstFunctionOpcode(JsonElement json) {
        Iterator<JsonElement> functions =
                json.get("functions").orElse(json).elements().iterator();
        return functions.hasNext()
                ? functions.next().get("opcode").map(UcodeManifest::integer).orElse(OptionalLong.empty())
                : OptionalLong.empty();
    }

    /** An optional unsigned number, cut to its low byte; 0 where it is absent. */
    private int unsignedByte(String name, JsonElement json, String key) {
        Optional<JsonElement> value = json.get(key);
        if (value.isEmpty()) {
            return 0;
        }
        return (int) value.get().unsigned().orElseThrow(() -> invalid(WRONG_TYPE, name, key)) & 0xFF;
    }

    private List<UcodeFunction> functions(JsonElement json) {
        JsonElement list = json.get("functions").filter(JsonElement::isArray).orElseThrow(() -> invalid(BAD_FUNCTION));
        List<UcodeFunction> functions = new ArrayList<>();
        for (JsonElement element : list.elements()) {
            functions.add(function(element).orElseThrow(() -> invalid(BAD_FUNCTION)));
        }
        return functions;
    }

    /** Plays {@code parse_one_ucode_lib_function}. */
    static Optional<UcodeFunction> function(JsonElement json) {
        Optional<String> name = json.get("name").flatMap(JsonElement::string);
        OptionalLong opcode = json.get("opcode").map(UcodeManifest::integer).orElse(OptionalLong.empty());
        OptionalLong subOpcode =
                json.get("sub_opcode").map(UcodeManifest::integer).orElse(OptionalLong.of(0));
        if (name.isEmpty() || opcode.isEmpty() || subOpcode.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                new UcodeFunction(name.get(), (int) opcode.getAsLong() & 0xFF, (int) subOpcode.getAsLong() & 0xFF));
    }

    /** An integer with or without sign; only its low byte is used. */
    private static OptionalLong integer(JsonElement json) {
        OptionalLong signed = json.signed();
        return signed.isPresent() ? signed : json.unsigned();
    }

    private RuntimeAbortException abortOnCpuId() {
        return new RuntimeAbortException(
                LoadStage.MANIFEST,
                "/opt/workspace/KaenaRuntime/kelf/kelf2kbin.cpp",
                0x691,
                "NRT_STATUS parse_one_ucode_lib(const neff_t*, mla_resources&, const std::string&,"
                        + " simdjson::dom::element&)",
                "cpu_id == 0",
                nlog.records());
    }

    private LoadException invalid(LogMessage message, Object... args) {
        return nlog.fail(NrtStatus.NRT_INVALID, LoadStage.MANIFEST, message, args);
    }
}
