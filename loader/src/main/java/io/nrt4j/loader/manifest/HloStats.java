package io.nrt4j.loader.manifest;

import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.json.JsonElement;
import java.util.OptionalLong;

/**
 * {@code hlo_stats.json}: {@code get_model_hlo_stats}. It serves metrics only, so nothing about it ends a load. Source:
 * manifest.md §1, image-assembly.md §2.
 */
final class HloStats {
    static final String MEMBER = "hlo_stats.json";

    private static final LogMessage ABSENT =
            LogMessage.warn("NMGR", "kmgr_load_nn_nc", "Unable to find hlo_stats.json in the NEFF");

    private HloStats() {}

    /** {@code HloMacCount}, where the member has it. */
    static OptionalLong macCount(ParseContext context) {
        if (context.members().find(MEMBER).isEmpty()) {
            context.log(ABSENT);
            return OptionalLong.empty();
        }
        try {
            return context.json()
                    .load(MEMBER)
                    .get("HloMacCount")
                    .map(JsonElement::unsigned)
                    .orElse(OptionalLong.empty());
        } catch (LoadException unreadable) {
            return OptionalLong.empty();
        }
    }
}
