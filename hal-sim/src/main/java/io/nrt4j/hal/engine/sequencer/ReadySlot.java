package io.nrt4j.hal.engine.sequencer;

import io.netty.buffer.Unpooled;
import io.nrt4j.hal.isa.Disassembler;
import io.nrt4j.hal.isa.Disassembler.Line;
import io.nrt4j.hal.isa.Generation;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.SemaphoreNames;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.hal.isa.TongaEvents;
import io.nrt4j.hal.isa.VariableNames;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A slot made ready to run: its events and its operation, and the bytes it was made from. */
public final class ReadySlot {
    private final Generation generation;
    private final byte[] bytes;
    private final Wait first;
    private final Wait second;
    private final Update update;
    private final Operation operation;
    private @Nullable Line line;

    private ReadySlot(Slot slot, Generation generation, Wait first, Wait second, Update update, Operation operation) {
        this.generation = generation;
        this.bytes = slot.toBytes();
        this.first = first;
        this.second = second;
        this.update = update;
        this.operation = operation;
    }

    /** Makes a slot ready for an engine; throws as {@link OperationDecoder}. */
    static ReadySlot decode(Slot slot, Sequencer sequencer, OperationDecoder decoder) {
        Generation generation = sequencer.coreModel().generation();
        if (generation == Generation.V1) {
            TongaEvents events = TongaEvents.decode(slot);
            return new ReadySlot(
                    slot, generation, Wait.of(events), Wait.NONE, Update.of(events), decoder.decode(slot, sequencer));
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
        return new ReadySlot(slot, generation, first, second, update, decoder.decode(slot, sequencer));
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

    /** The slot as text, by the numbers of semaphores and variables; made once. */
    public Line disassemble() {
        Line known = line;
        if (known != null) {
            return known;
        }
        Line made = new Disassembler(generation, SemaphoreNames.NONE, VariableNames.BY_ID)
                .disassemble(Slot.at(Unpooled.wrappedBuffer(bytes), 0));
        line = made;
        return made;
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
