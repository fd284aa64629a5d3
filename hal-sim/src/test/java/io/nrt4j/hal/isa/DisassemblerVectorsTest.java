package io.nrt4j.hal.isa;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The vectors of isa-encodings.md §8: real slots with the text that the vendor's profiler printed for them. */
class DisassemblerVectorsTest {
    private static final int FIRST_QUEUE_SEMAPHORE = 8;
    private static final int SEMAPHORES_PER_QUEUE = 16;
    private static final Map<Integer, String> ENGINES = Map.of(3, "GpSimd", 4, "Scalar", 5, "Tensor", 6, "Vector");

    /** The queues of a program in the order of their semaphores, from 8 on. */
    private static final Map<String, List<String>> QUEUES = Map.of(
            "baseline", List.of("qGpSimdDynamic", "qSyncDynamicHW", "qScalarDynamicHW"),
            "fused", List.of("qSyncDynamicHW", "qGpSimdDynamic"),
            "matmul", List.of("qSyncDynamicHW", "qGpSimdDynamic"));

    /** Where the real runtime put the variables: isa.md §6. */
    private static final Map<Integer, Long> ADDRESSES =
            Map.of(0, 0x802000000000L, 5, 0x8005c03b0000L, 6, 0x800001000000L);

    record Vector(String place, String hex, String text) {
        String program() {
            return place.substring(0, place.indexOf('_'));
        }

        @Override
        public String toString() {
            return place;
        }
    }

    static List<Vector> vectors() throws IOException {
        try (InputStream in = DisassemblerVectorsTest.class.getResourceAsStream("vectors.tsv")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split("\t"))
                    .map(columns -> new Vector(columns[0], columns[1], columns[2]))
                    .toList();
        }
    }

    @Test
    void noVectorIsMissing() throws IOException {
        assertThat(vectors()).hasSize(62);
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void theTextIsThatOfTheProfiler(Vector vector) {
        byte[] bytes = HexFormat.of().parseHex(vector.hex());
        Disassembler disassembler =
                new Disassembler(Generation.V3, i -> owner(vector.program(), i), variables(vector.program()));
        assertThat(disassembler
                        .disassemble(Slot.at(Unpooled.wrappedBuffer(bytes), 0))
                        .text())
                .isEqualTo(vector.text());
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void theBytesComeBackAndNoneIsUnknown(Vector vector) {
        byte[] bytes = HexFormat.of().parseHex(vector.hex());
        Instruction instruction = Instruction.decode(Unpooled.wrappedBuffer(bytes), Generation.V3);
        assertThat(instruction.unknown()).isEqualTo(UnknownBytes.NONE);
        Slot encoded = Slot.create(Opcode.INVALID);
        instruction.encode(encoded);
        assertThat(encoded.toBytes()).isEqualTo(bytes);
    }

    private static Optional<String> owner(String program, int semaphore) {
        if (ENGINES.containsKey(semaphore)) {
            return Optional.of(ENGINES.get(semaphore));
        }
        int queue = (semaphore - FIRST_QUEUE_SEMAPHORE) / SEMAPHORES_PER_QUEUE;
        return Optional.of(QUEUES.get(program).get(queue));
    }

    /** matmul_small has no profile: its texts keep the ids. */
    private static VariableNames variables(String program) {
        return program.equals("matmul")
                ? VariableNames.BY_ID
                : (id, offset) -> "0x" + Long.toHexString(ADDRESSES.get(id) + offset);
    }
}
