package io.nrt4j.runtime.c;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBufUtil;
import io.nrt4j.hal.InstanceType;
import io.nrt4j.loader.archive.ArchiveOptions;
import io.nrt4j.loader.archive.ArchiveReader;
import io.nrt4j.loader.archive.Member;
import io.nrt4j.loader.archive.MemberTable;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.diagnostics.LogLevel;
import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.profile.RuntimeProfile;
import io.nrt4j.loader.testing.Corpus;
import io.nrt4j.loader.testing.TarFixture;
import io.nrt4j.runtime.config.SimulatedDriver;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The constructed cases of errors.md §9, through the C API, on baseline_attention.neff. */
@Tag("corpus")
class CaseBookTest {
    private static final int HEADER = 1024;
    private static final int HEADER_SIZE = 8;
    private static final int DATA_SIZE = 16;
    private static final int MAJOR = 24;

    private static final String LOAD_FAILED_2 =
            "NMGR:kmgr_load_nn_post_metrics Failed to load NN: baseline.neff, err: 2";
    private static final String MLAOP = "NMGR:dlr_kelf_load Failed to load mlaop";
    private static final String KELF = "NMGR:load_kelf_graphs Failed to load KELF kelf-0.json";

    private final NrtFixture f = new NrtFixture(SimulatedDriver.of(InstanceType.TRN2_3XLARGE), RuntimeProfile.DEFAULT);

    @AfterEach
    void close() {
        f.close();
    }

    private static byte[] baseline() throws IOException {
        return Files.readAllBytes(Corpus.neff("tkf-baseline_attention.neff"));
    }

