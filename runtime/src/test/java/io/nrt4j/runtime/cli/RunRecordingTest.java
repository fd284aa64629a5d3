package io.nrt4j.runtime.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.AccessPattern;
import io.nrt4j.hal.isa.Dtype;
import io.nrt4j.hal.isa.Events;
import io.nrt4j.hal.isa.Generation;
import io.nrt4j.hal.isa.Instruction;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.hal.isa.VectorOperands;
import io.nrt4j.hal.isa.WaitMode;
import io.nrt4j.loader.pack.NeffBuilder;
import io.nrt4j.loader.pack.TensorType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** What {@code nrt4j run} records and checks on the way. */
class RunRecordingTest extends RunCommandFixture {
    private JsonNode trace(Path neff, int expectedExit, Object... more) throws IOException {
        Path file = directory.resolve("t.json");
        List<Object> args = new ArrayList<>(List.of(neff, "--trace", file));
        args.addAll(List.of(more));
        assertThat(run(args.toArray())).as(err.toString()).isEqualTo(expectedExit);
        return new ObjectMapper().readTree(file.toFile()).path("traceEvents");
    }

    /** Source: the Trace Event Format; the semaphore numbers are those of the program (container.md §14). */
    @Test
    void writesATraceThatViewersShow() throws IOException {
        List<String> tracks = new ArrayList<>();
        Map<String, Long> free = new HashMap<>();
        List<Integer> sums = new ArrayList<>();
        for (JsonNode event : trace(allReduce, 0, "--ranks", 2)) {
            String track = event.path("pid") + "/" + event.path("tid");
            String name = event.path("name").asText();
            JsonNode args = event.path("args");
            switch (event.path("ph").asText()) {
                case "M" -> {
                    if (name.equals("thread_name")) {
                        tracks.add(event.path("pid") + " " + args.path("name").asText());
                    }
                }
                case "X" -> {
                    long start = event.path("ts").asLong();
                    assertThat(start).as(track).isGreaterThanOrEqualTo(free.getOrDefault(track, 0L));
                    free.put(track, start + event.path("dur").asLong());
                    assertThat(args.has("operands") || args.has("bytes")).isTrue();
                }
                case "C" -> {
                    if (name.equals("S[22]")) {
                        sums.add(args.path("value").asInt());
                    }
                }
                default -> assertThat(event.path("ph").asText()).isEqualTo("i");
            }
        }
        assertThat(tracks)
                .contains("0 PE", "0 ACT", "0 POOL", "0 DVE", "0 SP", "1 PE", "0 q_gradient_in ring 0")
                .doesNotHaveDuplicates();
        assertThat(sums)
                .as("raised by the collective on both ranks, cleared at the end")
                .containsExactlyInAnyOrder(1, 0, 1, 0);
    }

    /** What waits begins after what it waited for, whoever ran first in the emulator. */
    @Test
    void ordersTheTraceByWhatTheProgramWaitsFor() throws IOException {
        long transferred = 0;
        long waited = -1;
        for (JsonNode event : trace(copyNeff("x", "y", TensorType.FLOAT32, 64), 0)) {
            JsonNode args = event.path("args");
            if (args.path("bytes").asLong() == 256) {
                transferred = Math.max(transferred, event.path("ts").asLong());
            }
            if (args.path("operands").asText().contains("S[8]>=16")) {
                waited = event.path("ts").asLong();
            }
        }
        assertThat(transferred).as("the packet of the copy").isPositive();
        assertThat(waited).isGreaterThan(transferred);
    }

    @Test
    void endsTheTraceOfADeadlock() throws IOException {
        assertThat(trace(stuckNeff(), 1)).hasSizeGreaterThan(100);
    }

