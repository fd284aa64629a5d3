package io.nrt4j.loader;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.nrt4j.hal.InstanceType;
import io.nrt4j.hal.device.DeviceOptions;
import io.nrt4j.hal.device.Instance;
import io.nrt4j.hal.memory.HeapUsage;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.image.CoreProgram;
import io.nrt4j.loader.image.EngineImage;
import io.nrt4j.loader.image.PatchSection;
import io.nrt4j.loader.testing.Corpus;
import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every corpus file loads with its images on the instance it was compiled for. */
@Tag("corpus")
class LoadedImagesCorpusTest {
    static Stream<Path> files() {
        return Corpus.neffs();
    }

    @ParameterizedTest
    @MethodSource("files")
    void assemblesOnItsTarget(Path file) throws IOException {
        JsonNode known = Corpus.manifest().get(file.getFileName().toString());
        try (Instance instance = instanceFor(known);
                ByteSource source = ByteSource.open(file)) {
            HeapUsage before = instance.device(0).heap().usage();
            try (LoadedModel model = new NeffLoader(LoadOptions.DEFAULT)
                    .load(source, PlacementChooser.fixed(new Placement(instance, 0)), Nlog.silent())) {
                model.images().programs().forEach(LoadedImagesCorpusTest::checkOrigins);
            }
            assertThat(instance.device(0).heap().usage()).isEqualTo(before);
        }
    }

    private static Instance instanceFor(JsonNode known) {
        String target = known.get("target").asText();
        InstanceType type = switch (target) {
            case "sunda" -> InstanceType.TRN1_2XLARGE;
            case "cayman" -> InstanceType.TRN2_3XLARGE;
            default -> InstanceType.INF1_XLARGE;
        };
        return new Instance(type, target.equals("cayman") ? 2 : 1, DeviceOptions.DEFAULT);
    }

    private static void checkOrigins(CoreProgram program) {
        for (EngineImage image : program.images()) {
            for (int slot = 0; slot < image.slots(); slot++) {
                OptionalInt origin = image.origins().of(slot);
                boolean program1 = image.sections().isIn(PatchSection.MAIN, slot)
                        || image.sections().isIn(PatchSection.FUNCTION, slot);
                assertThat(origin.isPresent()).isEqualTo(program1);
            }
        }
    }
}
