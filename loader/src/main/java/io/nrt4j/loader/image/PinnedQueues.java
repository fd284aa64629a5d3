package io.nrt4j.loader.image;

import io.nrt4j.hal.dma.StridedPattern;
import io.nrt4j.hal.dma.TensorPointer;
import io.nrt4j.hal.dma.Transfer;
import io.nrt4j.hal.dma.TransferBlock;
import io.nrt4j.hal.memory.Bus;
import io.nrt4j.hal.memory.MemoryFaultException;
import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;

/**
 * The pinned queues of v1, whose blocks nothing triggers: they bring weights into the state buffer once, at load.
 *
 * <p>Source: manifest.md §4.2, corpus/dialects.md.
 */
final class PinnedQueues {
    /** Ours: the runtime's text is not known; real blocks copy weights. */
    static final LogMessage NOT_A_COPY = LogMessage.error(
            "TDRV",
            "drs_create_data_refill_rings",
            "invalid dma block: block %u of pinned queue %s does more than copy weights");

    static final LogMessage FAULT = LogMessage.error(
            "TDRV", "drs_create_data_refill_rings", "invalid dma block: block %u of pinned queue %s: %s");

    static final LogMessage TOO_MUCH = LogMessage.error(
            "TDRV",
            "drs_create_data_refill_rings",
            "invalid dma block: block %u of pinned queue %s, more than the emulator's limit of %lu bytes in all");

    /** The state buffer has 12 MiB. */
    private static final long MAX_BYTES = 64 << 20;

    private static final int CHUNK = 1 << 16;

    private final Bus bus;
    private final Nlog nlog;
    private final byte[] chunk = new byte[CHUNK];
    private long moved;

    PinnedQueues(Bus bus, Nlog nlog) {
        this.bus = bus;
        this.nlog = nlog;
    }

    /** Carries out all blocks of a pinned queue; does nothing for others. The weights must be in device memory. */
    void run(StaticQueue queue) {
        if (!queue.isPinned()) {
            return;
        }
        for (TransferBlock block : queue.set().blocks()) {
            try {
                block.transfers().forEach(transfer -> run(transfer, block, queue));
            } catch (MemoryFaultException e) {
                throw nlog.fail(
                        NrtStatus.NRT_INVALID,
                        LoadStage.STAGE,
                        FAULT,
                        block.id(),
                        queue.set().name(),
                        e.getMessage());
            }
        }
    }

    private void run(Transfer transfer, TransferBlock block, StaticQueue queue) {
        if (!(transfer instanceof Transfer.Copy copy)
                || TensorPointer.isTensor(copy.source().base())
                || TensorPointer.isTensor(copy.destination().base())) {
            throw nlog.fail(
                    NrtStatus.NRT_INVALID,
                    LoadStage.STAGE,
                    NOT_A_COPY,
                    block.id(),
                    queue.set().name());
        }
        StridedPattern source = copy.source();
        if (source.bytes() > MAX_BYTES - moved) {
            throw nlog.fail(
                    NrtStatus.NRT_INVALID,
                    LoadStage.STAGE,
                    TOO_MUCH,
                    block.id(),
                    queue.set().name(),
                    MAX_BYTES);
        }
        moved += source.bytes();
        copy(source, copy.destination());
    }

    /** Both sides have as many bytes, in runs of their own lengths. */
    private void copy(StridedPattern from, StridedPattern to) {
        long total = from.bytes();
        long done = 0;
        while (done < total) {
            long fromOffset = done % from.runBytes();
            long toOffset = done % to.runBytes();
            long common = Math.min(from.runBytes() - fromOffset, to.runBytes() - toOffset);
            int length = (int) Math.min(common, CHUNK);
            bus.read(from.run(done / from.runBytes()) + fromOffset, chunk, 0, length);
            bus.write(to.run(done / to.runBytes()) + toOffset, chunk, 0, length);
            done += length;
        }
    }
}
