package io.nrt4j.loader.manifest;

import io.nrt4j.loader.json.JsonElement;
import java.util.Optional;

/** {@code fp8_conversion_config}: {@code parse_fp8_conversion_config}. Source: manifest.md §7.5. */
final class Fp8Parser {
    private static final String KEY = "fp8_conversion_config";

    private Fp8Parser() {}

    static Optional<Fp8ConversionConfig> parse(JsonElement definition, ParseContext context) {
        return definition.get(KEY).map(block -> config(block, context));
    }

    private static Fp8ConversionConfig config(JsonElement block, ParseContext context) {
        ObjectKeys keys = new ObjectKeys(block, KEY, "parse_fp8_conversion_config", context);
        Fp8ConversionConfig config = new Fp8ConversionConfig(
                keys.bool("fp8_range_extension"),
                keys.u32("emax_fp8_e4m3"),
                keys.u32("emax_fp8_e5m2"),
                keys.bool("ocp_sat"),
                keys.bool("fp8_sis"),
                keys.bool("fp8_sns"));
        return context.options().fp8Overrides().applyTo(config);
    }
}
