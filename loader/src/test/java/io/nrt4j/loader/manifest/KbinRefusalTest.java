package io.nrt4j.loader.manifest;

import static io.nrt4j.loader.manifest.Refusal.neff;
import static io.nrt4j.loader.manifest.Refusal.ones;
import static io.nrt4j.loader.manifest.SmallModel.DEF;
import static io.nrt4j.loader.manifest.SmallModel.KELF;

import io.nrt4j.hal.Arch;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is only refused when the whole graph is known. Source: manifest.md §8.2, §6; memory.md §1.2; dma.md §2. */
class KbinRefusalTest {
    @ParameterizedTest
    @MethodSource("refusals")
    void endsWithItsLine(Refusal refusal) {
        refusal.verify();
    }

    static Stream<Refusal> refusals() {
        String dump = "dump";
        String hardware = "{'type': 'dynamic', 'owner': 'act'}";
        String embedding = "{'type': 'embedding_update', 'owner': 'sp', 'embedding_update_sync_semaphore': 7}";
        return Stream.of(
                kbin(
                        "33 semaphores",
                        m -> m.set(DEF, "/dma_queue/qPoolIO0/semaphore_set", ones(33)),
                        "Runtime supports maximum of 32 semaphores per queue set, found: 33"),
                kbin(
                        "three hardware DGE queues",
                        m -> m.set(DEF, "/dma_queue/a", hardware)
                                .set(DEF, "/dma_queue/b", hardware)
                                .set(DEF, "/dma_queue/qPoolIO0/dge", "true"),
                        "NEFF requested 3 HW DGE queues, this platform supports 2"),
                kbin(
                        "a hardware DGE queue on sunda",
                        m -> m.set(KELF, "/target", "'sunda'").on(Arch.SUNDA).set(DEF, "/dma_queue/a", hardware),
                        "NEFF requested 1 HW DGE queues, this platform supports 0"),
                kbin(
                        "two act_load queues",
                        m -> m.set(DEF, "/dma_queue/a", "{'type': 'act_load'}")
                                .set(DEF, "/dma_queue/b", "{'type': 'act_load'}"),
                        "NEFF has 2 act_load queues, only one is supported"),
                kbin(
                        "embedding update queues with one semaphore",
                        m -> m.set(DEF, "/dma_queue/a", embedding).set(DEF, "/dma_queue/b", embedding),
                        "Embedding update semaphore 7 of DMA queue b is used by another queue"),
                kbin(
                        "33 queue sets",
                        KbinRefusalTest::with33QueueSets,
                        "Runtime supports maximum of 32 DMA queue sets, found: 33"),
                neff(
                        "a type of 16 characters",
                        m -> m.set(DEF, "/var/x/dtype", "'" + "f".repeat(16) + "'"),
                        dump,
                        "Device print dtype ffffffffffffffff has 16 characters. Only 16 are supported"),
                neff(
                        "nine dimensions",
                        m -> m.set(DEF, "/var/x/shape", ones(9)),
                        dump,
                        "Device print only supports shape dimentions of up to 8, found 9"));
    }

    private static SmallModel with33QueueSets(SmallModel model) {
        IntStream.range(0, 30).forEach(i -> model.set(DEF, "/dma_queue/q" + i, "{'type': 'data', 'owner': 'sp'}"));
        return model;
    }

    private static Refusal kbin(String what, UnaryOperator<SmallModel> change, String message) {
        return neff(what, change, "gen_kbin", message);
    }
}
