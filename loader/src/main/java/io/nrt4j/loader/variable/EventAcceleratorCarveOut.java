package io.nrt4j.loader.variable;

import io.nrt4j.hal.Arch;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.manifest.Definition;
import io.nrt4j.loader.manifest.StateBufferReservation;
import java.util.List;

/**
 * The check that a graph keeps the state-buffer bytes of the event accelerator free ({@code
 * kbl_check_evt_accel_region}).
 *
 * <p>Source: container.md §8.3, image-assembly.md §3.1.
 */
public final class EventAcceleratorCarveOut {
    private static final String MODULE = "TDRV";
    private static final String FUNCTION = "kbl_model_add";
    private static final int PARTITIONS = 128;
    /** 224 KiB - 8: the last eight bytes of a CAYMAN partition. */
    private static final int OFFSET = 0x37FF8;

    private static final int SIZE = 8;

    private static final LogMessage START =
            LogMessage.error(MODULE, FUNCTION, "Event Accel carveout SB partition must start at 0. Got %lu");
    private static final LogMessage COUNT =
            LogMessage.error(MODULE, FUNCTION, "Event Accel carveout SB partition count must be %u. Got %lu");
    private static final LogMessage WRONG_OFFSET = LogMessage.error(
            MODULE, FUNCTION, "Event Accel carveout SB partition offset must start at 0x%x. Got 0x%lx");
    private static final LogMessage WRONG_SIZE =
            LogMessage.error(MODULE, FUNCTION, "Event Accel carveout SB size must be 8. Got %lu");
    private static final LogMessage FAILED =
            LogMessage.error(MODULE, FUNCTION, "Failed to verify Event Accel State Buffer carveout");
    private static final LogMessage NONE =
            LogMessage.debug(MODULE, FUNCTION, "model: %s on: nd%d:nc%d has no evtaccel reservation on SBUF");

    private EventAcceleratorCarveOut() {}

    /**
     * Checks one graph.
     *
     * @param model the name in log lines
     * @param arch the architecture of the device; only CAYMAN has the check
     * @return whether the graph makes room for the event accelerator
     * @throws LoadException NRT_INVALID for a reservation at another place
     */
    public static boolean verify(Definition definition, String model, Arch arch, int device, int core, Nlog nlog) {
        if (arch != Arch.CAYMAN) {
            return false;
        }
        List<StateBufferReservation> reservations = definition.stateBufferReservations().stream()
                .filter(r -> r.type() == StateBufferReservation.Type.EVTACCEL)
                .toList();
        if (reservations.isEmpty()) {
            nlog.log(NONE, model, device, core);
            return false;
        }
        reservations.forEach(r -> verify(r, nlog));
        return true;
    }

    private static void verify(StateBufferReservation reservation, Nlog nlog) {
        if (reservation.basePartition() != 0) {
            throw failure(nlog, START, reservation.basePartition());
        }
        if (reservation.partitions() != PARTITIONS) {
            throw failure(nlog, COUNT, PARTITIONS, reservation.partitions());
        }
        if (reservation.offset() != OFFSET) {
            throw failure(nlog, WRONG_OFFSET, OFFSET, reservation.offset());
        }
        if (reservation.size() != SIZE) {
            throw failure(nlog, WRONG_SIZE, reservation.size());
        }
    }

    /** The message of the exception is the field's line, not the summary that follows it. */
    private static LoadException failure(Nlog nlog, LogMessage message, Object... arguments) {
        nlog.log(message, arguments);
        nlog.log(FAILED);
        return new LoadException(NrtStatus.NRT_INVALID, LoadStage.VARIABLES, message.format(arguments), nlog.records());
    }
}
