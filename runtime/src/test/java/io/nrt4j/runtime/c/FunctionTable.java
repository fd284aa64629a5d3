package io.nrt4j.runtime.c;

import io.nrt4j.loader.diagnostics.NrtStatus;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The table of functions, made of their annotations and the first sentences of their documentation. */
final class FunctionTable {
    private static final Path SOURCES = Path.of("src/main/java/io/nrt4j/runtime/c");
    private static final Pattern FUNCTION = Pattern.compile(
            "/\\*\\*((?:(?!\\*/).)*)\\*/\\s*@CFunction\\(.*?\\)\\s*default \\w+ (\\w+)\\(", Pattern.DOTALL);

    private FunctionTable() {}

    static String markdown() throws IOException {
        StringBuilder out = new StringBuilder("""
                # The functions of libnrt

                What `io.nrt4j.runtime.c.LibNrt` does for each function of the C API. Made by `FunctionTableTest` from the
                sources; do not edit.

                *gate*: INIT between `nrt_init` and `nrt_close` (else 13, 14 or 1), START before `nrt_init`, or always.
                *statuses*: besides 0 and the gate's, each with a test. *versions*: of libnrt that have the function.

                """);
        for (Class<?> family : FunctionCatalogue.families()) {
            String source = Files.readString(SOURCES.resolve(family.getSimpleName() + ".java"));
            out.append("## ").append(family.getSimpleName()).append("\n\n");
            out.append("| function | gate | statuses | versions | does |\n|---|---|---|---|---|\n");
            FunctionCatalogue.functions(family).forEach(function -> out.append(row(function, source)));
            out.append('\n');
        }
        return out.toString().stripTrailing() + "\n";
    }

    private static String row(Method function, String source) {
        CFunction promise = FunctionCatalogue.promise(function);
        String gate =
                promise.gate() == CFunction.Gate.NONE ? "-" : promise.gate().name();
        String statuses = Arrays.stream(promise.statuses())
                .map(NrtStatus::code)
                .sorted()
                .map(String::valueOf)
                .collect(Collectors.joining(", "));
        return "| `%s` | %s | %s | %s | %s (§%s) |%n"
                .formatted(
                        function.getName(),
                        gate,
                        statuses,
                        versions(promise),
                        sentence(function, source),
                        promise.section())
                .replace("\r", "");
    }

    private static String versions(CFunction promise) {
        if (!promise.until().isEmpty()) {
            return "before " + promise.until();
        }
        return promise.since().isEmpty() ? "all" : "since " + promise.since();
    }

    private static String sentence(Method function, String source) {
        Matcher m = FUNCTION.matcher(source);
        List<String> texts = m.results()
                .filter(match -> match.group(2).equals(function.getName()))
                .map(match -> match.group(1))
                .toList();
        String text = texts.get(0).replaceAll("\\s*\\n\\s*\\*\\s?", " ").strip();
        String first = text.split("(?<=\\.)\\s", 2)[0];
        return first.replaceAll("\\{@(?:code|link) ([^}]*)}", "`$1`")
                .replaceAll("\\.$", "")
                .replace("|", "\\|");
    }
}
