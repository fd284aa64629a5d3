package io.nrt4j.loader.image;

import com.fasterxml.jackson.databind.JsonNode;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.Slot;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.StreamSupport;

/**
 * The images that the real runtime made of one graph, from the corpus, and the addresses in them.
 *
 * <p>Source: corpus/images/README.md.
 */
final class RecordedImage {
    private final Map<EngineType, byte[]> images = new HashMap<>();
    private final Map<EngineType, JsonNode> descriptions = new HashMap<>();
    private final Map<Long, Integer> storedWords = new HashMap<>();

    /** Reads the engines of a graph's node; {@code all} is the whole image file. */
    RecordedImage(JsonNode graph, byte[] all) {
        for (EngineType engine : EngineType.values()) {
            JsonNode node = graph.get("engines").get(engine.name());
            int offset = node.get("offset").asInt();
            images.put(
                    engine,
                    Arrays.copyOfRange(all, offset, offset + node.get("bytes").asInt()));
            descriptions.put(engine, node);
            collectStores(engine);
        }
    }

    byte[] bytes(EngineType engine) {
        return images.get(engine);
    }

    int slots(EngineType engine) {
        return images.get(engine).length / Slot.BYTES;
    }

    Slot slot(EngineType engine, int index) {
        ByteBuf bytes = Unpooled.wrappedBuffer(images.get(engine));
        return Slot.at(bytes, index * Slot.BYTES);
    }

    long address(EngineType engine) {
        return Long.decode(descriptions.get(engine).get("address").asText());
    }

    /** The patch table as exported: offset, count and type; the section is not exported. */
    List<List<Integer>> patches(EngineType engine) {
        return StreamSupport.stream(descriptions.get(engine).get("patch").spliterator(), false)
                .map(p -> List.of(p.get(0).asInt(), p.get(1).asInt(), p.get(2).asInt()))
                .toList();
    }

    /** The 64-bit value that the preambles store at a register pair; empty if none does. */
    OptionalLong stored(long register) {
        Integer low = storedWords.get(register);
        Integer high = storedWords.get(register + 4);
        return low == null || high == null
                ? OptionalLong.empty()
                : OptionalLong.of((long) high << 32 | Integer.toUnsignedLong(low));
    }

    /** The address of the first TENSOR_LOAD into a register of PE. */
    OptionalLong loadedInto(int register) {
        for (int i = 0; i < slots(EngineType.PE); i++) {
            Slot slot = slot(EngineType.PE, i);
            if (slot.opcodeCode() == 0xAA && slot.u8(32) == register) {
                return OptionalLong.of(slot.i64(16));
            }
        }
        return OptionalLong.empty();
    }

    /** The address of POOL's first library load. */
    OptionalLong library() {
        for (int i = 0; i < slots(EngineType.POOL); i++) {
            Slot slot = slot(EngineType.POOL, i);
            if (slot.opcodeCode() == 0x95 && slot.u8(12) == 1) {
                return OptionalLong.of(slot.i64(16));
            }
        }
        return OptionalLong.empty();
    }

    /** Immediate stores, word by word; the compiler's programs hold none. */
    private void collectStores(EngineType engine) {
        for (int i = 0; i < slots(engine); i++) {
            Slot slot = slot(engine, i);
            if (slot.opcodeCode() == 0xAB && slot.u8(13) == 1) {
                for (int k = 0; k < slot.u8(14) * slot.u8(15); k++) {
                    long words = (long) (k % slot.u8(14)) * slot.i32(24) + (long) (k / slot.u8(14)) * slot.i32(28);
                    storedWords.put(slot.i64(16) + 4 * words, slot.i32(32 + 4 * k));
                }
            }
        }
    }
}
