package io.nrt4j.runtime.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.loader.manifest.NrtDtype;
import io.nrt4j.loader.pack.NeffBuilder;
import io.nrt4j.loader.pack.TensorType;
import io.nrt4j.loader.testing.Corpus;
import io.nrt4j.runtime.TensorElements;
import io.nrt4j.runtime.npy.NpyHeader;
import io.nrt4j.runtime.npy.NpyType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code nrt4j run}: from files to files. */
class RunCommandTest extends RunCommandFixture {
    @Test
    void runsTheExampleWithNothingElse() {
        assertThat(run(allReduce)).isZero();
        assertThat(out.toString()).contains("NRT_SUCCESS (0)", "output  float32  [32]  128 B");
        assertThat(err.toString()).contains("inputs filled at random, seed 0: input");
    }

    /** Source: exec.md §8 vector 1. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void sumsOverRanks(int ranks) throws IOException {
        Object[] args = {allReduce, "--ranks", ranks, "--json", "--output-dir", directory.resolve("out")};
        float[] sum = new float[32];
        for (int rank = 0; rank < ranks; rank++) {
            float scale = (float) Math.pow(10, rank);
            Path file = npy("in" + rank + ".npy", NrtDtype.FLOAT32, ramp(32, scale), 32);
            args = Arrays.copyOf(args, args.length + 2);
            args[args.length - 2] = "--input";
            args[args.length - 1] = rank + ":input=" + file;
            for (int i = 0; i < sum.length; i++) {
                sum[i] += (i + 1) * scale;
            }
        }
        assertThat(run(args)).as(err.toString()).isZero();
        assertThat(json().path("ranks").asInt()).isEqualTo(ranks);
        byte[] expected = TensorElements.encode(NrtDtype.FLOAT32, sum);
        for (JsonNode output : json().path("outputs")) {
            assertThat(read(Path.of(output.path("path").asText()))).isEqualTo(expected);
        }
        assertThat(read(directory.resolve("out/output.npy"))).isEqualTo(expected);
        for (int rank = 0; ranks > 1 && rank < ranks; rank++) {
            assertThat(read(directory.resolve("out/rank" + rank + "/output.npy")))
                    .isEqualTo(expected);
        }
    }

    @Test
    void reportsEveryFieldOfTheContract() throws IOException {
        Path x = npy("x.npy", NrtDtype.FLOAT32, ramp(32, 1), 32);
        assertThat(run(allReduce, "--input", "input=" + x, "--output-dir", directory.resolve("new/out"), "--json"))
                .isZero();
        JsonNode report = json();
        assertThat(report.fieldNames())
                .toIterable()
                .contains(
                        "file",
                        "status",
                        "statusName",
                        "message",
                        "device",
                        "ranks",
                        "schedule",
                        "inputs",
                        "outputs",
                        "execution",
                        "log");
        assertThat(report.path("status").asInt(-1)).isZero();
        assertThat(report.path("statusName").asText()).isEqualTo("NRT_SUCCESS");
        JsonNode input = report.path("inputs").get(0);
        assertThat(input.path("name").asText()).isEqualTo("input");
        assertThat(input.path("dtype").asText()).isEqualTo("float32");
        assertThat(input.path("shape").toString()).isEqualTo("[32]");
        assertThat(input.path("source").asText()).isEqualTo(x.toString());
        JsonNode output = report.path("outputs").get(0);
        assertThat(output.path("bytes").asInt()).isEqualTo(128);
        assertThat(output.path("path").asText())
                .isEqualTo(directory.resolve("new/out/output.npy").toString());
        // SHA-256 of 1.0 to 32.0 as fp32, little-endian.
        assertThat(output.path("sha256").asText())
                .isEqualTo("b4cf0dcd6956062e860792154dd44e35a914d44dd3e46eeeaada8a64cc36be5c");
        assertThat(output.path("first").toString()).isEqualTo("[1.0,2.0,3.0,4.0,5.0,6.0]");
        assertThat(report.path("execution").path("ms").asDouble()).isPositive();
        assertThat(err.toString()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(TensorType.class)
    void copiesEveryElementTypeBitForBit(TensorType type) throws IOException {
        Path neff = copyNeff("x", "y", type, 2, 3);
        byte[] data = new byte[(int) type.bytes(2, 3)];
        for (int i = 0; i < data.length; i++) {
            data[i] = (byte) (i * 37 + 1);
        }
        NrtDtype dtype = NrtDtype.fromText(type.label()).orElse(NrtDtype.UNKNOWN);
        Path x = npy("x.npy", dtype, data, 2, 3);
        assertThat(run(neff, "--input", "x=" + x, "--output-dir", directory, "--json"))
                .as(err.toString())
                .isZero();
        assertThat(read(directory.resolve("y.npy"))).isEqualTo(data);
        assertThat(Files.readAllBytes(directory.resolve("y.npy"))).isEqualTo(Files.readAllBytes(x));
    }

    @Test
    void readsFortranOrderAndBigEndian() throws IOException {
        Path neff = copyNeff("x", "y", TensorType.INT32, 2, 2);
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.writeBytes(new NpyHeader(new NpyType(true, 'i', 4), true, List.of(2L, 2L)).encode());
        file.writeBytes(new byte[] {0, 0, 0, 1, 0, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0, 4});
        Path x = Files.write(directory.resolve("x.npy"), file.toByteArray());
        assertThat(run(neff, "--input", "x=" + x, "--output-dir", directory)).isZero();
        assertThat(read(directory.resolve("y.npy"))).containsExactly(1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0);
    }

    @Test
    void writesNothingOutsideTheDirectory() throws IOException {
        Path neff = copyNeff("../x", "../../y/../z", TensorType.UINT8, 4);
        Path outputs = directory.resolve("deep/out");
        assertThat(run(neff, "--output-dir", outputs)).as(err.toString()).isZero();
        try (var files = Files.walk(directory)) {
            assertThat(files.filter(Files::isRegularFile)
                            .map(directory::relativize)
                            .map(Path::toString))
                    .containsExactlyInAnyOrder("allreduce.neff", "copy.neff", "deep/out/..%2F..%2Fy%2F..%2Fz.npy");
        }
    }

    @Test
    void saysWhatATensorNeeds() throws IOException {
        Path wrongType = npy("f8.npy", new NpyType(false, 'f', 8), new byte[256], 32);
        assertThat(run(allReduce, "--input", "input=" + wrongType, "--json")).isEqualTo(1);
        assertThat(json().path("status").asInt()).isEqualTo(2);
        assertThat(json().path("statusName").asText()).isEqualTo("NRT_INVALID");
        assertThat(json().path("message").asText())
                .isEqualTo("input input: expected float32, found float64 in " + wrongType);
        Path wrongShape = npy("shape.npy", NrtDtype.FLOAT32, new byte[128], 8, 4);
        assertThat(run(allReduce, "--input", "input=" + wrongShape)).isEqualTo(1);
        assertThat(out.toString())
                .contains("NRT_INVALID (2)", "input input: expected shape [32], found [8, 4] in " + wrongShape);
        Path cut = npy("cut.npy", NrtDtype.FLOAT32, new byte[127], 32);
        assertThat(run(allReduce, "--input", "input=" + cut)).isEqualTo(1);
        assertThat(out.toString()).contains("cut.npy: the file ends after 127 of 128 bytes");
        Path text = Files.writeString(directory.resolve("text.npy"), "hello");
        assertThat(run(allReduce, "--input", "input=" + text)).isEqualTo(1);
        assertThat(out.toString()).contains("text.npy: not a .npy file");
    }

    @Test
    void endsWithTwoForWrongUsage() throws IOException {
        Path x = npy("x.npy", NrtDtype.FLOAT32, ramp(32, 1), 32);
        assertThat(run(allReduce, "--input", "y=" + x)).isEqualTo(2);
        assertThat(err.toString()).contains("names no input of the NEFF; it has input (float32 [32])");
        assertThat(run(allReduce, "--input", "1:input=" + x, "--ranks", 1)).isEqualTo(2);
        assertThat(err.toString()).contains("ranks 0 to 0 run");
        assertThat(run(allReduce, "--input", x)).isEqualTo(2);
        assertThat(run(allReduce, "--ranks", 0)).isEqualTo(2);
        assertThat(run(allReduce, "--schedule", "chaos")).isEqualTo(2);
        assertThat(err.toString()).contains("fair, random:SEED");
        assertThat(run()).isEqualTo(2);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void endsWithOneForFilesThatAreNotThere() {
        assertThat(run(directory.resolve("no.neff"), "--json")).isEqualTo(1);
        assertThat(err.toString()).contains("no such file", "no.neff");
        assertThat(run(allReduce, "--input", "input=" + directory.resolve("no.npy")))
                .isEqualTo(1);
        assertThat(err.toString()).contains("no such file", "no.npy");
    }

    @Test
    void reportsALoadThatFails() throws IOException {
        Path broken = Files.write(directory.resolve("broken.neff"), new byte[2000]);
        assertThat(run(broken, "--json")).isEqualTo(1);
        assertThat(json().path("status").asInt()).isNotZero();
        assertThat(json().path("stage").asText()).isEqualTo("container");
        assertThat(json().path("outputs").isEmpty()).isTrue();
        assertThat(json().path("log").size()).isPositive();
    }

    @Test
    void reportsARanksThatDoNotFit() throws IOException {
        assertThat(run(allReduce, "--ranks", 9, "--instance", "trn2.3xlarge", "--json"))
                .isEqualTo(1);
        assertThat(json().path("status").asInt()).isNotZero();
        assertThat(run(allReduce, "--ranks", 9, "--json")).as("on a larger one").isZero();
        assertThat(json().path("device").path("instance").asText()).isEqualTo("trn2.48xlarge");
    }

    @Test
    void findsADeadlockAtOnce() throws IOException {
        assertThat(run(stuckNeff(), "--json", "--output-dir", directory.resolve("out")))
                .isEqualTo(1);
        assertThat(json().path("status").asInt()).isEqualTo(5);
        assertThat(json().path("statusName").asText()).isEqualTo("NRT_TIMEOUT");
        assertThat(json().path("stage").asText()).isEqualTo("execute");
        assertThat(json().path("message").asText()).contains("deadlock", "POOL", "S[8]>=17");
        assertThat(json().path("outputs").isEmpty()).isTrue();
        assertThat(directory.resolve("out")).doesNotExist();
        assertThat(StreamSupport.stream(json().path("log").spliterator(), false)
                        .filter(line -> line.path("level").asText().equals("ERROR"))
                        .map(line -> line.path("module").asText() + ":"
                                + line.path("message").asText()))
                .as("errors.md §8, R31 and later")
                .anyMatch(line -> line.startsWith("TDRV:(FATAL-RT-UNDEFINED-STATE) execution timeout (600000 ms) on"
                        + " Neuron Device 0 NC 0, model stuck.neff"))
                .endsWith(
                        "NMGR:Failed to execute model: 10001, error: 5",
                        "NRT:Failed to execute model stuck.neff with status 5");
    }

    /** PE sums x over the ranks of one group into y. Slots: container.md §14; the builder numbers SB, x, y from 0. */
    private Path groupsNeff(int... group) throws IOException {
        byte[] program = new byte[2 * Slot.BYTES];
        byte[] sum = {(byte) 0xC8, 0x10, 0, 0, 0, 0, 0x13, 22, 0, 0, 0, 0, 4, 0x0A, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 4};
        System.arraycopy(sum, 0, program, 0, sum.length);
        program[32] = 1;
        byte[] wait = {(byte) 0xA0, 0x10, 0, 0, 5, 22, 0, 0, 1};
        System.arraycopy(wait, 0, program, Slot.BYTES, wait.length);
        byte[] neff = NeffBuilder.named("groups.neff")
                .target(Arch.CAYMAN)
                .graph(graph -> graph.input("x", TensorType.FLOAT32, 4)
                        .output("y", TensorType.FLOAT32, 4)
                        .program(EngineType.PE, program)
                        .definition(definition -> {
                            ArrayNode ranks = definition
                                    .putArray("replica_groups")
                                    .addArray()
                                    .addArray();
                            for (int rank : group) {
                                ranks.add(rank);
                            }
                        }))
                .toByteArray();
        return Files.write(directory.resolve("groups.neff"), neff);
    }

