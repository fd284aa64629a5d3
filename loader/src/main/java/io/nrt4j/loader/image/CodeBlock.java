package io.nrt4j.loader.image;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.nrt4j.hal.isa.Slot;
import java.util.ArrayList;
import java.util.List;

/**
 * Slots under construction, with labels that branches refer to before their place is known.
 *
 * <p>Positions are slot indices from the start of the block.
 */
final class CodeBlock {
    private static final int UNPLACED = -1;

    private final ByteBuf bytes = Unpooled.buffer(256 * Slot.BYTES);
    private final List<PendingBranch> branches = new ArrayList<>();

    /** A place in a block. */
    static final class Label {
        private int slot = UNPLACED;

        /** The slot index, once placed. */
        int slot() {
            if (slot == UNPLACED) {
                throw new IllegalStateException("a branch goes to a label that was never placed");
            }
            return slot;
        }
    }

    /** Where in a slot a distance stands. */
    enum DistanceField {
        /** u64 at 48, modulo 2^32: COMPARE_BRANCH. */
        BRANCH_TARGET,
        /** u32 at 48: slots whose label field is one word. */
        LABEL_WORD
    }

    private record PendingBranch(int slot, Label target, DistanceField field) {}

    CodeBlock add(Slot slot) {
        slot.writeTo(bytes);
        return this;
    }

    CodeBlock addAll(List<Slot> slots) {
        slots.forEach(this::add);
        return this;
    }

    /** Appends a branch whose distance is set when the block is finished. */
    CodeBlock addBranch(Slot branch, Label target) {
        return addBranch(branch, target, DistanceField.BRANCH_TARGET);
    }

    /** Appends a slot one of whose fields becomes the distance to a label. */
    CodeBlock addBranch(Slot branch, Label target, DistanceField field) {
        branches.add(new PendingBranch(slots(), target, field));
        return add(branch);
    }

    /** Puts a label at the next slot. */
    CodeBlock place(Label label) {
        label.slot = slots();
        return this;
    }

    /** A label at the next slot. */
    Label here() {
        Label label = new Label();
        place(label);
        return label;
    }

    /** Number of slots so far. */
    int slots() {
        return bytes.readableBytes() / Slot.BYTES;
    }

    /** Sets bits of a byte of a slot that is already there. */
    void or(int slot, int offset, int bits) {
        int at = slot * Slot.BYTES + offset;
        bytes.setByte(at, bytes.getByte(at) | bits);
    }

    /** Sets the distances of all branches; every label must be placed. */
    void resolve() {
        Slot slot = new Slot();
        for (PendingBranch branch : branches) {
            slot.wrap(bytes, branch.slot * Slot.BYTES);
            long distance = (long) (branch.target.slot() - branch.slot) * Slot.BYTES;
            switch (branch.field) {
                case BRANCH_TARGET -> RuntimeSlots.setDistance(slot, distance);
                case LABEL_WORD -> slot.setI32(RuntimeSlots.BRANCH_TARGET, (int) distance);
            }
        }
        branches.clear();
    }

    /** The bytes of the finished block. */
    byte[] toBytes() {
        resolve();
        byte[] out = new byte[bytes.readableBytes()];
        bytes.getBytes(0, out);
        return out;
    }
}
