package io.nrt4j.hal.isa.check;

import io.netty.buffer.ByteBuf;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.Generation;
import io.nrt4j.hal.isa.Instruction;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.hal.isa.TongaEvents;
import io.nrt4j.hal.isa.TongaInstruction;
import io.nrt4j.hal.isa.TongaOpcode;
import io.nrt4j.hal.isa.TongaSpInstruction;
import io.nrt4j.hal.isa.TongaSpOpcode;
import io.nrt4j.hal.isa.check.SlotContext.SlotRule;
import java.util.List;
import java.util.Optional;

/**
 * Checks the streams of a program as a compiler writes them, before any loader has touched them.
 *
 * <p>A v1 stream is checked for its opcodes and events alone; its other rules are not known. Source: isa.md §7.
 */
public final class Validator {
    private static final List<SlotRule> RULES = List.of(
            EventRules::check,
            FieldRules::check,
            TensorRules::check,
            ElementRules::check,
            OperationRules::check,
            DmaRules::check);

    private final Generation generation;
    private final ProgramFacts facts;

    /** A validator for the streams of one program. */
    public Validator(Generation generation, ProgramFacts facts) {
        this.generation = generation;
        this.facts = facts;
    }

    /**
     * Checks one engine's stream.
     *
     * @param stream from its reader index on, which stays
     * @return what was found, in the order of the slots; of each rule the first sixteen findings and the number of the
     *     others; empty for a flawless or an empty stream
     */
    public List<Finding> check(EngineType engine, ByteBuf stream) {
        SlotContext context = new SlotContext(generation, engine, facts);
        if (generation == Generation.V1 && engine == EngineType.SP) {
            checkSequencer(stream, context);
            return context.findings();
        }
        if (stream.readableBytes() % Slot.BYTES != 0) {
            context.find(
                    Rule.STREAM_SIZE,
                    "%d bytes are %d more than whole slots"
                            .formatted(stream.readableBytes(), stream.readableBytes() % Slot.BYTES));
        }
        Slot slot = new Slot();
        for (int i = 0; i < stream.readableBytes() / Slot.BYTES; i++) {
            context.moveTo(i);
            slot.wrap(stream, stream.readerIndex() + i * Slot.BYTES);
            if (generation == Generation.V1) {
                checkTonga(slot, context);
            } else {
                checkSlot(slot, i, context);
            }
        }
        return context.findings();
    }

    private void checkSlot(Slot slot, int index, SlotContext context) {
        Optional<Opcode> opcode = slot.opcode().filter(o -> o.existsIn(generation));
        if (opcode.isEmpty()) {
            context.find(
                    Rule.OPCODE_DEFINED,
                    "0x%02x is not defined on %s".formatted(slot.opcodeCode(), generation.codeName()));
            return;
        }
        context.enter(opcode.get());
        checkHeader(slot, opcode.get(), context);
        checkPosition(opcode.get(), index, context);
        Instruction instruction = Instruction.decode(slot, generation);
        RULES.forEach(rule -> rule.check(instruction, context));
    }

    private static void checkHeader(Slot slot, Opcode opcode, SlotContext context) {
        int length = slot.u8(Slot.WORD_LENGTH);
        boolean free = opcode == Opcode.PSEUDO_EXTENSION
                || (opcode == Opcode.QUANTIZE_MX && length == Slot.LENGTH_OF_SATURATING_QUANTIZE);
        if (!free && length != Slot.LENGTH_IN_WORDS) {
            context.find(Rule.WORD_LENGTH, "byte 1 is 0x%x".formatted(length));
        }
        if (!opcode.isAcceptedBy(context.engine())) {
            context.find(Rule.OPCODE_ENGINE, "%s does not accept %s".formatted(context.engine(), opcode));
        }
        switch (opcode) {
            case DMAMEMCPY, DMA_MEMCPY2, DMA_IMMEDIATE, DMA_INDIRECT, DMA_TRANSPOSE, DMA_GATHER_TRANSPOSE ->
                context.find(Rule.OPCODE_OF_LOADER, "%s (0x%02x)".formatted(opcode, opcode.code()));
            default -> {}
        }
    }

    private void checkPosition(Opcode opcode, int index, SlotContext context) {
        if (index == 0 && opcode != Opcode.SET_ORDERING_MODE) {
            context.find(Rule.FIRST_SLOT, "it is %s".formatted(opcode));
        }
        boolean labelled = generation.compareTo(Generation.V3) >= 0;
        if (index == 1 && labelled && opcode != Opcode.PSEUDO_BRANCH_LABEL) {
            context.find(Rule.SECOND_SLOT, "it is %s".formatted(opcode));
        }
    }

    /** The instructions of the v1 synchronisation sequencer have eight bytes. Source: isa-encodings.md §7.2. */
    private static void checkSequencer(ByteBuf stream, SlotContext context) {
        int rest = stream.readableBytes() % TongaSpInstruction.BYTES;
        if (rest != 0) {
            context.find(
                    Rule.STREAM_SIZE,
                    "%d bytes are %d more than whole instructions of 8".formatted(stream.readableBytes(), rest));
        }
        for (int i = 0; i < stream.readableBytes() / TongaSpInstruction.BYTES; i++) {
            context.moveTo(i);
            int opcode =
                    TongaSpInstruction.opcodeOf(stream.getByte(stream.readerIndex() + i * TongaSpInstruction.BYTES));
            if (TongaSpOpcode.fromCode(opcode).isEmpty()) {
                context.find(Rule.OPCODE_DEFINED, "0x%02x is not known to the v1 sequencer".formatted(opcode));
            }
        }
    }

    private static void checkTonga(Slot slot, SlotContext context) {
        if (TongaOpcode.fromCode(slot.opcodeCode()).isEmpty()) {
            context.find(
                    Rule.OPCODE_DEFINED,
                    "0x%02x is not known on %s".formatted(slot.opcodeCode(), Generation.V1.codeName()));
            return;
        }
        if (slot.u8(Slot.WORD_LENGTH) != Slot.LENGTH_IN_WORDS) {
            context.find(Rule.WORD_LENGTH, "byte 1 is 0x%x".formatted(slot.u8(Slot.WORD_LENGTH)));
        }
        TongaEvents events = TongaInstruction.decode(slot).events();
        if (events.waitMode() > TongaEvents.LAST_WAIT_MODE) {
            context.find(Rule.WAIT_MODE, "wait mode 0x%x is not defined".formatted(events.waitMode()));
        }
        if (events.setMode() > TongaEvents.LAST_SET_MODE) {
            context.find(Rule.UPDATE_MODE, "set mode 0x%x is not defined".formatted(events.setMode()));
        }
    }
}