    /** Source: exec.md §7.3. */
    @Test
    void refusesARankOutsideAllGroups() throws IOException {
        Path neff = groupsNeff(0, 1);
        assertThat(run(neff, "--json")).isZero();
        assertThat(json().path("ranks").asInt()).as("what the groups name").isEqualTo(2);
        assertThat(json().path("outputs").get(0).path("sha256"))
                .isEqualTo(json().path("outputs").get(1).path("sha256"));
        assertThat(run(neff, "--ranks", 3, "--json")).isEqualTo(1);
        assertThat(json().path("statusName").asText()).isEqualTo("NRT_RESOURCE");
        assertThat(json().path("message").asText()).contains("replica groups (0/1) does not have myself 2");
        assertThat(run(groupsNeff(0, 1_000_000))).isEqualTo(2);
        assertThat(err.toString()).contains("name 1000001 ranks, the instance has room for", "--ranks");
    }

    @Tag("corpus")
    @Test
    void runsOnTwoCores() throws IOException {
        Path neff = Corpus.neff("nkipy-matmul_small.neff");
        assertThat(run(neff, "--random", 3, "--json")).isZero();
        assertThat(json().path("device").path("lnc").asInt()).isEqualTo(2);
        String fair = json().path("outputs").get(0).path("sha256").asText();
        assertThat(run(neff, "--random", 3, "--schedule", "random:5", "--json")).isZero();
        assertThat(json().path("outputs").get(0).path("sha256").asText()).isEqualTo(fair);
        assertThat(run(neff, "--random", 4, "--json")).isZero();
        assertThat(json().path("outputs").get(0).path("sha256").asText()).isNotEqualTo(fair);
    }

