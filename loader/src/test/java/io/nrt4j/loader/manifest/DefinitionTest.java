package io.nrt4j.loader.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DefinitionTest {
    /** manifest.md §4: a graph may name no engine; its programs are then empty. */
    @Test
    void aGraphWithoutEnginesHasEmptyPrograms() {
        Definition definition = new Definition(
                "sg00",
                "sg00/def.json",
                "sg00",
                Arch.CAYMAN,
                List.of(),
                List.of(),
                List.of(),
                Map.of(),
                ActivationTables.NONE,
                Optional.empty(),
                new Collectives(ReplicaGroups.NONE, SourceTargetPairs.NONE, 0),
                List.of(),
                Optional.empty(),
                List.of(),
                new Definition.Declarations("", List.of(), 0, 0));
        assertThat(definition.engines()).isEmpty();
        for (EngineType engine : EngineType.values()) {
            assertThat(definition.engine(engine).program().isReadable()).isFalse();
        }
    }
}
