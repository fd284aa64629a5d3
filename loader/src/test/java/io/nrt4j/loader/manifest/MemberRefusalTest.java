package io.nrt4j.loader.manifest;

import static io.nrt4j.loader.manifest.Refusal.error;
import static io.nrt4j.loader.manifest.Refusal.neff;
import static io.nrt4j.loader.manifest.SmallModel.DEF;
import static io.nrt4j.loader.manifest.SmallModel.KELF;
import static io.nrt4j.loader.manifest.SmallModel.NEFF;
import static io.nrt4j.loader.manifest.SmallModel.POOL;
import static io.nrt4j.loader.manifest.SmallModel.SET;

import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Members that are absent or no JSON. Source: manifest.md §1, §1.1; container.md §10, §12.2; errors.md C11 to C13. */
class MemberRefusalTest {
    @ParameterizedTest
    @MethodSource("refusals")
    void endsWithItsLine(Refusal refusal) {
        refusal.verify();
    }

    static Stream<Refusal> refusals() {
        String loader = "json_parse_load_elements";
        return Stream.of(
                Refusal.of(
                        "no neff.json",
                        m -> m.drop(NEFF),
                        "NMGR",
                        "kmgr_load_nn_nc",
                        "Invalid NN: small.neff, neff.json is missing"),
                neff("no kelf", m -> m.drop(KELF), loader, "Unable to open: kelf-0.json - 2"),
                neff("no def.json", m -> m.drop(DEF), loader, "Unable to open: sg00/def.json - 2"),
                neff("no engine file", m -> m.drop(POOL), loader, "Unable to open: sg00/Pool.json - 2"),
                neff("no set file", m -> m.drop(SET), loader, "Unable to open: sg00/exp_set.json - 2"),
                neff("neff.json cut", m -> m.text(NEFF, "{\"nodes\": ["), loader, "Unable to parse: neff.json - 3"),
                neff("kelf empty", m -> m.text(KELF, ""), loader, "Unable to parse: kelf-0.json - 12"),
                neff(
                        "def.json with a bad atom",
                        m -> m.text(DEF, "{\"a\": tru}"),
                        loader,
                        "Unable to parse: sg00/def.json - 6"),
                neff(
                        "engine file with an open string",
                        m -> m.text(POOL, "{\"instr"),
                        loader,
                        "Unable to parse: sg00/Pool.json - 14"),
                neff(
                        "too deep",
                        m -> m.text(DEF, "[".repeat(1100) + "]".repeat(1100)),
                        loader,
                        "Unable to parse: sg00/def.json - 4"),
                neff(
                        "byte-order mark",
                        m -> m.text(DEF, "\ufeff" + m.content(DEF)),
                        loader,
                        "Unable to parse: sg00/def.json - 3"),
                neff(
                        "no memory for it",
                        m -> m.options(o -> o.withMaxJsonMemory(10_000)),
                        loader,
                        "Unable to parse: sg00/def.json - 2"),
                binary(
                        "no program",
                        m -> m.drop("sg00/Pool.bin"),
                        "sg00/Pool.bin",
                        "load_bin_file",
                        "Failed to load file sg00/Pool.bin"),
                binary(
                        "no bucket table",
                        m -> m.drop("sg00/exp_bkt.bin"),
                        "sg00/exp_bkt.bin",
                        "load_bin_file",
                        "Failed to load file sg00/exp_bkt.bin"),
                binary(
                        "no control table",
                        m -> m.drop("sg00/exp_ctl.bin"),
                        "sg00/exp_ctl.bin",
                        "load_bin_file",
                        "Failed to load file sg00/exp_ctl.bin"),
                binary(
                        "no DVE table",
                        m -> m.drop("sg00/slow.bin"),
                        "sg00/slow.bin",
                        "load_bin_file",
                        "Failed to load file sg00/slow.bin"),
                binary(
                        "no weights",
                        m -> m.drop("sg00/w.npy"),
                        "sg00/w.npy",
                        "load_weight_bin",
                        "Failed to get neff weight content for sg00/w.npy"),
                binary(
                        "no raw weights",
                        m -> m.drop("sg00/raw.bin"),
                        "sg00/raw.bin",
                        "load_weight_bin",
                        "Failed to get neff weight content for sg00/raw.bin"));
    }

    private static Refusal binary(
            String what, UnaryOperator<SmallModel> change, String path, String function, String message) {
        return new Refusal(
                what,
                change,
                List.of(
                        error("NEFF", "neff_get_file_content", "file not found " + path + " in NEFF"),
                        error("NEFF", function, message)));
    }
}
