package io.nrt4j.loader;

import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.InstanceType;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.image.EngineImage;
import io.nrt4j.loader.testing.Corpus;
import io.nrt4j.loader.testing.TestLoad;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The patch tables of image-assembly.md §13 for the two NEFFs of which no real image is at hand, on both cores. */
@Tag("corpus")
class WorkedImagesCorpusTest {
    @ParameterizedTest
    @CsvSource({
        "nkipy-matmul_small, PE, 67, 4352, 4992, 11, 89",
        "nkipy-matmul_small, ACT, 67, 4352, 4544, 11, 82",
        "nkipy-matmul_small, POOL, 62, 4032, 4352, 11, 79",
        "nkipy-matmul_small, DVE, 67, 4352, 4352, 11, 79",
        "nkipy-matmul_small, SP, 50, 3264, 3328, 9, 61",
        "nkipy-matmul_large, PE, 67, 4352, 1365440, 11, 21346",
        "nkipy-matmul_large, ACT, 67, 4352, 10816, 11, 180",
        "nkipy-matmul_large, POOL, 62, 4032, 443776, 11, 6945",
        "nkipy-matmul_large, DVE, 67, 4352, 74688, 11, 1178",
        "nkipy-matmul_large, SP, 50, 3264, 31872, 9, 507"
    })
    void patchTable(
            String neff, EngineType engine, int preamble, int deleted, int postamble, int postambleSlots, int slots)
            throws IOException {
        try (TestLoad device = TestLoad.on(InstanceType.TRN2_3XLARGE, 2);
                ByteSource source = ByteSource.open(Corpus.neff(neff + ".neff"));
                LoadedModel model = new NeffLoader(LoadOptions.DEFAULT)
                        .load(source, PlacementChooser.fixed(new Placement(device.instance(), 0)), Nlog.silent())) {
            for (int graph = 0; graph < 2; graph++) {
                EngineImage image = model.images().program(graph).image(engine);
                assertThat(image.slots()).isEqualTo(slots);
                assertThat(image.patches().locations())
                        .extracting(l -> List.of(l.offset(), l.count(), l.type().code()))
                        .containsExactly(
                                List.of(0, preamble, 0), List.of(deleted, 1, 2), List.of(postamble, postambleSlots, 0));
            }
        }
    }
}
