package io.nrt4j.loader.manifest;

import static io.nrt4j.loader.manifest.Refusal.neff;
import static io.nrt4j.loader.manifest.SmallModel.DEF;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Refused sections of a definition. Source: manifest.md §4, §7.4 to §7.6; container.md §8.3, errors.md A5. */
class DefinitionRefusalTest {
    @ParameterizedTest
    @MethodSource("refusals")
    void endsWithItsLine(Refusal refusal) {
        refusal.verify();
    }

    static Stream<Refusal> refusals() {
        String load = "kelf_load_from_neff";
        String reservation = "/runtime_statebuffer_reservation";
        String missing = "Missing or corrupted runtime_statebuffer_reservation field in def.json and"
                + " NEURON_RT_ALLOW_LEGACY_NEFF=1 is not set. Potentially a legacy neff without proper compiler support";
        return Stream.of(
                neff("no object", m -> m.json(DEF, "7"), load, "subgraph sg00/def.json has no Outputs"),
                neff("no variables", m -> m.remove(DEF, "/var"), load, "subgraph sg00/def.json has no Outputs"),
                neff(
                        "an empty variable object",
                        m -> m.set(DEF, "/var", "{}"),
                        load,
                        "subgraph sg00/def.json has no Outputs"),
                neff(
                        "variables in an array",
                        m -> m.set(DEF, "/var", "[{}]"),
                        load,
                        "subgraph sg00/def.json has no Outputs"),
                neff(
                        "no output",
                        m -> m.set(DEF, "/var/y/type", "'input'"),
                        load,
                        "subgraph sg00/def.json has no Outputs"),
                neff(
                        "a gap in the ids",
                        m -> m.set(
                                DEF,
                                "/var",
                                "{'y':{'type':'output','var_id':0,'size':1},'a':{'type':'input','var_id':1,'size':1},"
                                        + "'b':{'type':'input','var_id':3,'size':1}}"),
                        load,
                        "Unexpected var_ids set! max=3, size=3"),
                neff(
                        "the highest id",
                        m -> m.set(DEF, "/var/y/var_id", "4294967295"),
                        load,
                        "Unexpected var_ids set! max=4294967295, size=12"),
                neff(
                        "queues in an array",
                        m -> m.set(DEF, "/dma_queue", "[]"),
                        load,
                        "Failed to parse, key: dma_queue"),
                neff(
                        "replica_groups a number",
                        m -> m.set(DEF, "/replica_groups", "1"),
                        "parse_replica_groups",
                        "Failed to parse, key: replica_groups"),
                neff(
                        "replica_groups of two levels",
                        m -> m.set(DEF, "/replica_groups", "[[0, 1]]"),
                        "parse_replica_groups",
                        "Failed to parse, key: replica_groups"),
                neff(
                        "a negative rank",
                        m -> m.set(DEF, "/replica_groups", "[[[-1]]]"),
                        "parse_replica_groups",
                        "Failed to parse, key: replica_groups"),
                neff(
                        "src_target_pairs of three",
                        m -> m.set(DEF, "/src_target_pairs", "[[[0, 1, 2]]]"),
                        "parse_src_target_pairs",
                        "Failed to parse, key: src_target_pairs"),
                neff("ucode_lib a number", m -> m.set(DEF, "/ucode_lib", "1"), load, "Failed to parse, key: ucode_lib"),
                neff("no reservation", m -> m.remove(DEF, reservation), load, missing),
                neff("reservation an object", m -> m.set(DEF, reservation, "{}"), load, missing),
                neff(
                        "another reservation",
                        m -> m.set(DEF, reservation + "/0/type", "'dma'"),
                        load,
                        "Invalid runtime_statebuffer_reservation type dma"),
                neff(
                        "a reservation without a type",
                        m -> m.remove(DEF, reservation + "/0/type"),
                        load,
                        "missing <type> in runtime_statebuffer_reservation"),
                neff(
                        "a reservation without an offset",
                        m -> m.remove(DEF, reservation + "/0/offset"),
                        load,
                        "missing <offset> in runtime_statebuffer_reservation"),
                neff(
                        "streams a text",
                        m -> m.set(DEF, "/cc_streams/num_streams", "'2'"),
                        load,
                        "Failed to parse, key: num_streams"),
                neff(
                        "fp8 without a key",
                        m -> m.remove(DEF, "/fp8_conversion_config/ocp_sat"),
                        "parse_fp8_conversion_config",
                        "missing <ocp_sat> in fp8_conversion_config"),
                neff(
                        "fp8 with a number for a bool",
                        m -> m.set(DEF, "/fp8_conversion_config/fp8_sis", "0"),
                        "parse_fp8_conversion_config",
                        "Failed to parse, key: fp8_sis"),
                neff(
                        "fp8 with a bool for a number",
                        m -> m.set(DEF, "/fp8_conversion_config/emax_fp8_e4m3", "true"),
                        "parse_fp8_conversion_config",
                        "Failed to parse, key: emax_fp8_e4m3"),
                neff("an engine that is no name", m -> m.set(DEF, "/act", "[]"), load, "Failed to parse, key: act"));
    }
}
