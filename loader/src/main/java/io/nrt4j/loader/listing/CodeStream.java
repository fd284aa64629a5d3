package io.nrt4j.loader.listing;

import io.netty.buffer.ByteBuf;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.Bytes;
import io.nrt4j.hal.isa.Disassembler;
import io.nrt4j.hal.isa.Generation;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.loader.debuginfo.SlotOrigin;
import io.nrt4j.loader.debuginfo.StreamOrigins;
import io.nrt4j.loader.image.EngineImage;
import io.nrt4j.loader.manifest.Definition;
import java.util.Optional;
import java.util.OptionalInt;
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

    /** Number of slots. */
    public int slots() {
        return bytes.readableBytes() / Slot.BYTES;
    }

    /** All slots in order, each made when it is asked for. */
    public Stream<ListedSlot> list() {
        return IntStream.range(0, slots()).mapToObj(this::slot);
    }

    /** One slot by its index. */
    public ListedSlot slot(int pc) {
        Slot slot = at(pc);
        Optional<Opcode> previous = pc == 0 ? Optional.empty() : at(pc - 1).opcode();
        Disassembler.Line line = disassembler.disassemble(slot, previous);
        OptionalInt neffPc = image.map(i -> i.origins().of(pc)).orElse(OptionalInt.of(pc));
        return new ListedSlot(
                definition.name(),
                engine,
                pc,
                slot.opcodeCode(),
                line.mnemonic(),
                line.operands(),
                Bytes.of(slot.toBytes()),
                neffPc,
                image.map(i -> i.sections().of(pc).name()),
                neffPc.isPresent() ? origins.of(neffPc.getAsInt()) : SlotOrigin.UNKNOWN);
    }

    private Slot at(int pc) {
        return Slot.at(bytes, bytes.readerIndex() + pc * Slot.BYTES);
    }
}
