package io.nrt4j.loader.image;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.dma.DmaSide;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.hal.isa.UpdateMode;
import io.nrt4j.hal.isa.WaitMode;

/**
 * How the engines wait for an inference: PE takes it from the host and has the request fetched, then wakes the others.
 *
 * <p>Source: image-assembly.md §7.2, §9.2.
 */
final class InferenceStart {
    private InferenceStart() {}

    /**
     * The wait, as the images with a request in device memory have it.
     *
     * @param requestDescriptors descriptors that fetch the request and set its event
     */
    static void emit(EngineType engine, RuntimeRegisters registers, int requestDescriptors, ImageBuilder out) {
        if (engine != EngineType.PE) {
            out.add(RuntimeSlots.awaitEvent(ReservedSync.inferenceInit(engine)));
            return;
        }
        out.add(takeInference())
                .add(kick(registers, requestDescriptors))
                .add(RuntimeSlots.awaitEvent(ReservedSync.HW_EXEC_QUEUE_REQUEST_LOAD))
                .add(RuntimeSlots.drain());
        wakeOthers(out);
    }

    /** Waits for a pending inference and takes it. */
    static Slot takeInference() {
        return RuntimeSlots.eventSemaphore(
                WaitMode.SEM_GT_IMM,
                ReservedSync.INFERENCE_START,
                0,
                UpdateMode.SEM_DEC_COMPLETE,
                ReservedSync.INFERENCE_START,
                1);
    }

    static void wakeOthers(ImageBuilder out) {
        for (EngineType other : EngineType.values()) {
            if (other != EngineType.PE) {
                out.add(RuntimeSlots.setEvent(ReservedSync.inferenceInit(other)));
            }
        }
    }

    /** Has the rings of inputs and outputs exchanged, and waits for it ({@code ioq_switch}). */
    static void switchIoQueues(RuntimeRegisters registers, int descriptors, ImageBuilder out) {
        out.add(kick(registers, descriptors)).add(RuntimeSlots.awaitEvent(ReservedSync.IOQ_CODE_SWITCH));
    }

    private static Slot kick(RuntimeRegisters registers, int descriptors) {
        return RuntimeSlots.write(
                registers.executionDoorbell(DmaSide.S2M),
                descriptors,
                registers.executionDoorbell(DmaSide.M2S),
                descriptors);
    }
}