    private static byte[] patched(int offset, long value) throws IOException {
        byte[] file = baseline();
        ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).putLong(offset, value);
        return file;
    }

    /** The same NEFF with one JSON member changed. */
    private static byte[] edited(String memberName, UnaryOperator<String> edit) throws IOException {
        byte[] file = baseline();
        TarFixture tar = TarFixture.tar();
        try (ByteSource source = ByteSource.of(file);
                MemberTable members = ArchiveReader.read(
                        source.window(HEADER, file.length - HEADER), ArchiveOptions.DEFAULT, Nlog.silent())) {
            for (Member member : members.members()) {
                byte[] content = ByteBufUtil.getBytes(member.content());
                if (member.name().equals(memberName)) {
                    String text = new String(content, StandardCharsets.UTF_8);
                    String changed = edit.apply(text);
                    assertThat(changed).isNotEqualTo(text);
                    content = changed.getBytes(StandardCharsets.UTF_8);
                }
                tar.file(member.name(), content);
            }
        }
        byte[] payload = tar.end().gzipped();
        ByteBuffer made = ByteBuffer.allocate(HEADER + payload.length).order(ByteOrder.LITTLE_ENDIAN);
        made.put(file, 0, HEADER).put(payload).putLong(DATA_SIZE, payload.length);
        return made.array();
    }

    private void refused(byte[] neff, NrtStatus status, String... lines) {
        f.started();
        Out<NrtModel> model = new Out<>();
        assertThat(f.load(neff, model)).isEqualTo(status);
        assertThat(f.errors()).containsExactly(lines);
        assertThat(f.dump()).contains("Failure: " + status + " in nrt_load()");
        assertThat(model.value()).isEmpty();
    }

    @Test
    void k1CutOff() throws IOException {
        refused(
                Arrays.copyOf(baseline(), 100),
                NrtStatus.NRT_INVALID,
                "NEFF:neff_get_header_from_buffer Invalid number of NEFF bytes received 64");
    }

    @Test
    void k2HeaderAsLongAsTheFile() throws IOException {
        String size = Integer.toHexString(baseline().length);
        refused(
                patched(HEADER_SIZE, baseline().length),
                NrtStatus.NRT_INVALID,
                "NEFF:neff_get_header_from_buffer Invalid NEFF file size hdr sz: " + size + ", file sz: " + size + ":");
    }

    @Test
    void k3MajorVersion() throws IOException {
        refused(
                patched(MAJOR, 3),
                NrtStatus.NRT_UNSUPPORTED_NEFF_VERSION,
                "NEFF:neff_parse NEFF version: 3.0 is not supported, accepted version range: 0.x-2.x",
                "NMGR:kmgr_load_nn_post_metrics Failed to load NN: baseline.neff, err: 10");
    }

    @Test
    void k4SwappedDigest() throws IOException {
        f.with("NEURON_RT_VALIDATE_HASH", "true");
        refused(baseline(), NrtStatus.NRT_INVALID, "NEFF:neff_parse MD5 mismatch!", LOAD_FAILED_2);
    }

    @Test
    void k5UnknownTarget() throws IOException {
        refused(
                edited("kelf-0.json", text -> text.replace("cayman", "vega").replace("\"v3\"", "\"vega\"")),
                NrtStatus.NRT_INVALID,
                "NEFF:parse_target Invalid target 'vega'",
                MLAOP,
                KELF,
                LOAD_FAILED_2);
    }

    @Test
    void k6OtherArchitecture() throws IOException {
        byte[] neff =
                edited("kelf-0.json", text -> text.replace("cayman", "mariana").replace("\"v3\"", "\"v4\""));
        f.started();
        assertThat(f.load(neff, new Out<>())).isEqualTo(NrtStatus.NRT_INVALID);
        assertThat(f.errors().stream()
                        .map(line -> line.substring(line.indexOf(' ') + 1))
                        .toList())
                .containsExactly(
                        "Loading a NEFF compiled for a different arch is not allowed, NEFF arch: v4, instance arch: v3",
                        "Please ensure that --target <correct_arch> is passed as a neuronx-cc command line flag.",
                        "To override, set NEURON_RT_ALLOW_LEGACY_NEFF=1 and restart.",
                        "Failed to load mlaop",
                        "Failed to load KELF kelf-0.json",
                        "Failed to load NN: baseline.neff, err: 2");
        f.with("NEURON_RT_ALLOW_LEGACY_NEFF", "1");
        assertThat(f.load(neff, new Out<>())).isEqualTo(NrtStatus.NRT_SUCCESS);
        assertThat(f.log)
                .extracting(LogRecord::message)
                .contains("Loading a NEFF compiled for a different arch, NEFF arch: v4, instance arch: v3");
    }

    @Test
    void k7CarveOutElsewhere() throws IOException {
        refused(
                edited("sg00/def.json", text -> text.replace("229368", "0")),
                NrtStatus.NRT_INVALID,
                "TDRV:kbl_model_add Event Accel carveout SB partition offset must start at 0x37ff8. Got 0x0",
                "TDRV:kbl_model_add Failed to verify Event Accel State Buffer carveout",
                "NMGR:dlr_kelf_stage Failed to load subgraph",
                "NMGR:kmgr_load_nn_nc Failed to stage graph: kelf-0.json to NeuronCore",
                LOAD_FAILED_2);
    }

    @Test
    void k8NoCarveOut() throws IOException {
        byte[] neff = edited(
                "sg00/def.json",
                text -> text.replaceFirst("(?s)(\"runtime_statebuffer_reservation\"\\s*:\\s*)\\[.*?]", "$1[]"));
        f.started();
        assertThat(f.load(neff, new Out<>())).isEqualTo(NrtStatus.NRT_SUCCESS);
        assertThat(f.errors()).isEmpty();
        assertThat(f.log)
                .filteredOn(r -> r.function().equals("kbl_model_add") && r.level() == LogLevel.DEBUG)
                .extracting(LogRecord::message)
                .contains("model: baseline.neff on: nd0:nc0 has no evtaccel reservation on SBUF");
    }

    @Test
    void k9BeforeTheStart() throws IOException {
        assertThat(f.load(baseline(), new Out<>())).isEqualTo(NrtStatus.NRT_UNINITIALIZED);
        assertThat(f.errors()).containsExactly("NRT:nrt_load NRT uninitialized");
    }

    @Test
    void k10UnloadOfWhatIsNotLoaded() {
        f.started();
        NrtModel model = f.load();
        f.nrt.nrt_unload(model);
        assertThat(f.nrt.nrt_unload(model)).isEqualTo(NrtStatus.NRT_INVALID_HANDLE);
        assertThat(f.errors()).containsExactly("NMGR:kmgr_get_model Failed to find model: 10001");
    }
}
