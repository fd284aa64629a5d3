package io.nrt4j.loader.listing;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.Bytes;
import io.nrt4j.hal.isa.Disassembler;
import io.nrt4j.hal.isa.Generation;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.hal.isa.TongaSpInstruction;
import io.nrt4j.loader.debuginfo.SlotOrigin;
import io.nrt4j.loader.debuginfo.StreamOrigins;
import io.nrt4j.loader.image.EngineImage;
import io.nrt4j.loader.manifest.Definition;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A program of one engine, as the compiler wrote it or as the runtime loaded it, ready to be listed.
 *
 * <p>Bytes behind the last whole slot are not listed.
 */
public final class CodeStream {
    private final Definition definition;
    private final EngineType engine;
    private final ByteBuf bytes;
    private final Disassembler disassembler;
    private final StreamOrigins origins;
    private final Optional<EngineImage> image;
    private final boolean isSequencerOfV1;

    private CodeStream(
            Definition definition,
            EngineType engine,
            ByteBuf bytes,
            StreamOrigins origins,
            Optional<EngineImage> image) {
        this.definition = definition;
        this.engine = engine;
        this.bytes = bytes;
        this.disassembler = new Disassembler(
                Generation.of(definition.target()), SemaphoreOwners.of(definition), new DeclaredVariables(definition));
        this.origins = origins;
        this.image = image;
        this.isSequencerOfV1 = engine == EngineType.SP && Generation.of(definition.target()) == Generation.V1;
    }

    /** The program of an engine in the NEFF. */
    public static CodeStream ofProgram(Definition definition, EngineType engine, StreamOrigins origins) {
        return new CodeStream(definition, engine, definition.engine(engine).program(), origins, Optional.empty());
    }

    /** The image that was made of it. */
    public static CodeStream ofImage(Definition definition, EngineImage image, StreamOrigins origins) {
        return new CodeStream(definition, image.engine(), image.content(), origins, Optional.of(image));
    }

    /** Name of the graph. */
    public String graph() {
        return definition.name();
    }

    /** Whose program it is. */
    public EngineType engine() {
        return engine;
    }

    /** Bytes of a slot: 64, but eight on the SP engine of v1. */
    public int slotBytes() {
        return isSequencerOfV1 ? TongaSpInstruction.BYTES : Slot.BYTES;
    }

    /** Number of whole slots. */
    public int slots() {
        return bytes.readableBytes() / slotBytes();
    }

    /** All slots in order, each made when it is asked for. */
    public Stream<ListedSlot> list() {
        return IntStream.range(0, slots()).mapToObj(this::slot);
    }

    /** One slot by its index. */
    public ListedSlot slot(int pc) {
        return isSequencerOfV1 ? sequencerSlot(pc) : engineSlot(pc);
    }

    private ListedSlot engineSlot(int pc) {
        Slot slot = at(pc);
        Optional<Opcode> previous = pc == 0 ? Optional.empty() : at(pc - 1).opcode();
        return listed(pc, slot.opcodeCode(), disassembler.disassemble(slot, previous), Bytes.of(slot.toBytes()));
    }

    private ListedSlot sequencerSlot(int pc) {
        byte[] instruction = new byte[TongaSpInstruction.BYTES];
        bytes.getBytes(bytes.readerIndex() + pc * TongaSpInstruction.BYTES, instruction);
        return listed(
                pc,
                TongaSpInstruction.opcodeOf(instruction[0]),
                TongaSpInstruction.disassemble(Unpooled.wrappedBuffer(instruction)),
                Bytes.of(instruction));
    }

    private ListedSlot listed(int pc, int opcode, Disassembler.Line line, Bytes slot) {
        int offset = pc * slot.length();
        OptionalInt neffPc =
                image.filter(i -> !isSequencerOfV1).map(i -> i.origins().of(pc)).orElse(OptionalInt.of(pc));
        return new ListedSlot(
                definition.name(),
                engine,
                pc,
                opcode,
                line.mnemonic(),
                line.operands(),
                slot,
                neffPc,
                image.map(i -> i.sections().of(offset / Slot.BYTES).name()),
                image.map(i -> OptionalLong.of(i.address() + offset)).orElse(OptionalLong.empty()),
                neffPc.isPresent() ? origins.of(neffPc.getAsInt()) : SlotOrigin.UNKNOWN);
    }

    private Slot at(int pc) {
        return Slot.at(bytes, bytes.readerIndex() + pc * Slot.BYTES);
    }
}
