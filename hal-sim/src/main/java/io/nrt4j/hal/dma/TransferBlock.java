package io.nrt4j.hal.dma;

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

    /** The descriptors of this block on one engine of a set of {@code engines}. */
    public DescriptorCount count(int engine, int engines) {
        DescriptorCount total = new DescriptorCount(completions.size(), completions.size());
        for (Transfer transfer : transfers) {
            total = total.plus(DescriptorCount.of(transfer, engine, engines));
        }
        return total;
    }

    /** Whether a transfer on this engine reads (M2S) or writes (S2M) a tensor that is bound at execution. */
    public boolean touchesTensor(DmaSide side, int engine, int engines) {
        return transfers.stream().anyMatch(t -> t.share(engine, engines).count() > 0 && refersToTensor(t, side));
    }

    private static boolean refersToTensor(Transfer transfer, DmaSide side) {
        return side == DmaSide.S2M
                ? TensorPointer.isTensor(transfer.destination().base())
                : transfer.sources().stream().anyMatch(s -> TensorPointer.isTensor(s.base()));
    }
}
