package io.nrt4j.runtime.execution;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.loader.LoadOptions;
import io.nrt4j.loader.image.EngineImage;
import io.nrt4j.loader.profile.RuntimeProfile;
import io.nrt4j.loader.testing.Corpus;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The order in which engines run their slots, against the traces of the hardware; source: hw-profiles.md.
 *
 * <p>The traces are of runtime 2.30.51. Their time stamps are those at which an instruction begins, waiting included: in
 * relaxed order the sequencer begins the waits and drains that follow while its datapath still works on what came before,
 * so that the two kinds are ordered each among themselves.
 */
@Tag("corpus")
class ProfiledExecutionTest {
    /** What an engine does beside its datapath: its sequencer, and the generator of its descriptors. */
    private static final Set<String> SEQUENCER_ONLY = Set.of("EVENT_SEMAPHORE", "DRAIN", "NOP", "DMA_DIRECT2D");

    private record Traced(int pc, String opcode) {}

    private int engines;
    private int compared;
    private int equal;

    @ParameterizedTest
    @ValueSource(strings = {"tkf-fused_attention", "tkf-baseline_attention", "tkf-baseline_bf16_s1024"})
    void issuesTheTracedSlotsInTheTracedOrder(String file) {
        LoadOptions options =
                LoadOptions.DEFAULT.withProfile(RuntimeProfile.named("2.30.51").orElseThrow());
        Map<String, List<Traced>> traces = traces(file);
        assertThat(traces).hasSize(10);
        ExecutionRecord record = new ExecutionRecord();
        try (CorpusModel model = CorpusModel.load(file, 1, options)) {
            GoldenCase.fill(model);
            ModelExecutor executor = model.executor(ExecutionOptions.DEFAULT.withMonitor(record));
            // The branch back to the start belongs to the next request.
            executor.execute(List.of(model.tensors().bindings()));
            executor.execute(List.of(model.tensors().bindings()));
            traces.forEach((name, trace) -> compare(name, trace, model, record));
        }
        System.out.println(
                file + ": " + engines + " engines, " + compared + " slots compared, " + equal + " in the traced place");
        assertThat(equal).isEqualTo(compared);
    }

    private void compare(String name, List<Traced> trace, CorpusModel model, ExecutionRecord record) {
        int core = Integer.parseInt(name.substring(2, 4));
        EngineType engine = Corpus.engineInProfiles(name.substring(5));
        EngineImage image = model.model(0).images().program(core).image(engine);
        List<Integer> issued = record.slots(core, engine).stream()
                .map(address -> (int) ((address - image.address()) / Slot.BYTES))
                .toList();
        int start = issued.indexOf(trace.get(0).pc());
        assertThat(start).as("%s issues pc %d", name, trace.get(0).pc()).isNotNegative();
        List<Integer> ours = issued.subList(start, start + trace.size());
        engines++;
        for (boolean sequencerOnly : new boolean[] {true, false}) {
            List<Integer> real = new ArrayList<>();
            Map<Integer, Boolean> kinds = new HashMap<>();
            for (Traced slot : trace) {
                kinds.put(slot.pc(), SEQUENCER_ONLY.contains(slot.opcode()));
                if (SEQUENCER_ONLY.contains(slot.opcode()) == sequencerOnly) {
                    real.add(slot.pc());
                }
            }
            List<Integer> mine = ours.stream()
                    .filter(pc -> kinds.getOrDefault(pc, sequencerOnly) == sequencerOnly)
                    .toList();
            compared += real.size();
            for (int i = 0; i < Math.min(real.size(), mine.size()); i++) {
                equal += real.get(i).equals(mine.get(i)) ? 1 : 0;
            }
            assertThat(mine).as(name).isEqualTo(real);
        }
    }

    /** By graph and engine, such as {@code sg00 Tensor}, in the order of time. */
    private static Map<String, List<Traced>> traces(String file) {
        List<JsonNode> instructions = new ArrayList<>();
        Corpus.profile(file).get("instruction").forEach(instructions::add);
        Collections.sort(
                instructions, Comparator.comparingLong(i -> i.get("timestamp").asLong()));
        Map<String, List<Traced>> traces = new TreeMap<>();
        for (JsonNode i : instructions) {
            traces.computeIfAbsent(
                            i.get("subgraph").asText() + " " + i.get("subgroup").asText(), name -> new ArrayList<>())
                    .add(new Traced(i.get("pc").asInt(), i.get("opcode").asText()));
        }
        return traces;
    }
}
