package io.nrt4j.loader.manifest;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.nrt4j.hal.EngineType;
import java.util.List;

/**
 * The program of one engine: its instruction file and the DMA blocks that its triggers start.
 *
 * @param engine which engine
 * @param jsonMember the engine's JSON member; empty for a placeholder
 * @param programMember the instruction member; empty for a placeholder
 * @param program raw instruction bytes, all of them, also behind the last whole slot; a slice of the member table's buffer
 * @param dmaBlocks in file order
 */
public record EngineProgram(
        EngineType engine, String jsonMember, String programMember, ByteBuf program, List<DmaBlock> dmaBlocks) {
    /** Bytes of an instruction slot. */
    public static final int SLOT_BYTES = 64;

    public EngineProgram {
        dmaBlocks = List.copyOf(dmaBlocks);
    }

    /** What the runtime takes for an engine that the definition does not name. */
    public static EngineProgram placeholder(EngineType engine) {
        return new EngineProgram(engine, "", "", Unpooled.EMPTY_BUFFER, List.of());
    }

    /** Whether the definition does not name this engine. */
    public boolean isPlaceholder() {
        return jsonMember.isEmpty();
    }

    /** {@code ninstr}: whole 64-byte slots. */
    public int slots() {
        return program.readableBytes() / SLOT_BYTES;
    }
}
