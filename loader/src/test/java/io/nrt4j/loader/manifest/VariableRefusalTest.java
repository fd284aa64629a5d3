package io.nrt4j.loader.manifest;

import static io.nrt4j.loader.manifest.Refusal.neff;
import static io.nrt4j.loader.manifest.SmallModel.DEF;

import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Refused variables. Source: manifest.md §5, memory.md §2.3. */
class VariableRefusalTest {
    @ParameterizedTest
    @MethodSource("refusals")
    void endsWithItsLine(Refusal refusal) {
        refusal.verify();
    }

    static Stream<Refusal> refusals() {
        String npy = "numpy_load";
        return Stream.of(
                variable("no type", m -> m.remove(DEF, "/var/x/type"), "Failed to parse, key: type"),
                variable("a type that is a number", m -> m.set(DEF, "/var/x/type", "5"), "Failed to parse, key: type"),
                variable("no object", m -> m.set(DEF, "/var/x", "[]"), "Failed to parse, key: type"),
                variable("no id", m -> m.remove(DEF, "/var/x/var_id"), "missing <var_id> in x"),
                variable("a negative id", m -> m.set(DEF, "/var/x/var_id", "-1"), "Failed to parse, key: var_id"),
                variable(
                        "an id of 33 bits",
                        m -> m.set(DEF, "/var/x/var_id", "4294967296"),
                        "Failed to parse, key: var_id"),
                variable("a float id", m -> m.set(DEF, "/var/x/var_id", "1.0"), "Failed to parse, key: var_id"),
                variable(
                        "an alignment of 24",
                        m -> m.set(DEF, "/var/w/alignment", "24"),
                        "alignment provided not power of 2. alignment=24"),
                variable(
                        "an alignment of 2^32-1",
                        m -> m.set(DEF, "/var/x/alignment", "4294967295"),
                        "alignment provided not power of 2. alignment=4294967295"),
                variable("dtype a number", m -> m.set(DEF, "/var/x/dtype", "1"), "Failed to parse, key: dtype"),
                variable("shape a number", m -> m.set(DEF, "/var/x/shape", "1"), "Failed to parse, key: shape"),
                variable("shape of texts", m -> m.set(DEF, "/var/x/shape", "['1']"), "Failed to parse, key: shape"),
                variable("an unknown type", m -> m.set(DEF, "/var/x/type", "'shared'"), "Unknown type shared for x"),
                variable("an input without size", m -> m.remove(DEF, "/var/x/size"), "missing <size> in x"),
                variable("an output without size", m -> m.remove(DEF, "/var/y/size"), "missing <size> in y"),
                variable("a tmp-buf without size", m -> m.remove(DEF, "/var/tmp/size"), "missing <size> in tmp"),
                variable("a window without size", m -> m.remove(DEF, "/var/v/size"), "missing <size> in v"),
                variable(
                        "a window without offset",
                        m -> m.remove(DEF, "/var/v/backing_variable_off"),
                        "missing <backing_variable_off> in v"),
                variable(
                        "an unknown backing",
                        m -> m.set(DEF, "/var/v/backing_buf", "'local2'"),
                        "Failed to parse, key: backing_buf"),
                variable("a file without a name", m -> m.remove(DEF, "/var/w/file_name"), "missing <file_name> in w"),
                variable("a file without size", m -> m.remove(DEF, "/var/w/size"), "missing <size> in w"),
                neff(
                        "a bad npy",
                        m -> m.bytes("sg00/w.npy", new byte[] {0x50, 0x4B, 3, 4}),
                        npy,
                        "NUMPY sg00/w.npy bad header 4b50 != 0x4e93"),
                neff(
                        "an empty npy",
                        m -> m.bytes("sg00/w.npy", new byte[0]),
                        npy,
                        "NUMPY sg00/w.npy bad header 0 != 0x4e93"),
                variable("a pointer without size", m -> m.remove(DEF, "/var/p/size"), "missing <size> in p"),
                variable(
                        "a pointer of 4 bytes",
                        m -> m.set(DEF, "/var/p/size", "4"),
                        "Invalid size 4 of pointer variable p, must be 8"),
                variable(
                        "a pointer to nothing",
                        m -> m.remove(DEF, "/var/p/referenced_var_id"),
                        "missing <referenced_var_id> in p"),
                variable("no list", m -> m.remove(DEF, "/var/l/list"), "Failed to parse, key: list"),
                variable("a list of texts", m -> m.set(DEF, "/var/l/list", "['a']"), "Failed to parse, key: list"),
                variable(
                        "a table that is no list",
                        m -> m.set(DEF, "/var/DGETable0/list", "{}"),
                        "Failed to parse, key: list"),
                variable(
                        "a remote variable without a graph",
                        m -> m.set(DEF, "/var/r", "{'type': 'remote', 'var_id': 12}"),
                        "missing <remote_vtpb_rel_sg_id> in r"),
                neff(
                        "a second variable with an id",
                        m -> m.set(DEF, "/var/z", "{'type': 'input', 'var_id': 1, 'size': 1}"),
                        "check_var_exists",
                        "Variable z (id 1) already exists"),
                neff(
                        "a second variable with a name",
                        m -> m.text(DEF, m.content(DEF).replace("\"DGETable0\":{", "\"l\":{")),
                        "check_var_exists",
                        "Variable l (id 11) already exists"),
                neff(
                        "a remote variable that nobody has",
                        m -> m.set(DEF, "/var/r", "{'type': 'remote', 'var_id': 12, 'remote_vtpb_rel_sg_id': 1}"),
                        "kelf_resolve_vtpb_remote_variables",
                        "Failed to resolve remote variables for subgraphs 0 to 1"));
    }

    private static Refusal variable(String what, UnaryOperator<SmallModel> change, String message) {
        return neff("var: " + what, change, "parse_one_variable", message);
    }
}
