package io.nrt4j.loader.image;

import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.InstanceType;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.loader.LoadedModel;
import io.nrt4j.loader.testing.AllReduceModel;
import io.nrt4j.loader.testing.TestLoad;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The toy model of libnrt translates as image-assembly.md §10.1 says, on every architecture that libnrt loads. */
class FixtureImagesTest {
    @ParameterizedTest
    @EnumSource(names = {"TRN1_2XLARGE", "INF2_XLARGE", "TRN2_3XLARGE", "TRN3PD98_3XLARGE"})
    void oneSlotEachAndNoPatchButTheTwoRegions(InstanceType instance) {
        try (TestLoad device = TestLoad.on(instance, 1);
                LoadedModel model = device.load(AllReduceModel.toByteArray())) {
            CoreProgram program = model.images().program(0);
            assertThat(main(program, EngineType.PE)).containsExactly(0xA5);
            assertThat(program.collectives().operations()).hasSize(1);
            // Both queues have one ring: their blocks are one descriptor each way, without a semaphore to write.
            assertThat(main(program, EngineType.POOL)).containsExactly(0xA5, 0xA5, 0xA0);
            for (EngineType idle : List.of(EngineType.ACT, EngineType.DVE, EngineType.SP)) {
                assertThat(main(program, idle)).isEmpty();
            }
            for (EngineImage image : program.images()) {
                assertThat(image.patches().in(PatchSection.MAIN)).isEmpty();
                assertThat(image.patches().locations())
                        .extracting(PatchLocation::type)
                        .containsOnly(PatchType.INSERT);
            }
        }
    }

    private static List<Integer> main(CoreProgram program, EngineType engine) {
        EngineImage image = program.image(engine);
        return IntStream.range(image.sections().mainStart(), image.sections().mainEnd())
                .mapToObj(image::slot)
                .map(Slot::opcodeCode)
                .toList();
    }
}
