package io.nrt4j.loader.manifest;

import static io.nrt4j.loader.manifest.SmallModel.ACT;
import static io.nrt4j.loader.manifest.SmallModel.DEF;
import static io.nrt4j.loader.manifest.SmallModel.DVE;
import static io.nrt4j.loader.manifest.SmallModel.KELF;
import static io.nrt4j.loader.manifest.SmallModel.NEFF;
import static io.nrt4j.loader.manifest.SmallModel.POOL;
import static io.nrt4j.loader.manifest.SmallModel.SET;
import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.hal.Arch;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Where two things are wrong, the earlier step of the runtime reports, whatever the order in the file. Source: manifest.md
 * §2 (order of {@code neff.json}), §3 (kelf), §4 (catalogue of the definition), §5 (variable), §6 (queue), §7.1 (engine).
 */
class StepOrderTest {
    /** A change and the line that it leads to alone. */
    private record Step(UnaryOperator<SmallModel> change, String message) {}

    /** In the order of the runtime. */
    private static final List<Step> STEPS = List.of(
            step(m -> m.remove(NEFF, "/heads"), "Missing required fields in NEFF JSON"),
            step(m -> m.remove(NEFF, "/attrs/shape"), "Missing dltype or shape in attrs"),
            step(m -> m.set(NEFF, "/arg_nodes/1", "7"), "Input node ID 7 out of bounds"),
            step(m -> m.set(NEFF, "/heads/1/0", "8"), "Output node ID 8 out of bounds"),
            step(m -> m.remove(NEFF, "/nodes/2/attrs/kelf"), "KELF node found but missing 'kelf' attribute"),
            step(m -> m.set(KELF, "/version", "'5'"), "invalid string (.) in 5"),
            step(m -> m.set(KELF, "/target", "'x'"), "Invalid target 'x'"),
            step(
                    m -> m.on(Arch.MARIANA),
                    "Loading a NEFF compiled for a different arch is not allowed, NEFF arch: v3, instance arch: v4"),
            step(m -> m.remove(KELF, "/graphs/0/name"), "missing <name> in kelf-0.json"),
            // the definition, by variable
            step(m -> m.remove(DEF, "/var/y/type"), "Failed to parse, key: type"),
            step(m -> m.remove(DEF, "/var/y/var_id"), "missing <var_id> in y"),
            step(m -> m.set(DEF, "/var/y/alignment", "3"), "alignment provided not power of 2. alignment=3"),
            step(m -> m.set(DEF, "/var/y/dtype", "3"), "Failed to parse, key: dtype"),
            step(m -> m.set(DEF, "/var/y/shape", "3"), "Failed to parse, key: shape"),
            step(m -> m.remove(DEF, "/var/y/size"), "missing <size> in y"),
            step(m -> m.set(DEF, "/var/x/var_id", "3"), "Variable x (id 3) already exists"),
            step(m -> m.set(DEF, "/var/DGETable0/var_id", "12"), "Unexpected var_ids set! max=12, size=12"),
            step(m -> m.set(DEF, "/var/y/type", "'input'"), "subgraph sg00/def.json has no Outputs"),
            // its queues
            step(m -> m.set(DEF, "/dma_queue/qPoolIO0/owner", "'x'"), "Invalid owner 'x' for DMA queue qPoolIO0"),
            step(m -> m.remove(DEF, "/dma_queue/qPoolIO0/type"), "missing <type> in qPoolIO0"),
            // its sections
            step(m -> m.set(DEF, "/replica_groups", "1"), "Failed to parse, key: replica_groups"),
            step(m -> m.set(DEF, "/src_target_pairs", "1"), "Failed to parse, key: src_target_pairs"),
            step(m -> m.set(DEF, "/ucode_lib", "1"), "Failed to parse, key: ucode_lib"),
            step(
                    m -> m.set(DEF, "/runtime_statebuffer_reservation/0/type", "'x'"),
                    "Invalid runtime_statebuffer_reservation type x"),
            step(m -> m.set(DEF, "/cc_streams/num_streams", "'1'"), "Failed to parse, key: num_streams"),
            step(m -> m.set(DEF, "/dma", "1"), "Failed to parse, key: dma"),
            step(
                    m -> m.set(DEF, "/fp8_conversion_config", "1"),
                    "missing <fp8_range_extension> in fp8_conversion_config"),
            // its engines: pe, act, pool, dve, sp; in each the blocks, the tables, the program
            step(m -> m.drop("sg00/PE.json"), "Unable to open: sg00/PE.json - 2"),
            step(m -> m.set(ACT, "/dma", "2"), "Failed to parse, key: dma"),
            step(m -> m.remove(SET, "/bkt_bin"), "missing <bkt_bin> in sg00/exp_set.json"),
            step(m -> m.remove(ACT, "/instr"), "missing <instr> in sg00/Activation.json"),
            step(m -> m.set(POOL, "/dma/0/desc/0/op", "'x'"), "Unknown dma operation: x"),
            step(m -> m.drop("sg00/Pool.bin"), "Failed to load file sg00/Pool.bin"),
            step(m -> m.drop("sg00/fast.bin"), "Failed to load file sg00/fast.bin"),
            step(m -> m.remove(DVE, "/instr"), "missing <instr> in sg00/DVE.json"),
            step(m -> m.drop("sg00/SP.bin"), "Failed to load file sg00/SP.bin"),
            // the whole graph: queues before variables
            step(
                    m -> m.set(DEF, "/dma_queue/qActSpill0/semaphore_set", Refusal.ones(40)),
                    "Runtime supports maximum of 32 semaphores per queue set, found: 40"),
            step(
                    m -> m.set(DEF, "/var/tmp/dtype", "'0123456789abcdef'"),
                    "Device print dtype 0123456789abcdef has 16 characters. Only 16 are supported"),
            // all graphs
            step(
                    m -> m.set(DEF, "/var/tmp", "{'type': 'remote', 'var_id': 6, 'remote_vtpb_rel_sg_id': 9}"),
                    "Failed to resolve remote variables for subgraphs 0 to 9"));

    static Stream<Integer> earlierSteps() {
        return IntStream.range(0, STEPS.size()).boxed();
    }

    @ParameterizedTest
    @MethodSource("earlierSteps")
    void theEarlierStepReports(int earlier) {
        assertThat(message(STEPS.get(earlier).change().apply(SmallModel.cayman())))
                .isEqualTo(STEPS.get(earlier).message());
        for (int later = earlier + 1; later < STEPS.size(); later++) {
            SmallModel model = STEPS.get(later).change().apply(SmallModel.cayman());
            assertThat(message(STEPS.get(earlier).change().apply(model)))
                    .as("with: %s", STEPS.get(later).message())
                    .isEqualTo(STEPS.get(earlier).message());
        }
    }

    @ParameterizedTest
    @MethodSource("earlierSteps")
    void theOrderInTheFileDoesNotMatter(int index) {
        SmallModel model = STEPS.get(index).change().apply(SmallModel.cayman());
        for (String member : List.copyOf(model.members().keySet())) {
            if (member.endsWith(".json")) {
                model.reverseKeys(member);
            }
        }
        assertThat(message(model)).isEqualTo(STEPS.get(index).message());
    }

    private static String message(SmallModel model) {
        return model.failure().orElseThrow().getMessage();
    }

    private static Step step(UnaryOperator<SmallModel> change, String message) {
        return new Step(change, message);
    }
}
