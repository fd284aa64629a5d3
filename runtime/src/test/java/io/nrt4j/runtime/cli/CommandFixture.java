package io.nrt4j.runtime.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nrt4j.loader.testing.AllReduceModel;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** What the tests of commands share: the command line with streams of its own, a directory, a small NEFF in it. */
abstract class CommandFixture {
    @TempDir
    Path directory = Path.of("");

    final StringWriter out = new StringWriter();
    final StringWriter err = new StringWriter();
    Path allReduce = Path.of("");

    @BeforeEach
    void writeTheExample() throws IOException {
        allReduce = Files.write(directory.resolve("allreduce.neff"), AllReduceModel.toByteArray());
    }

    /** Runs a command line; {@code out} and {@code err} then hold what this one printed. */
    int nrt4j(Object... args) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        String[] texts = Arrays.stream(args).map(String::valueOf).toArray(String[]::new);
        return Nrt4j.commandLine(texts)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err, true))
                .execute(texts);
    }

    /** What {@code --json} printed. */
    JsonNode json() throws JsonProcessingException {
        return new ObjectMapper().readTree(out.toString());
    }
}
