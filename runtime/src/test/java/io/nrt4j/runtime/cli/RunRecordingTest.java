package io.nrt4j.runtime.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nrt4j.loader.pack.TensorType;
import java.io.IOException;
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
            if (args.path("bytes").asLong() == 256 / RINGS) {
                transferred = Math.max(transferred, event.path("ts").asLong());
            }
            if (args.path("operands").asText().contains("S[8]>=16")) {
                waited = event.path("ts").asLong();
            }
        }
        assertThat(waited).isGreaterThan(transferred).isPositive();
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
        Path neff = copyNeff("x", "y", TensorType.FLOAT32, 4);
        assertThat(run(neff, "--check", "races,uninitialised", "--json"))
                .as(out.toString())
                .isZero();
        assertThat(run(neff, "--check", "everything")).isEqualTo(2);
        assertThat(err.toString()).contains("neither races nor uninitialised");
    }
}
