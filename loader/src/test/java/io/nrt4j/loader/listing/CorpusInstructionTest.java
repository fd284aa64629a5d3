package io.nrt4j.loader.listing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.DecodedSlot;
import io.nrt4j.hal.isa.Field;
import io.nrt4j.hal.isa.FieldType;
import io.nrt4j.hal.isa.Generation;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.loader.testing.Corpus;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every slot of every engine of the corpus: known on its generation, and the same bytes after decoding and encoding. */
@Tag("corpus")
class CorpusInstructionTest {
    private final Map<String, Integer> undecoded = new TreeMap<>();
    private final byte[] original = new byte[Slot.BYTES];
    private final byte[] encoded = new byte[Slot.BYTES];
    private final Slot target = Slot.at(Unpooled.wrappedBuffer(encoded), 0);

    private long slots;
    private int files;

    @Test
    void everySlotDecodesAndComesBack() throws IOException {
        JsonNode manifest = Corpus.manifest();
        for (Path neff : Corpus.neffs().toList()) {
            Map<String, Integer> counts = new TreeMap<>();
            try (CorpusStreams streams = CorpusStreams.open(neff)) {
                Generation generation = streams.generation();
                for (CorpusStreams.Stream stream : streams.streams()) {
                    check(stream.bytes(), stream.engine(), generation, counts);
                }
            }
            assertThat(counts)
                    .as(neff.getFileName().toString())
                    .isEqualTo(expectedCounts(
                            manifest.get(neff.getFileName().toString()).get("opcodes")));
            files++;
        }
        System.out.printf(
                "%d slots of %d files decode on their generation and re-encode to the same bytes%n", slots, files);
        System.out.println("bytes set in real slots whose meaning is not known (generation, mnemonic, offset: slots):");
        undecoded.forEach((where, count) -> System.out.printf("  %s: %d%n", where, count));
        assertThat(files).isEqualTo(manifest.size());
    }

    @Test
    void everySlotOfTheLoadedImagesDecodesAndComesBack() throws IOException {
        int images = 0;
        for (Path json : Corpus.images().toList()) {
            for (CorpusImages.Image image : CorpusImages.read(json)) {
                check(image.bytes(), image.engine(), image.generation(), new TreeMap<>());
                images++;
            }
        }
        report(images + " loaded images");
        assertThat(images).isPositive();
    }

    private void check(ByteBuf stream, EngineType engine, Generation generation, Map<String, Integer> counts) {
        Slot slot = new Slot();
        assertThat(stream.readableBytes() % Slot.BYTES).isZero();
        for (int at = 0; at < stream.readableBytes(); at += Slot.BYTES) {
            DecodedSlot decoded = DecodedSlot.decode(slot.wrap(stream, at), generation);
            decoded.encode(target);
            stream.getBytes(at, original);
            assertThat(encoded).isEqualTo(original);
            counts.merge("%s 0x%02x".formatted(engine, decoded.opcodeCode()), 1, Integer::sum);
            slots++;
            record(decoded, generation);
        }
    }

    private void report(String what) {
        System.out.printf("%d slots of %s decode on their generation and re-encode to the same bytes%n", slots, what);
        System.out.println("bytes set in real slots whose meaning is not known (generation, mnemonic, offset: slots):");
        undecoded.forEach((where, count) -> System.out.printf("  %s: %d%n", where, count));
    }

    private void record(DecodedSlot decoded, Generation generation) {
        String who = generation.codeName() + " " + decoded.mnemonic();
        for (long rest = decoded.unknown().mask(); rest != 0; rest &= rest - 1) {
            undecoded.merge(who + " unnamed " + Long.numberOfTrailingZeros(rest), 1, Integer::sum);
        }
        for (Field field : decoded.fields()) {
            if (field.type() == FieldType.UNNAMED && (int) field.of(decoded.operands()) != 0) {
                undecoded.merge(who + " " + field, 1, Integer::sum);
            }
        }
    }

    private static Map<String, Integer> expectedCounts(JsonNode opcodes) {
        Map<String, Integer> counts = new TreeMap<>();
        opcodes.properties()
                .forEach(engine -> engine.getValue()
                        .properties()
                        .forEach(code -> counts.put(
                                engine.getKey() + " " + code.getKey(),
                                code.getValue().asInt())));
        return counts;
    }
}
