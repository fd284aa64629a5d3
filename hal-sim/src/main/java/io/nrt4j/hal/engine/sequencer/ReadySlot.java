package io.nrt4j.hal.engine.sequencer;

import io.nrt4j.hal.isa.Generation;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.hal.isa.TongaEvents;
import java.util.Arrays;

/** A slot made ready to run: its events and its operation, and the bytes it was made from. */
public final class ReadySlot {
    private final byte[] bytes;
    private final Wait first;
    private final Wait second;
    private final Update update;
    private final Operation operation;

    private ReadySlot(byte[] bytes, Wait first, Wait second, Update update, Operation operation) {
        this.bytes = bytes;
        this.first = first;
        this.second = second;
        this.update = update;
        this.operation = operation;
    }

    /** Makes a slot ready for an engine; throws as {@link OperationDecoder}. */
    static ReadySlot decode(Slot slot, Sequencer sequencer, OperationDecoder decoder) {
        if (sequencer.coreModel().generation() == Generation.V1) {
            TongaEvents events = TongaEvents.decode(slot);
            return new ReadySlot(
                    slot.toBytes(), Wait.of(events), Wait.NONE, Update.of(events), decoder.decode(slot, sequencer));
        }
        boolean extended = slot.opcodeCode() == Opcode.EVENT_SEMAPHORE.code();
        Wait first = Wait.of(slot.waitMode(), slot.waitIndex(), slot.semaphoreValue());
        Wait second = Wait.NONE;
        Update update = Update.of(slot.updateMode(), slot.updateIndex(), slot.semaphoreValue());
        if (extended) {
            second = Wait.of(slot.u8(SECOND_WAIT_MODE), slot.u8(SECOND_WAIT_MODE + 1), slot.i32(SECOND_WAIT_VALUE));
            Update own = Update.of(slot.u8(OWN_UPDATE_MODE), slot.u8(OWN_UPDATE_MODE + 1), slot.i32(OWN_UPDATE_VALUE));
            update = own.equals(Update.NONE) ? update : own;
        }
        return new ReadySlot(slot.toBytes(), first, second, update, decoder.decode(slot, sequencer));
    }

    private static final int SECOND_WAIT_MODE = 32;
    private static final int OWN_UPDATE_MODE = 34;
    private static final int SECOND_WAIT_VALUE = 36;
    private static final int OWN_UPDATE_VALUE = 40;

    /** Slot byte 0. */
    public int opcode() {
        return bytes[Slot.OPCODE] & 0xFF;
    }

    /** A copy of the 64 bytes. */
    public byte[] bytes() {
        return bytes.clone();
    }

    /** Whether this was made from the 64 bytes at an index of an array. */
    boolean isFrom(byte[] memory, int at) {
        return Arrays.equals(bytes, 0, Slot.BYTES, memory, at, at + Slot.BYTES);
    }

    public Wait firstWait() {
        return first;
    }

    /** The second condition that only EVENT_SEMAPHORE can have. */
    public Wait secondWait() {
        return second;
    }

    public Update update() {
        return update;
    }

    Operation operation() {
        return operation;
    }
}
