package io.nrt4j.loader.pack.diff;

import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.hal.EngineType;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.pack.NeffBuilder;
import io.nrt4j.loader.pack.TensorType;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class NeffDiffTest {
    private static final UUID SAME = new UUID(1, 2);

    private static List<Difference> compare(NeffBuilder left, NeffBuilder right) {
        try (ByteSource a = ByteSource.of(left.uuid(SAME).toByteArray());
                ByteSource b = ByteSource.of(right.uuid(SAME).toByteArray())) {
            return NeffDiff.compare(a, b);
        }
    }

    private static NeffBuilder model(int outputs, int firstSemaphore, int slotByte) {
        byte[] slots = new byte[128];
        slots[64 + 12] = (byte) slotByte;
        return NeffBuilder.named("m")
                .graph(g -> g.input("x", TensorType.INT8, 4)
                        .output("y", TensorType.INT8, outputs)
                        .queue("q", "in", EngineType.SP, firstSemaphore)
                        .program(EngineType.PE, slots));
    }

    @Test
    void theWayOfPackingDoesNotCount() {
        assertThat(compare(model(4, 8, 1), model(4, 8, 1).mtime(5).uncompressed()))
                .isEmpty();
    }

    @Test
    void variablesQueuesInstructionsAndHeaderAreNamed() {
        List<Difference> differences = compare(model(4, 8, 1), model(5, 24, 2).header(fields -> fields.name("n")));
        assertThat(differences)
                .contains(
                        new Difference("header", "name", "m", "n"),
                        new Difference(
                                "sg00 variables", "y", "MR_OUTPUT of 4 bytes, id 2", "MR_OUTPUT of 5 bytes, id 2"))
                .anyMatch(d -> d.area().equals("sg00 queues")
                        && d.what().equals("q")
                        && d.right().contains("24"))
                .anyMatch(d -> d.area().equals("sg00 pe") && d.what().equals("1 slots differ, the first is 1"))
                .anyMatch(d -> d.area().equals("members") && d.what().equals("sg00/PE.bin"));
    }

    @Test
    void whatOnlyOneHasIsNamed() {
        assertThat(compare(model(4, 8, 1).member("extra", "abc"), model(4, 8, 1)))
                .containsExactly(new Difference("members", "extra", "3 bytes", "-"));
        assertThat(compare(model(4, 8, 1).insertionOrder(), model(4, 8, 1)))
                .containsExactly(new Difference("members", "order", "one", "another"));
    }
}
