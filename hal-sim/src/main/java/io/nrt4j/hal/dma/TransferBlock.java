package io.nrt4j.hal.dma;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What one trigger starts on a queue set: transfers in order, then the completions.
 *
 * <p>Source: dma.md §5.
 *
 * @param id what the trigger names; unique per queue set and function
 * @param function the function that the block belongs to; mostly empty
 * @param transfers in order
 * @param completions done once per queue after the last transfer
 */
public record TransferBlock(int id, String function, List<Transfer> transfers, List<Completion> completions) {
    public TransferBlock {
        transfers = List.copyOf(transfers);
        completions = List.copyOf(completions);
    }

    /** The descriptors of this block on every engine of a set of {@code engines}. */
    public List<DescriptorCount> counts(int engines) {
        DescriptorCount end = new DescriptorCount(completions.size(), completions.size());
        List<DescriptorCount> counts = new ArrayList<>(Collections.nCopies(engines, end));
        for (Transfer transfer : transfers) {
            // Only two shares can differ: that of the engines with one unit more, and that of the others.
            RunShare first = transfer.share(0, engines);
            DescriptorCount larger = count(transfer, first);
            DescriptorCount smaller = count(transfer, transfer.share(engines - 1, engines));
            long withMore = first.units() % engines;
            for (int engine = 0; engine < engines; engine++) {
                counts.set(engine, counts.get(engine).plus(engine < withMore ? larger : smaller));
            }
        }
        return Collections.unmodifiableList(counts);
    }

    private static DescriptorCount count(Transfer transfer, RunShare share) {
        return share.count() == 0 ? DescriptorCount.NONE : transfer.count(share);
    }

    /**
     * How many engines of a set of {@code engines}, from engine 0 on, read (M2S) or write (S2M) a tensor that is bound
     * at execution.
     */
    public int enginesWithTensors(DmaSide side, int engines) {
        return (int) transfers.stream()
                .filter(t -> refersToTensor(t, side))
                .mapToLong(t -> Math.min(engines, t.share(0, engines).units()))
                .max()
                .orElse(0);
    }

    private static boolean refersToTensor(Transfer transfer, DmaSide side) {
        return side == DmaSide.S2M
                ? TensorPointer.isTensor(transfer.destination().base())
                : transfer.sources().stream().anyMatch(s -> TensorPointer.isTensor(s.base()));
    }
}