    /** The replica groups of the file name two ranks; source: exec-sunda.md §2.1. */
    @Tag("corpus")
    @Test
    void runsAsManyRanksAsTheCollectivesName() throws IOException {
        Path neff = Corpus.neff("dlc-tiny-gpt2-cc2.15.128.neff");
        assertThat(run(neff, "--json")).isZero();
        assertThat(json().path("ranks").asInt()).isEqualTo(2);
    }

    /** Opcodes without known meaning, and host code; source: exec-corpus.md §7 (tonga files were not run). */
    @Tag("corpus")
    @ParameterizedTest
    @CsvSource({
        "dlc-tf-simple-inf1-cc1.6.13.neff, NRT_EXEC_COMPLETED_WITH_ERR, without known semantics",
        "dlc-mxnet-mlp-inf1-cc1.3.7.neff, NRT_EXEC_COMPLETED_WITH_ERR, without known semantics",
        "dlc-tiny-distilbert-inf1-cc1.4.1.neff, NRT_INVALID, native code on the host"
    })
    void endsInf1FilesWithANamedFault(String file, String status, String message) throws IOException {
        assertThat(run(Corpus.neff(file), "--json")).isEqualTo(1);
        assertThat(json().path("statusName").asText()).isEqualTo(status);
        assertThat(json().path("message").asText()).contains(message);
    }
}
