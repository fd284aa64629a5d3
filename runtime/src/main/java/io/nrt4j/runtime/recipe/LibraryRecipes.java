package io.nrt4j.runtime.recipe;

import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_FAILURE;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_INVALID;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_SUCCESS;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.InstanceType;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.loader.ucode.PiLibraryBuilder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;

/** The gate of GPSIMD libraries. Source: errors.md §5 U1 to U9. */
final class LibraryRecipes {
    private static final String PARSE = "NEFF:parse_one_ucode_lib ";
    private static final String VERSION = "ulib_to_ucode_version";
    private static final String LIBRARY = "op.so";
    /** The opcode of v2's custom operators. */
    private static final int CUSTOM_OPERATOR = 0x85;

    private LibraryRecipes() {}

    static List<Recipe> all() {
        return List.of(
                refusal(
                        "U1",
                        "leave " + VERSION + " out",
                        library -> library.remove(VERSION),
                        "Missing GPSIMD lib version!"),
                Recipe.load(
                        "U2",
                        "errors.md §5 U2",
                        "set " + VERSION + " to a text without a dot",
                        NRT_INVALID,
                        () -> cayman(library -> library.put(VERSION, "121")),
                        Cascade.DEFINITION.after(
                                NRT_INVALID,
                                PARSE + "invalid string version string (missing '.')",
                                "WARN " + PARSE + "GPSIMD lib: Failed to parse GPSIMD lib version string! Version: 121",
                                PARSE + "Mismatch between GPSIMD lib version and NRT version!",
                                PARSE + "invalid GPSIMD lib")),
                refusal(
                        "U3",
                        "set " + VERSION + " to 2.0.0.0",
                        library -> library.put(VERSION, "2.0.0.0"),
                        "Mismatch between GPSIMD lib version and NRT version!",
                        "invalid GPSIMD lib"),
                Recipe.load(
                        "U4",
                        "errors.md §5 U4",
                        "set cpu_id to 1; the real process ends in an assertion",
                        NRT_FAILURE,
                        () -> cayman(library -> library.put("cpu_id", 1))),
                refusal(
                        "U5",
                        "set total_cpus to 4",
                        library -> library.put("total_cpus", 4),
                        "UCode Library op.so has invalid number of total cpus 4"),
                Recipe.load(
                        "U6",
                        "errors.md §5 U6",
                        "name a library twice",
                        NRT_INVALID,
                        () -> neff(Arch.CAYMAN, library(240), library(240)),
                        Cascade.DEFINITION.after(NRT_INVALID, PARSE + "UCode Library op.so has already been added")),
                sunda(
                        "U7",
                        "declare 98 functions",
                        functions(98),
                        "too many ucode functions in this table.  Max is 97.  Add support for mid-neff reload?"),
                sunda(
                        "U8",
                        "give a function a name of 64 characters",
                        library -> ((ObjectNode) library.path("functions").path(0)).put("name", "n".repeat(64)),
                        "ucode function name (" + "n".repeat(64) + ") is too long.  Max length = 64"),
                sunda(
                        "U9",
                        "declare 12 functions beside the 17 of the runtime's own library",
                        functions(12),
                        "Number of ucode functions: 29 per core exceeded the maximum allowed 28"),
                Recipe.load(
                        "U-notice",
                        "q7.md §1.2",
                        "a good library",
                        NRT_SUCCESS,
                        () -> cayman(library -> {}),
                        "WARN NEFF:kelf_load_from_neff Loading ucode libs specified in ucode_lib.json from the"
                                + " NEFF. This interface is not yet entirely stable - FUTURE API CHANGES ARE"
                                + " POSSIBLE!"));
    }

    private static Recipe refusal(String id, String change, Consumer<ObjectNode> edit, String... messages) {
        String[] leaf = new String[messages.length];
        for (int i = 0; i < leaf.length; i++) {
            leaf[i] = PARSE + messages[i];
        }
        return Recipe.load(
                id,
                "errors.md §5 " + id,
                "in the ucode_lib.json of a custom operator, " + change,
                NRT_INVALID,
                () -> cayman(edit),
                Cascade.DEFINITION.after(NRT_INVALID, leaf));
    }

    private static Recipe sunda(String id, String change, Consumer<ObjectNode> edit, String message) {
        return Recipe.load(
                        id,
                        "errors.md §5 " + id,
                        "in the ucode_lib.json of a trn1 custom operator, " + change,
                        NRT_INVALID,
                        () -> sunda(edit),
                        Cascade.STAGING.after(
                                NRT_INVALID,
                                "TDRV:ucode_stage_libs_table " + message,
                                "TDRV:kbl_model_add ucode_stage_libs() error"))
                .on(RecipeMachine.on(InstanceType.TRN1_2XLARGE));
    }

    private static byte[] cayman(Consumer<ObjectNode> edit) {
        ObjectNode library = library(Opcode.EXTENDED_INST.code());
        edit.accept(library);
        return neff(Arch.CAYMAN, library);
    }

    private static byte[] sunda(Consumer<ObjectNode> edit) {
        ObjectNode library = library(CUSTOM_OPERATOR);
        edit.accept(library);
        return neff(Arch.SUNDA, library);
    }

    private static byte[] neff(Arch arch, ObjectNode... libraries) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        ArrayNode list = root.putArray("ucode_lib");
        for (ObjectNode library : libraries) {
            list.add(library);
        }
        return BaselineNeff.builder(arch, graph -> {
                    graph.file(LIBRARY, elf())
                            .file("ucode_lib.json", root.toString().getBytes(StandardCharsets.UTF_8))
                            .definition(definition -> definition.put("ucode_lib", "ucode_lib.json"));
                    for (int core = 0; arch == Arch.SUNDA && core < 8; core++) {
                        graph.queue("qPoolCustom" + core, "data", EngineType.POOL, 24);
                    }
                })
                .toByteArray();
    }

    private static ObjectNode library(int opcode) {
        ObjectNode library = JsonNodeFactory.instance.objectNode();
        library.put("library", LIBRARY)
                .put(VERSION, "1.21.1.0")
                .put("opcode", opcode)
                .put("cpu_id", 0)
                .put("total_cpus", 8);
        library.putArray("functions")
                .addObject()
                .put("name", "op")
                .put("opcode", opcode)
                .put("sub_opcode", 42);
        return library;
    }

    private static Consumer<ObjectNode> functions(int count) {
        return library -> {
            ArrayNode functions = library.putArray("functions");
            for (int i = 0; i < count; i++) {
                functions
                        .addObject()
                        .put("name", "f" + i)
                        .put("opcode", CUSTOM_OPERATOR)
                        .put("sub_opcode", i);
            }
        };
    }

    /** A library whose only function returns at once: {@code entry a1, 32; retw.n}. */
    private static byte[] elf() {
        return PiLibraryBuilder.library()
                .code(new byte[] {0x36, 0x41, 0x00, 0x1D, (byte) 0xF0})
                .kernel(Opcode.EXTENDED_INST.code(), 42, PiLibraryBuilder.CODE)
                .named()
                .build();
    }
}
