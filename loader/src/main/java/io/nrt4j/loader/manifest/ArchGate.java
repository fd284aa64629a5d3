package io.nrt4j.loader.manifest;

import io.nrt4j.hal.Arch;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.loader.diagnostics.NrtStatus;

/** The architecture gate of {@code kelf::kelf::load}. Source: container.md §8.2. */
final class ArchGate {
    private static final LogMessage NOT_ALLOWED = LogMessage.error(
            "NEFF",
            "load",
            "Loading a NEFF compiled for a different arch is not allowed, NEFF arch: v%u, instance arch: v%u");
    private static final LogMessage PASS_TARGET = LogMessage.error(
            "NEFF", "load", "Please ensure that --target <correct_arch> is passed as a neuronx-cc command line flag.");
    private static final LogMessage HOW_TO_OVERRIDE =
            LogMessage.error("NEFF", "load", "To override, set NEURON_RT_ALLOW_LEGACY_NEFF=1 and restart.");
    private static final LogMessage DIFFERENT_ARCH = LogMessage.warn(
            "NEFF", "load", "Loading a NEFF compiled for a different arch, NEFF arch: v%u, instance arch: v%u");

    private ArchGate() {}

    static void check(Arch target, ParseContext context) {
        Arch instance = context.options().instanceArch();
        if (target == instance) {
            return;
        }
        if (context.options().allowLegacyNeff()) {
            context.log(DIFFERENT_ARCH, target.code(), instance.code());
            return;
        }
        LogRecord cause = NOT_ALLOWED.with(target.code(), instance.code());
        context.nlog().log(cause);
        context.log(PASS_TARGET);
        context.log(HOW_TO_OVERRIDE);
        throw new LoadException(
                NrtStatus.NRT_INVALID,
                LoadStage.MANIFEST,
                cause.message(),
                context.nlog().records());
    }
}
