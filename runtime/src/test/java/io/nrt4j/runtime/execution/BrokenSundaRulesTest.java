package io.nrt4j.runtime.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.nrt4j.hal.dma.Transfer;
import io.nrt4j.hal.dma.TransferBlock;
import io.nrt4j.hal.engine.machine.Schedule;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.loader.diagnostics.NrtStatus;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Rules of transfers whose breaking shows in small sunda files.
 *
 * <p>Source: exec-corpus.md §6, exec-sunda.md §2.2. What the same files give by the rules is {@link
 * SundaModelTest}'s.
 */
@Tag("corpus")
class BrokenSundaRulesTest {
    private static final int TOKENS = 128;
    private static final int FIRST_TOKEN = 25962;

    /** Each queue of the set reports twice; engines wait for both reports of all queues: 2 of one queue, 8 of four. */
    @ParameterizedTest
    @CsvSource({
        "cc2.5.0, waits for S[40]>=2 is 1",
        "cc2.11.0-1817db, waits for S[56]>=8 is 4",
        "cc2.14.227, waits for S[56]>=8 is 4"
    })
    void anIndirectCopyThatReportsOncePerQueueIsADeadlock(String version, String wait) {
        ExecutionException failure = catchThrowableOfType(
                ExecutionException.class,
                () -> classify(version, "fair", p -> p.slots(Opcode.DMA_INDIRECT, BrokenSundaRulesTest::reportOnce)));
        assertThat(failure.status()).isEqualTo(NrtStatus.NRT_TIMEOUT);
        assertThat(failure).hasMessageContaining(wait);
    }

    /** Where the queues report after each descriptor of a block, the first report releases what waits for the last. */
    @ParameterizedTest
    @ValueSource(strings = {"priority:1", "priority:2", "priority:3"})
    void aBlockThatReportsAfterItsFirstDescriptorIsReadTooEarly(String schedule) {
        String version = "cc2.21.18209";
        assertThat(classify(version, schedule, p -> p.blocks(BrokenSundaRulesTest::reportFirst)))
                .containsOnly(Float.NaN);
        assertThat(classify(version, schedule, p -> {})).doesNotContain(Float.NaN);
    }

    private static float[] classify(String version, String schedule, Consumer<ProgramRewriter> rewrite) {
        try (CorpusModel model = CorpusModel.load("dlc-tiny-distilbert-" + version)) {
            SundaInputs.tokens(model.tensors(), TOKENS, i -> i == 0 ? FIRST_TOKEN : 5, i -> i < 60 ? 1 : 0);
            rewrite.accept(new ProgramRewriter(model.model(0)));
            model.run(ExecutionOptions.DEFAULT.withSchedule(() -> Schedule.parse(schedule)));
            return Golden.fp32(model.output());
        }
    }

    private static void reportOnce(Slot indirectCopy) {
        indirectCopy.setU8(13, indirectCopy.u8(13) / 2);
    }

    /** The completions of a block behind its first transfer. */
    private static List<TransferBlock> reportFirst(TransferBlock block) {
        List<Transfer> transfers = block.transfers();
        if (transfers.size() < 2) {
            return List.of(block);
        }
        return List.of(
                new TransferBlock(block.id(), block.function(), transfers.subList(0, 1), block.completions()),
                new TransferBlock(block.id(), block.function(), transfers.subList(1, transfers.size()), List.of()));
    }
}
