package io.nrt4j.runtime.config;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Something broken in the simulated machine, to bring about the errors that it leads to. Source: errors.md §7, §8. */
public enum MachineFault {
    /** The driver's node is there, but does not say which runtimes it works with. */
    UNREADABLE_DRIVER,
    /** The node of a device cannot be opened. */
    UNOPENABLE_DEVICE,
    /** The engines of a device still run what an earlier process left there. */
    ENGINES_RUNNING,
    /** The program that compares the clocks of host and device does not come to its end. */
    TIMESTAMPS_HANG,
    /** The driver is too old to set POOL's profile. */
    POOL_PROFILE_REFUSED,
    /** A library of the same process has registered its framework already. */
    FRAMEWORK_REGISTERED,
    /** HBM has bits that no correction can repair. */
    HBM_ERROR,
    /** HBM has bits that a reset of the device repairs. */
    REPAIRABLE_HBM_ERROR,
    /** A parity error in the memory on the chip. */
    SRAM_ERROR,
    /** A DMA engine has stopped. */
    DMA_ABORT,
    /** The ring for notifications has run over. */
    NOTIFICATION_OVERFLOW;

    /** The name in options, such as {@code hbm-error}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The fault of a label. */
    public static Optional<MachineFault> fromLabel(String label) {
        return Arrays.stream(values()).filter(f -> f.label().equals(label)).findFirst();
    }
}
