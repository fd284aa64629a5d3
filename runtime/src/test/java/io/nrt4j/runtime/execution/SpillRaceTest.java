package io.nrt4j.runtime.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.engine.check.MachineCheck;
import io.nrt4j.loader.manifest.AccessPattern;
import io.nrt4j.loader.manifest.DmaBlock;
import io.nrt4j.loader.manifest.DmaDescriptor;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The one file of the corpus with a race, and why it harms nobody.
 *
 * <p>The first spill of each image copies the whole tile of results out of the state buffer, although only its first and
 * last rows are computed; where the others belong, another queue is still loading inputs. Later blocks of the same queue
 * spill every one of those rows again, from elsewhere, so that no byte of doubtful origin lasts.
 */
@Tag("corpus")
class SpillRaceTest {
    static final String FILE = "chengli-conv2d_2_float32";

    /** Bytes of the tile in each partition: 222 rows of 222 numbers. */
    private static final int TILE = 222 * 222 * 4;
    /** Bytes of it that only the first spill gives: two rows at the start, and what no later one reaches at the end. */
    private static final int FIRST = 2 * 222 * 4;

    private static final int LAST = 1760;
    /** Where the tile of the first image begins in each partition of the state buffer, and the byte that races. */
    private static final int BASE = 18_432;

    private static final int RACED = 0xEE00;

    @Tag("bench")
    @Test
    void theRaceIsReported() {
        try (CorpusModel model = CorpusModel.load(FILE)) {
            GoldenCase.fill(model);
            ExecutionOptions checked = ExecutionOptions.DEFAULT.withChecks(EnumSet.of(MachineCheck.RACES));
            ExecutionException race = catchThrowableOfType(ExecutionException.class, () -> model.run(checked));
            assertThat(race)
                    .hasMessageContaining("race: nothing orders the read of SBUF of core 0, partition 0, byte 0xee00")
                    .hasMessageContaining("by core 0 DMA queue 1 engine 0 copy [started by core 0 DVE pc ")
                    .hasMessageContaining("WRITE $S[6]>=12 data=0x21 size=4 dst=0x1002082038] behind the write")
                    .hasMessageContaining("by core 0 DMA queue 2 engine 0 transpose [started by core 0 SP pc ")
                    .hasMessageContaining("WRITE $S[4]>=24 data=0x22 size=4 dst=0x1002083038]");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"output_tile_sbuf_i0_SpillSave1", "output_tile_sbuf_i1_SpillSave2"})
    void laterSpillsOfTheSameQueueReplaceTheRowsBetween(String tile) {
        try (CorpusModel model = CorpusModel.load(FILE)) {
            List<DmaBlock> spills =
                    model.model(0).manifest().definitions().get(0).engine(EngineType.DVE).dmaBlocks().stream()
                            .filter(block -> !bytesOf(block, tile).isEmpty())
                            .toList();
            assertThat(spills).hasSize(110).extracting(DmaBlock::ring).containsOnly("qDVESpillReload0");
            assertThat(spills).extracting(DmaBlock::id).isSorted();
            BitSet lasting = bytesOf(spills.get(0), tile);
            assertThat(lasting.cardinality()).isEqualTo(TILE);
            spills.subList(1, spills.size()).forEach(spill -> lasting.andNot(bytesOf(spill, tile)));
            BitSet expected = new BitSet();
            expected.set(0, FIRST);
            expected.set(TILE - LAST, TILE);
            assertThat(lasting).isEqualTo(expected);
            assertThat(lasting.get(RACED - BASE)).isFalse();
        }
    }

    /** What a block writes of the first partition's part of a variable. */
    private static BitSet bytesOf(DmaBlock block, String variable) {
        BitSet bytes = new BitSet();
        for (DmaDescriptor descriptor : block.descriptors()) {
            AccessPattern to = descriptor.to();
            if (to.variable().equals(variable)) {
                int partitions = to.dimensions() - 1;
                assertThat(to.size(partitions)).isEqualTo(128);
                assertThat(to.step(partitions)).isEqualTo(TILE);
                long pieces = partitions == 1 ? 1 : to.size(1);
                for (long piece = 0; piece < pieces; piece++) {
                    int from = Math.toIntExact(to.offset() + piece * to.step(1));
                    bytes.set(from, Math.toIntExact(from + to.size(0)));
                }
            }
        }
        return bytes;
    }
}
