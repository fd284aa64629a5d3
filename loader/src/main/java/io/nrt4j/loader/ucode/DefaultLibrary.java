package io.nrt4j.loader.ucode;

import io.netty.buffer.Unpooled;
import io.nrt4j.hal.FirmwareCore;
import io.nrt4j.hal.Stepping;
import io.nrt4j.hal.q7.UcodeException;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.json.JsonDocument;
import io.nrt4j.loader.json.JsonElement;
import io.nrt4j.loader.json.JsonFormatException;
import io.nrt4j.loader.ucode.ExtIsaProvider.ExtIsaLibrary;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The library that every graph has on SUNDA: {@code ucode_get_q7_lib}. Source: q7.md §1.1, manifest.md §4 #8. */
final class DefaultLibrary {
    static final int MAX_FUNCTIONS = 18;

    static final LogMessage NOT_FOUND =
            LogMessage.error("TDRV", "ucode_get_q7_lib", "Failed to get default Q7 library, error: %u");
    /** The middle of the real text is not known. */
    static final LogMessage NO_FUNCTIONS = LogMessage.warn(
            "NEFF", "kelf_load_from_neff", "No default Extended Isa functions found, this will lead to hangs.");

    static final LogMessage TOO_MANY = LogMessage.error(
            "NEFF", "kelf_load_from_neff", "Number of ExtISA Op trying to load %lu exceeds the maximum %u");

    private static final String DOCUMENT = "ext_isa_ucode_lib_def";
    private static final long MAX_JSON_MEMORY = 1 << 20;

    private DefaultLibrary() {}

    /** @throws LoadException for a flavor that is not shipped, or a manifest with too many functions */
    static UcodeLibrary read(UcodeOptions options, Nlog nlog) {
        ExtIsaLibrary library;
        try {
            library = options.provider().get(Stepping.SUNDA.coreType(FirmwareCore.Q7_POOL), options.flavor(), 0);
        } catch (UcodeException e) {
            throw nlog.fail(
                    NrtStatus.NRT_FAILURE,
                    LoadStage.MANIFEST,
                    NOT_FOUND,
                    e.status().code());
        }
        return new UcodeLibrary(
                UcodeLibrary.DEFAULT_NAME,
                library.elf(),
                UcodeLibrary.EXTENDED_FLAGS,
                0,
                0,
                functions(library.json(), nlog),
                true);
    }

    static List<UcodeFunction> functions(String json, Nlog nlog) {
        List<UcodeFunction> functions = new ArrayList<>();
        for (JsonElement element :
                parse(json, nlog).get("functions").map(JsonElement::elements).orElse(List.of())) {
            functions.add(UcodeManifest.function(element)
                    .orElseThrow(
                            () -> nlog.fail(NrtStatus.NRT_INVALID, LoadStage.MANIFEST, UcodeManifest.BAD_FUNCTION)));
        }
        if (functions.isEmpty()) {
            nlog.log(NO_FUNCTIONS);
        }
        if (functions.size() > MAX_FUNCTIONS) {
            throw nlog.fail(NrtStatus.NRT_INVALID, LoadStage.MANIFEST, TOO_MANY, functions.size(), MAX_FUNCTIONS);
        }
        return functions;
    }

    private static JsonElement parse(String json, Nlog nlog) {
        try {
            return JsonDocument.parse(Unpooled.wrappedBuffer(json.getBytes(StandardCharsets.UTF_8)), MAX_JSON_MEMORY)
                    .root();
        } catch (JsonFormatException e) {
            throw nlog.fail(
                    NrtStatus.NRT_INVALID,
                    LoadStage.MANIFEST,
                    UcodeManifest.INLINE_NOT_PARSED,
                    DOCUMENT,
                    e.error().code());
        }
    }
}
