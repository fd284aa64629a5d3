package io.nrt4j.loader.variable;

import io.nrt4j.hal.InstanceType;
import io.nrt4j.hal.LogicalCoreSize;
import io.nrt4j.hal.device.Instance;
import io.nrt4j.hal.device.LogicalCore;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import java.util.Set;

/**
 * Which cores a model gets, and whether they are enough.
 *
 * <p>Source: hal.md §1.5, container.md §8.4, errors.md §6.1, nrt-api.md §5.
 */
public final class CorePlacement {
    private static final LogMessage BAD_SIZE = LogMessage.error(
            "NRT", "nrt_init", "Logical core size (%u) must be a power of two and less than or equal to %u");
    private static final LogMessage ONLY_TWO = LogMessage.error(
            "NRT",
            "nrt_init",
            "Only LNC Size of 2 is supported at this moment on this instance type. Requested LNC Size %u");
    private static final LogMessage NO_CORE =
            LogMessage.error("TDRV", "db_vtpb_get_mla_and_tpb", "Could not find VNC id %d");
    private static final LogMessage NO_SHARED_IO =
            LogMessage.error("NMGR", "dlr_kelf_stage", "Failed to create shared io");
    private static final LogMessage NOT_ENOUGH =
            LogMessage.error("NMGR", "dlr_kelf_stage", "Insufficient number of pncs, required %u, available %u");
    /** The runtime's own text of 2.31 is not known. */
    private static final LogMessage MISMATCH = LogMessage.error(
            "NRT",
            "nrt_load_util",
            "NEFF was compiled for a logical core size of %u, the configured logical core size is %u");

    private CorePlacement() {}

    /**
     * Checks a configured logical-core size.
     *
     * @param twoOnly instances that take no other size than 2; which these are, no source says
     * @throws LoadException NRT_INVALID for a size that the instance does not have
     */
    public static void requireSize(InstanceType instance, int size, Set<InstanceType> twoOnly, Nlog nlog) {
        if (!LogicalCoreSize.isValid(instance.geometry(), size)) {
            throw nlog.fail(
                    NrtStatus.NRT_INVALID,
                    LoadStage.VARIABLES,
                    BAD_SIZE,
                    size,
                    instance.geometry().maxLogicalCoreSize());
        }
        if (twoOnly.contains(instance) && size != 2) {
            throw nlog.fail(NrtStatus.NRT_INVALID, LoadStage.VARIABLES, ONLY_TWO, size);
        }
    }

    /**
     * Checks the logical-core size that a NEFF was compiled for.
     *
     * @param required what the NEFF needs: its {@code vnc_size} if feature bit 10 is set, else 1
     * @param configured physical cores per logical core
     * @param graphs graphs of the NEFF; a single one runs on any logical core
     * @throws LoadException NRT_INVALID if the sizes differ
     */
    public static void requireMatch(int required, int configured, int graphs, Nlog nlog) {
        if (required != configured && graphs != 1) {
            throw nlog.fail(NrtStatus.NRT_INVALID, LoadStage.VARIABLES, MISMATCH, required, configured);
        }
    }

    /**
     * The logical core of a number.
     *
     * @param first the first core that may be used, numbered over the instance
     * @param count how many may be used
     * @param index the number, counted from the first
     * @throws LoadException NRT_INVALID for a number that there is none of
     */
    public static LogicalCore find(Instance instance, int first, int count, int index, Nlog nlog) {
        if (index < 0 || index >= count) {
            nlog.log(NO_CORE, index);
            nlog.log(NO_SHARED_IO);
            throw new LoadException(NrtStatus.NRT_INVALID, LoadStage.VARIABLES, NO_CORE.format(index), nlog.records());
        }
        return instance.logicalCore(first + index);
    }

    /**
     * Checks that there is a physical core for every graph.
     *
     * @throws LoadException NRT_INVALID if there are more graphs than cores
     */
    public static void requireCores(LogicalCore core, int graphs, Nlog nlog) {
        if (graphs > core.size()) {
            throw nlog.fail(NrtStatus.NRT_INVALID, LoadStage.VARIABLES, NOT_ENOUGH, graphs, core.size());
        }
    }
}
