package io.nrt4j.loader.manifest;

import static io.nrt4j.loader.manifest.Refusal.neff;
import static io.nrt4j.loader.manifest.SmallModel.DEF;

import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Refused queue sets. Source: manifest.md §6, dma.md §2, errors.md A6 to A8. */
class DmaQueueRefusalTest {
    @ParameterizedTest
    @MethodSource("refusals")
    void endsWithItsLine(Refusal refusal) {
        refusal.verify();
    }

    static Stream<Refusal> refusals() {
        String io = "/dma_queue/qPoolIO0";
        String spill = "/dma_queue/qActSpill0";
        String dynamic = "/dma_queue/qPoolDynamic";
        return Stream.of(
                queue(
                        "an unknown owner",
                        m -> m.set(DEF, io + "/owner", "'gpsimd'"),
                        "Invalid owner 'gpsimd' for DMA queue qPoolIO0"),
                queue(
                        "an owner in capitals",
                        m -> m.set(DEF, io + "/owner", "'Pool'"),
                        "Invalid owner 'Pool' for DMA queue qPoolIO0"),
                queue("an owner that is a number", m -> m.set(DEF, io + "/owner", "2"), "Failed to parse, key: owner"),
                queue("no type", m -> m.remove(DEF, io + "/type"), "missing <type> in qPoolIO0"),
                queue(
                        "no object",
                        m -> m.set(DEF, io, "1").set(DEF, io, "{'owner': 'sp'}"),
                        "missing <type> in qPoolIO0"),
                queue("an unknown type", m -> m.set(DEF, io + "/type", "'pool'"), "Unknown type pool for qPoolIO0"),
                queue(
                        "17 queues",
                        m -> m.set(DEF, io + "/num_queues", "17"),
                        "Invalid number of queues 17 in DMA queue qPoolIO0, must be 1 to 16"),
                queue(
                        "no queues",
                        m -> m.set(DEF, io + "/num_queues", "0"),
                        "Invalid number of queues 0 in DMA queue qPoolIO0, must be 1 to 16"),
                queue(
                        "two act_load queues in a set",
                        m -> m.set(DEF, spill + "/type", "'act_load'").set(DEF, spill + "/num_queues", "2"),
                        "Invalid number of queues 2 in DMA queue qActSpill0, must be 1 to 1"),
                queue(
                        "instances of an input queue",
                        m -> m.set(DEF, io + "/queue_instances", "['a']"),
                        "Invalid Neff: Queue set instances are not supported for input queues (qPoolIO0)"),
                queue(
                        "instances of an output queue",
                        m -> m.set(DEF, spill + "/type", "'out'"),
                        "Invalid Neff: Queue set instances are not supported for output queues (qActSpill0)"),
                queue(
                        "instances of an embedding update queue",
                        m -> m.set(DEF, spill + "/type", "'embedding_update'")
                                .set(DEF, spill + "/embedding_update_sync_semaphore", "4"),
                        "Invalid Neff: Queue set instances are not supported for embedding update queues (qActSpill0)"),
                queue(
                        "an embedding update queue without its semaphore",
                        m -> m.set(DEF, io + "/type", "'embedding_update'"),
                        "missing <embedding_update_sync_semaphore> in qPoolIO0"),
                queue(
                        "semaphores that are texts",
                        m -> m.set(DEF, io + "/semaphore_set", "['24']"),
                        "Failed to parse, key: semaphore_set"),
                queue(
                        "software descriptors on act",
                        m -> m.set(DEF, dynamic + "/owner", "'act'"),
                        "DMA queue qPoolDynamic has dynamic_dma, which needs owner pool"),
                queue(
                        "scratch without a size",
                        m -> m.remove(DEF, dynamic + "/dynamic_dma/SB_scratch_partition_size"),
                        "missing <SB_scratch_partition_size> in qPoolDynamic"),
                queue(
                        "a semaphore too few, strictly",
                        m -> m.remove(DEF, io + "/semaphore_set/1").options(o -> o.withStrict(true)),
                        "DMA queue qPoolIO0 has 2 queues and 1 semaphores"));
    }

    private static Refusal queue(String what, UnaryOperator<SmallModel> change, String message) {
        return neff("dma_queue: " + what, change, "parse_one_dma_ring", message);
    }
}
