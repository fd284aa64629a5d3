package io.nrt4j.runtime.recipe;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.hal.isa.WaitMode;
import io.nrt4j.loader.container.NeffHeader;
import io.nrt4j.loader.pack.GraphBuilder;
import io.nrt4j.loader.pack.NeffBuilder;
import io.nrt4j.loader.pack.PackMember;
import io.nrt4j.loader.pack.TensorType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * The good NEFF in which every recipe breaks one thing: POOL copies the 32 floats of {@code x} to {@code y}. Named
 * {@code baseline.neff}, like the case book's.
 */
final class BaselineNeff {
    /** Where header fields lie. Source: container.md §2. */
    static final int PACKAGE_VERSION = 0x000;

    static final int HEADER_SIZE = 0x008;
    static final int DATA_SIZE = 0x010;
    static final int VERSION_MAJOR = 0x018;
    static final int FEATURE_BITS = 0x220;

    static final int ELEMENTS = 32;
    static final long BYTES = ELEMENTS * (long) Float.BYTES;

    private static final String NAME = "baseline.neff";
    private static final String QUEUE = "qPoolIO0";
    private static final int QUEUE_SEMAPHORE = 8;
    /** Counts the sixteen rings that a DMA block ends on. */
    private static final int DONE = 40;

    private static final int RINGS = 16;
    private static final int BLOCK_ID = 48;

    private BaselineNeff() {}

    /** For trn2, as it is. */
    static NeffBuilder builder() {
        return builder(Arch.CAYMAN, graph -> {});
    }

    /** With a change to the graph. */
    static NeffBuilder builder(Arch arch, Consumer<GraphBuilder> change) {
        return NeffBuilder.named(NAME).target(arch).graph(graph -> change.accept(copying(graph)));
    }

    /** The file as it is. */
    static byte[] bytes() {
        return builder().toByteArray();
    }

    /** With a change to the definition of the graph. */
    static byte[] withDefinition(Consumer<com.fasterxml.jackson.databind.node.ObjectNode> change) {
        return builder(Arch.CAYMAN, graph -> graph.definition(change)).toByteArray();
    }

    /** With another program of POOL. */
    static byte[] withProgram(Slot... slots) {
        return builder(Arch.CAYMAN, graph -> graph.program(EngineType.POOL, join(slots)))
                .toByteArray();
    }

    /** With a 64-bit header field changed, and nothing else. */
    static byte[] withField(int offset, long value) {
        byte[] file = bytes();
        ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).putLong(offset, value);
        return file;
    }

    /** The header before another payload. */
    static byte[] around(byte[] payload) {
        byte[] header = Arrays.copyOf(bytes(), NeffHeader.SIZE);
        return ByteBuffer.allocate(header.length + payload.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(header)
                .put(payload)
                .putLong(DATA_SIZE, payload.length)
                .array();
    }

    /** With the text of a generated member changed. */
    static byte[] edited(String member, UnaryOperator<String> change) {
        return edited(builder(), member, change);
    }

    /** The same of another file. */
    static byte[] edited(NeffBuilder builder, String member, UnaryOperator<String> change) {
        return builder.member(member, change.apply(text(builder, member))).toByteArray();
    }

    private static String text(NeffBuilder builder, String name) {
        PackMember member = builder.plan().members().stream()
                .filter(m -> m.entry().name().equals(name))
                .findFirst()
                .orElseThrow();
        try (InputStream in = member.content().open()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static GraphBuilder copying(GraphBuilder graph) {
        return graph.input("x", TensorType.FLOAT32, ELEMENTS)
                .output("y", TensorType.FLOAT32, ELEMENTS)
                .queue(QUEUE, "in", EngineType.POOL, QUEUE_SEMAPHORE)
                .copy(EngineType.POOL, QUEUE, 0, DONE, "x", "y", BYTES)
                .program(EngineType.POOL, join(trigger(), afterCopy(Slot.create(Opcode.NOP))));
    }

    /** Starts the copy. */
    static Slot trigger() {
        Slot slot = Slot.create(Opcode.PSEUDO_DMATRIGGER).setI32(BLOCK_ID, 0);
        byte[] queue = QUEUE.getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < queue.length; i++) {
            slot.setU8(Slot.OPERANDS + i, queue[i]);
        }
        return slot;
    }

    /** The slot, waiting for the end of the copy. */
    static Slot afterCopy(Slot slot) {
        return slot.setWait(WaitMode.SEM_GE_IMM, DONE, RINGS);
    }

    static byte[] join(Slot... slots) {
        byte[] bytes = new byte[slots.length * Slot.BYTES];
        for (int i = 0; i < slots.length; i++) {
            System.arraycopy(slots[i].toBytes(), 0, bytes, i * Slot.BYTES, Slot.BYTES);
        }
        return bytes;
    }
}