    @Test
    void countsInstructionsAndBytes() throws IOException {
        Path neff = copyNeff("x", "y", TensorType.FLOAT32, 64);
        assertThat(run(neff, "--profile", "--json")).isZero();
        JsonNode profile = json().path("profile");
        assertThat(profile.path("engines")).hasSize(5);
        for (JsonNode engine : profile.path("engines")) {
            long sum = 0;
            for (JsonNode count : engine.path("opcodes")) {
                sum += count.asLong();
            }
            assertThat(engine.path("instructions").asLong()).isEqualTo(sum).isPositive();
            assertThat(engine.path("flops").asLong(-1)).isZero();
        }
        assertThat(StreamSupport.stream(profile.path("queues").spliterator(), false)
                        .filter(q -> q.path("queue").asText().equals(QUEUE))
                        .mapToLong(q -> q.path("bytes").asLong())
                        .sum())
                .as("the tensor, and four bytes per ring for the semaphore")
                .isEqualTo(256 + 4 * RINGS);
        assertThat(run(neff, "--profile")).isZero();
        assertThat(out.toString()).contains("transfers", QUEUE, "POOL");
    }

    @Test
    void checksWhatItIsAskedTo() throws IOException {
        assertThat(run(computeNeff("x", RINGS), "--check", "races,uninitialised"))
                .as(out.toString())
                .isZero();
        assertThat(run(allReduce, "--check", "everything")).isEqualTo(2);
        assertThat(err.toString()).contains("neither races nor uninitialised");
    }

    /** Nobody has written the scratch variable; a copy carries that along, computing on it does not pass. */
    @Test
    void stopsAtAReadOfWhatNothingWrote() throws IOException {
        Path neff = computeNeff("scratch", RINGS);
        assertThat(run(neff, "--check", "races")).as(out.toString()).isZero();
        assertThat(run(neff, "--check", "uninitialised", "--json")).isEqualTo(1);
        assertThat(json().path("stage").asText()).isEqualTo("execute");
        assertThat(json().path("message").asText())
                .contains("nothing has written the byte at SBUF of core 0, partition 0, byte 0x0", "DVE");
    }

    /** DVE reads where the transfer writes, and does not wait for it. */
    @Test
    void stopsAtARace() throws IOException {
        Path neff = computeNeff("x", 0);
        assertThat(run(neff)).as(out.toString()).isZero();
        assertThat(run(neff, "--check", "races", "--json")).isEqualTo(1);
        assertThat(json().path("stage").asText()).isEqualTo("execute");
        assertThat(json().path("message").asText()).contains("SBUF of core 0, partition 0", "DVE");
    }

    /** A NEFF in which POOL brings a variable into the state buffer, and DVE copies it there after so many rings. */
    private Path computeNeff(String variable, int awaited) throws IOException {
        byte[] neff = NeffBuilder.named("compute.neff")
                .target(Arch.CAYMAN)
                .graph(graph -> graph.input("x", TensorType.FLOAT32, 4)
                        .output("y", TensorType.FLOAT32, 4)
                        .virtual("scratch", 16, 0)
                        .queue(QUEUE, "in", EngineType.POOL, QUEUE_SEMAPHORE)
                        .copy(EngineType.POOL, QUEUE, 0, QUEUE_SEMAPHORE, variable, "SB", 16)
                        .program(EngineType.POOL, copyProgram(RINGS))
                        .program(EngineType.DVE, compute(awaited).toBytes()))
                .toByteArray();
        return Files.write(directory.resolve("compute.neff"), neff);
    }

    private static Slot compute(int awaited) {
        AccessPattern from = AccessPattern.of(0, new int[] {1, 0, 0, 0}, new int[] {4, 1, 1, 1});
        AccessPattern to = AccessPattern.of(0x200, new int[] {1, 0, 0, 0}, new int[] {4, 1, 1, 1});
        int fp32 = Dtype.FP32.code();
        Slot slot = Slot.create(Opcode.COPY);
        Instruction.of(
                        Generation.V3,
                        Opcode.COPY,
                        Events.NONE,
                        new VectorOperands.TensorReduce(from, fp32, fp32, 1, 0, 0, 0, 0, to))
                .encode(slot);
        return slot.setWait(WaitMode.SEM_GE_IMM, QUEUE_SEMAPHORE, awaited);
    }
}
