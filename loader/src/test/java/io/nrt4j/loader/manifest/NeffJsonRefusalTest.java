package io.nrt4j.loader.manifest;

import static io.nrt4j.loader.manifest.Refusal.ones;
import static io.nrt4j.loader.manifest.SmallModel.NEFF;

import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Refused graphs. Source: manifest.md §2. */
class NeffJsonRefusalTest {
    @ParameterizedTest
    @MethodSource("refusals")
    void endsWithItsLine(Refusal refusal) {
        refusal.verify();
    }

    static Stream<Refusal> refusals() {
        Stream<Refusal> missing = Stream.of("/nodes", "/arg_nodes", "/heads", "/node_row_ptr", "/attrs")
                .flatMap(key -> Stream.of(
                        graph("no " + key, m -> m.remove(NEFF, key), "Missing required fields in NEFF JSON"),
                        graph(key + " a text", m -> m.set(NEFF, key, "'x'"), "Missing required fields in NEFF JSON")));
        return Stream.concat(
                missing,
                Stream.of(
                        graph("no object", m -> m.json(NEFF, "[]"), "Missing required fields in NEFF JSON"),
                        graph(
                                "a node id that is a text",
                                m -> m.set(NEFF, "/arg_nodes/0", "'0'"),
                                "Missing required fields in NEFF JSON"),
                        graph(
                                "a node id that is a float",
                                m -> m.set(NEFF, "/arg_nodes/0", "0.0"),
                                "Missing required fields in NEFF JSON"),
                        graph(
                                "a short head",
                                m -> m.set(NEFF, "/heads/0", "[2]"),
                                "Missing required fields in NEFF JSON"),
                        graph(
                                "an input without a name",
                                m -> m.remove(NEFF, "/nodes/0/name"),
                                "Missing required fields in NEFF JSON"),
                        graph("no dltype", m -> m.remove(NEFF, "/attrs/dltype"), "Missing dltype or shape in attrs"),
                        graph("no shape", m -> m.remove(NEFF, "/attrs/shape"), "Missing dltype or shape in attrs"),
                        graph(
                                "dltype a text",
                                m -> m.set(NEFF, "/attrs/dltype", "'list_str'"),
                                "Invalid dltype data format"),
                        graph(
                                "dltype without a list",
                                m -> m.set(NEFF, "/attrs/dltype", "['list_str']"),
                                "Invalid dltype data format"),
                        graph(
                                "a dltype that is a number",
                                m -> m.set(NEFF, "/attrs/dltype/1/0", "7"),
                                "Invalid dltype data format"),
                        graph("shape an object", m -> m.set(NEFF, "/attrs/shape", "{}"), "Invalid shape data format"),
                        graph(
                                "shape of texts",
                                m -> m.set(NEFF, "/attrs/shape/1/0/0", "'4'"),
                                "Invalid shape data format"),
                        graph(
                                "a negative dimension",
                                m -> m.set(NEFF, "/attrs/shape/1/0/0", "-1"),
                                "Invalid shape data format"),
                        graph(
                                "a size beyond 64 bits",
                                m -> m.set(NEFF, "/attrs/shape/1/0", "[4294967295, 4294967295, 4294967295]"),
                                "Invalid shape data format"),
                        graph(
                                "too many dimensions",
                                m -> m.set(NEFF, "/attrs/shape/1/0", ones(33)),
                                "Too many dimensions (33)"),
                        graph(
                                "an input beyond the nodes",
                                m -> m.set(NEFF, "/arg_nodes/1", "3"),
                                "Input node ID 3 out of bounds"),
                        graph(
                                "an output beyond the nodes",
                                m -> m.set(NEFF, "/heads/0/0", "9"),
                                "Output node ID 9 out of bounds"),
                        graph(
                                "an entry beyond the tables",
                                m -> m.set(NEFF, "/heads/1/1", "2"),
                                "EID 4 out of bounds for dtypes/shapes"),
                        graph(
                                "a short dtype table",
                                m -> m.remove(NEFF, "/attrs/dltype/1/3"),
                                "EID 3 out of bounds for dtypes/shapes"),
                        graph(
                                "a short shape table",
                                m -> m.set(NEFF, "/attrs/shape/1", "[[4, 8]]"),
                                "EID 1 out of bounds for dtypes/shapes"),
                        graph(
                                "no kelf node",
                                m -> m.set(NEFF, "/nodes/2/attrs/func_name", "'kelf'"),
                                "No KELF node found in NEFF JSON"),
                        graph(
                                "a kelf node without a name",
                                m -> m.remove(NEFF, "/nodes/2/attrs/kelf"),
                                "KELF node found but missing 'kelf' attribute"),
                        graph(
                                "a kelf name that is a number",
                                m -> m.set(NEFF, "/nodes/2/attrs/kelf", "0"),
                                "KELF attribute is not a string")));
    }

    private static Refusal graph(String what, UnaryOperator<SmallModel> change, String message) {
        return Refusal.of("neff.json: " + what, change, "NMGR", "parse_neff_json", message);
    }
}
