package io.nrt4j.loader.manifest;

import static io.nrt4j.loader.manifest.Refusal.list;
import static io.nrt4j.loader.manifest.Refusal.neff;
import static io.nrt4j.loader.manifest.SmallModel.KELF;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Refused kelf descriptors. Source: manifest.md §3, container.md §8.2, errors.md A1 and A2. */
class KelfRefusalTest {
    @ParameterizedTest
    @MethodSource("refusals")
    void endsWithItsLine(Refusal refusal) {
        refusal.verify();
    }

    static Stream<Refusal> refusals() {
        return Stream.of(
                neff(
                        "no version",
                        m -> m.remove(KELF, "/version"),
                        "parse_version",
                        "missing <version> in kelf-0.json"),
                neff(
                        "a version that is a number",
                        m -> m.set(KELF, "/version", "0.5"),
                        "parse_version",
                        "Failed to parse, key: version"),
                neff(
                        "a version without a dot",
                        m -> m.set(KELF, "/version", "'05'"),
                        "parse_version",
                        "invalid string (.) in 05"),
                neff("target tonga", m -> m.set(KELF, "/target", "'tonga'"), "parse_target", "Invalid target 'tonga'"),
                neff(
                        "target in capitals",
                        m -> m.set(KELF, "/target", "'Cayman'"),
                        "parse_target",
                        "Invalid target 'Cayman'"),
                neff(
                        "target core_v5",
                        m -> m.set(KELF, "/target", "'core_v5'"),
                        "parse_target",
                        "Invalid target 'core_v5'"),
                neff(
                        "a target that is a number",
                        m -> m.set(KELF, "/target", "3"),
                        "parse_target",
                        "Failed to parse, key: target"),
                neff("no graphs", m -> m.remove(KELF, "/graphs"), "load_graphs", "missing <graphs> in kelf-0.json"),
                neff(
                        "graphs an object",
                        m -> m.set(KELF, "/graphs", "{}"),
                        "load_graphs",
                        "Failed to parse, key: graphs"),
                neff(
                        "a graph without a name",
                        m -> m.remove(KELF, "/graphs/0/name"),
                        "load_graph",
                        "missing <name> in kelf-0.json"),
                neff(
                        "a graph without a definition",
                        m -> m.remove(KELF, "/graphs/0/definition"),
                        "load_graph",
                        "missing <definition> in kelf-0.json"),
                neff(
                        "too many graphs",
                        m -> m.set(KELF, "/graphs", list("{}", 257)),
                        "load_graphs",
                        "kelf-0.json has 257 graphs, maximum is 256"));
    }
}
