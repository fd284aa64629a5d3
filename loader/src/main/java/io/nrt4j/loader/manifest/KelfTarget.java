package io.nrt4j.loader.manifest;

import io.nrt4j.hal.Arch;
import io.nrt4j.loader.diagnostics.LogMessage;

/** The {@code target} of a kelf descriptor: {@code parse_target}. Source: container.md §8.2. */
final class KelfTarget {
    private static final LogMessage INVALID = LogMessage.error("NEFF", "parse_target", "Invalid target '%s'");
    private static final LogMessage FOUND = LogMessage.debug("NEFF", "parse_target", "Target found '%s', id=%u");

    private KelfTarget() {}

    /** The architecture of a target text; texts compare exactly, and {@code *} is the instance's own. */
    static Arch parse(String text, ParseContext context) {
        Arch instance = context.options().instanceArch();
        Arch target = switch (text) {
            case "" -> withoutTarget(instance);
            case "sunda", "v2" -> Arch.SUNDA;
            case "cayman", "v3" -> Arch.CAYMAN;
            case "mariana", "v4" -> Arch.MARIANA;
            case "*" -> instance;
            default -> throw context.refuse(INVALID, text);
        };
        context.log(FOUND, text, target.code());
        return target;
    }

    /** Inf1 compilers wrote no target; the runtime, which has no inf1, takes that for SUNDA. */
    private static Arch withoutTarget(Arch instance) {
        return instance == Arch.TONGA ? Arch.TONGA : Arch.SUNDA;
    }
}
