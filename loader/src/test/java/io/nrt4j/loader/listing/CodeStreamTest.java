package io.nrt4j.loader.listing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.container.ContainerOptions;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.manifest.Definition;
import io.nrt4j.loader.pack.NeffBuilder;
import io.nrt4j.loader.pack.TensorType;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class CodeStreamTest {
    /**
     * isa-encodings.md §7.2: the SP engine of v1 has instructions of eight bytes, those of later generations 64. Files
     * for v1 name no target: container.md §8.2.
     */
    @Test
    void theSequencerOfV1IsListedByEightBytes() {
        byte[] program = HexFormat.of().parseHex("a401020304050607" + "7f00000000000000" + "10000000");
        assertThat(list("", program))
                .extracting(
                        ListedSlot::pc,
                        ListedSlot::opcode,
                        ListedSlot::text,
                        slot -> slot.bytes().toString())
                .containsExactly(
                        tuple(0, 0x24, "WAIT_EVENT_SET phase=1 payload=01020304050607", "a401020304050607"),
                        tuple(1, 0x7f, "UNKNOWN_0x7f 7f00000000000000", "7f00000000000000"));
        assertThat(list(Arch.SUNDA.target(), program)).isEmpty();
    }

    private static List<ListedSlot> list(String target, byte[] program) {
        byte[] neff = NeffBuilder.named("v1")
                .target(target)
                .graph(g -> g.output("y", TensorType.INT8, 4).program(EngineType.SP, program))
                .toByteArray();
        try (ByteSource source = ByteSource.of(neff);
                NeffListing listing = NeffListing.open(source, ContainerOptions.DEFAULT, Nlog.silent())) {
            Definition definition = listing.manifests().definitions().get(0);
            return listing.programs(definition).stream()
                    .filter(stream -> stream.engine() == EngineType.SP)
                    .flatMap(CodeStream::list)
                    .toList();
        }
    }
}
