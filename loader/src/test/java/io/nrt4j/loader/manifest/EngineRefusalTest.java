package io.nrt4j.loader.manifest;

import static io.nrt4j.loader.manifest.Refusal.list;
import static io.nrt4j.loader.manifest.Refusal.neff;
import static io.nrt4j.loader.manifest.SmallModel.ACT;
import static io.nrt4j.loader.manifest.SmallModel.DVE;
import static io.nrt4j.loader.manifest.SmallModel.POOL;
import static io.nrt4j.loader.manifest.SmallModel.SET;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Refused engine files. Source: manifest.md §7.1, §7.3. */
class EngineRefusalTest {
    @ParameterizedTest
    @MethodSource("refusals")
    void endsWithItsLine(Refusal refusal) {
        refusal.verify();
    }

    static Stream<Refusal> refusals() {
        String act = "parse_act_function_sets";
        return Stream.of(
                neff(
                        "no program",
                        m -> m.remove(POOL, "/instr"),
                        "parse_one_engine_instr",
                        "missing <instr> in sg00/Pool.json"),
                neff(
                        "a program that is a number",
                        m -> m.set(POOL, "/instr", "1"),
                        "parse_one_engine_instr",
                        "Failed to parse, key: instr"),
                neff(
                        "sets in an object",
                        m -> m.set(ACT, "/activation_function_sets", "{}"),
                        act,
                        "Failed to parse, key: activation_function_sets"),
                neff(
                        "an act_semaphore that is a text",
                        m -> m.set(ACT, "/act_semaphore", "'12'"),
                        act,
                        "Failed to parse, key: act_semaphore"),
                neff(
                        "a set without buckets",
                        m -> m.remove(SET, "/bkt_bin"),
                        act,
                        "missing <bkt_bin> in sg00/exp_set.json"),
                neff(
                        "a set without controls",
                        m -> m.remove(SET, "/ctl_bin"),
                        act,
                        "missing <ctl_bin> in sg00/exp_set.json"),
                neff(
                        "a set without functions",
                        m -> m.remove(SET, "/profile_meta_data"),
                        act,
                        "missing <profile_meta_data> in sg00/exp_set.json"),
                neff(
                        "26 functions",
                        m -> m.set(SET, "/profile_meta_data", list("{}", 26)),
                        act,
                        "Activation function set exp_set has 26 functions, maximum is 25"),
                neff(
                        "a function with a text for a number",
                        m -> m.set(SET, "/profile_meta_data/0/func_id", "'7'"),
                        act,
                        "Failed to parse, key: func_id"),
                neff(
                        "a function with 33 bits",
                        m -> m.set(SET, "/profile_meta_data/0/fnan_result", "4294967296"),
                        act,
                        "Failed to parse, key: fnan_result"),
                neff(
                        "dve_tables a text",
                        m -> m.set(DVE, "/dve_tables", "'t'"),
                        "parse_dve_tables",
                        "Failed to parse, key: dve_tables"),
                neff(
                        "a table that is no name",
                        m -> m.set(DVE, "/dve_tables/0/opcode_table", "1"),
                        "parse_dve_tables",
                        "Failed to parse, key: opcode_table"));
    }
}
