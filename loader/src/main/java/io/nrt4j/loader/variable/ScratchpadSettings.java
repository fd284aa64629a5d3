package io.nrt4j.loader.variable;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.memory.ScratchpadConfig;
import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;

/**
 * What a user wants of scratchpads, before the device is asked what it can do.
 *
 * <p>Source: memory.md §6.3.
 *
 * @param pageSizeMib {@code NEURON_SCRATCHPAD_PAGE_SIZE}, in MiB; documented as a multiple of 512 below 4096
 * @param contiguous {@code NEURON_RT_CONTIGUOUS_SCRATCHPAD}
 * @param driverMapsContiguous whether the kernel driver can do it (feature bit 0x80, driver 2.24 and later)
 */
public record ScratchpadSettings(long pageSizeMib, boolean contiguous, boolean driverMapsContiguous) {
    private static final String MODULE = "TDRV";
    private static final String FUNCTION = "tdrv_scratchpad_init";
    private static final long MAX_PAGE_BYTES = 0xFFFF_FFFFL;

    /** Known up to the comma and from "must" on. */
    private static final LogMessage INVALID_PAGE =
            LogMessage.error(MODULE, FUNCTION, "Invalid scratchpad page size %lu bytes, must be less than %u bytes");

    private static final LogMessage OLD_DRIVER =
            LogMessage.warn(MODULE, FUNCTION, "Contiguous Scratchpad feature is disabled due to incompatible driver");
    private static final LogMessage LNC_1 =
            LogMessage.warn(MODULE, FUNCTION, "Contiguous Scratchpad feature is disabled on LNC 1");

    /** 512 MiB pages, not contiguous: what 2.31.24 does in an empty environment. */
    public static final ScratchpadSettings DEFAULT = new ScratchpadSettings(512, false, true);

    /** Whether the runtime takes a page of so many MiB: less than 4 GiB, and not 0. */
    public static boolean isPageSize(long mib) {
        return mib > 0 && mib <= MAX_PAGE_BYTES >> 20;
    }

    /**
     * The paging that results on a device.
     *
     * @param logicalCoreSize physical cores per logical core
     * @throws io.nrt4j.loader.diagnostics.LoadException NRT_INVALID for a page size of 0 or of 4 GiB and more
     */
    public ScratchpadConfig resolve(Arch arch, int logicalCoreSize, Nlog nlog) {
        if (contiguous && isContiguousPossible(arch, logicalCoreSize, nlog)) {
            return ScratchpadConfig.CONTIGUOUS;
        }
        long bytes = pageSizeMib << 20;
        if (!isPageSize(pageSizeMib)) {
            throw nlog.fail(NrtStatus.NRT_INVALID, LoadStage.VARIABLES, INVALID_PAGE, bytes, MAX_PAGE_BYTES);
        }
        return new ScratchpadConfig(bytes, false);
    }

    private boolean isContiguousPossible(Arch arch, int logicalCoreSize, Nlog nlog) {
        if (!driverMapsContiguous) {
            nlog.log(OLD_DRIVER);
            return false;
        }
        if (arch.code() > Arch.SUNDA.code() && logicalCoreSize == 1) {
            nlog.log(LNC_1);
            return false;
        }
        return true;
    }
}
