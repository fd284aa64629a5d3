package io.nrt4j.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java code of the README compiles and runs. */
class ReadmeExampleTest {
    private static final Path README = Path.of("../README.md");
    private static final String INDENT = "    ";
    private static final String IN_README = "\"matmul_small.neff\"";
    private static final String EXAMPLE = "\"neffs/allreduce.neff\"";

    @TempDir
    private Path directory;

    @Test
    void compilesAndRuns() throws Exception {
        String code = javaCode();
        assertThat(code).contains(IN_README);
        Path source = directory.resolve("Readme.java");
        Files.writeString(source, program(code.replace(IN_README, EXAMPLE)));
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        int errors = compiler.run(
                null,
                messages,
                messages,
                "-proc:none",
                "-classpath",
                System.getProperty("java.class.path"),
                "-d",
                directory.toString(),
                source.toString());
        assertThat(errors).as(messages.toString(StandardCharsets.UTF_8)).isZero();
        // One rank: the all-reduce of ones is ones.
        assertThat(run()).isEqualTo("output: 1.0\n");
    }

    /** The block of the README that builds a runtime. */
    private static String javaCode() throws IOException {
        String readme = Files.readString(README).replaceAll("\n(?!    |\n)", "\n\f");
        List<String> blocks = Arrays.asList(readme.split("\f"));
        String block = blocks.stream()
                .filter(text -> text.contains("NrtRuntime.builder()"))
                .findFirst()
                .orElseThrow();
        return block.lines()
                .filter(line -> line.startsWith(INDENT))
                .map(line -> line.substring(INDENT.length()))
                .reduce("", (a, b) -> a + b + "\n");
    }

    private static String program(String code) {
        return """
                import io.nrt4j.hal.*;
                import io.nrt4j.runtime.*;
                import java.nio.file.*;
                import java.util.*;
                public class Readme {
                    public static void main(String[] args) throws Exception {
                %s
                    }
                }
                """.formatted(code);
    }

    private String run() throws Exception {
        PrintStream before = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {directory.toUri().toURL()})) {
            Method main = loader.loadClass("Readme").getMethod("main", String[].class);
            System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
            main.invoke(null, (Object) new String[0]);
        } finally {
            System.setOut(before);
        }
        return printed.toString(StandardCharsets.UTF_8).replace("\r", "");
    }
}
