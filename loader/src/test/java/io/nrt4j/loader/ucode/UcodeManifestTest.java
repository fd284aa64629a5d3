package io.nrt4j.loader.ucode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.nrt4j.loader.archive.MemberTable;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.LogLevel;
import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.diagnostics.RuntimeAbortException;
import io.nrt4j.loader.testing.Members;
import io.nrt4j.loader.testing.MiniLibrary;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Order of checks, statuses and lines: q7.md §1, vectors at the end of §9; errors.md §5, U1 to U6. */
class UcodeManifestTest {
    private static final String NOTICE = "Loading ucode libs specified in ucode_lib.json from the NEFF. This interface"
            + " is not yet entirely stable - FUTURE API CHANGES ARE POSSIBLE!";
    private static final String FUNCTIONS =
            "\"functions\":[{\"name\":\"k0\",\"opcode\":126},{\"name\":\"k1\",\"opcode\":240,\"sub_opcode\":7}]";
    private static final String MINI = library("\"opcode\":240,\"cpu_id\":0,\"total_cpus\":8," + FUNCTIONS);

    private final Nlog nlog = Nlog.silent();
    private final List<MemberTable> open = new ArrayList<>();

    @AfterEach
    void close() {
        open.forEach(MemberTable::close);
    }

    @Test
    void readsTheVectorOfTheSheet() {
        UcodeLibrary library = inline("[" + MINI + "]").get(0);
        assertThat(library.name()).isEqualTo("mini.so");
        assertThat(library.flags()).isEqualTo(6);
        assertThat(library.cpuId()).isZero();
        assertThat(library.totalCpus()).isEqualTo(8);
        assertThat(library.functions())
                .containsExactly(new UcodeFunction("k0", 126, 0), new UcodeFunction("k1", 240, 7));
        assertThat(library.content().readableBytes()).isEqualTo(944);
        assertThat(nlog.records()).singleElement().satisfies(r -> {
            assertThat(r.message()).isEqualTo(NOTICE);
            assertThat(r.level()).isEqualTo(LogLevel.WARN);
        });
    }

    @Test
    void takesAListAnObjectAndAMember() {
        assertThat(inline(MINI)).hasSize(1);
        assertThat(member("sg00/ucode_lib.json", "[" + MINI + "]")).hasSize(1);
        assertThat(member("sg00/ucode_lib.json", "{\"ucode_lib\":[" + MINI + "]}"))
                .hasSize(1);
        assertThat(member("ucode_lib.json", "[" + MINI + "]")).hasSize(1);
        assertThat(member("ucode_lib.json", "[]")).isEmpty();
    }

    @Test
    void theMemberBesideTheOthersComesFirst() {
        MemberTable table = table(new Members()
                .with("ucode_lib.json", "[]")
                .with("sg00/ucode_lib.json", "[" + MINI + "]")
                .with("sg00/mini.so", MiniLibrary.mini()));
        UcodeManifest manifest = new UcodeManifest("sg00", table, List.of(), nlog);
        manifest.readMember("ucode_lib.json");
        assertThat(manifest.libraries()).hasSize(1);
    }

    @Test
    void aGraphWithoutDirectoryLooksAtTheTop() {
        MemberTable table =
                table(new Members().with("ucode_lib.json", "[" + MINI + "]").with("mini.so", MiniLibrary.mini()));
        UcodeManifest manifest = new UcodeManifest("", table, List.of(), nlog);
        manifest.readMember("ucode_lib.json");
        assertThat(manifest.libraries()).hasSize(1);
    }

    @Test
    void aMissingOrBrokenMemberEndsTheLoad() {
        assertRefused(() -> member("other.json", "[]"), NOTICE, "Unable to open: sg00/ucode_lib.json - 2");
        assertRefused(() -> member("ucode_lib.json", "["), NOTICE, "Unable to parse: ucode_lib.json - 3");
        assertRefused(() -> member("ucode_lib.json", "{}"), NOTICE, "missing <ucode_lib> in ucode_lib.json");
        assertRefused(() -> inline("nonsense"), NOTICE, "Unable to parse: ucode_lib - 8");
    }

    /** Each case breaks one check and all later ones, so that the order shows too. */
    @Test
    void checksInTheOrderOfTheSheet() {
        String broken = "\"opcode\":\"x\",\"cpu_id\":1,\"total_cpus\":4,\"functions\":[{}]";
        assertRefused(() -> inline("[7]"), NOTICE, "missing <library> in ucode library");
        assertRefused(() -> inline("{" + broken + "}"), NOTICE, "missing <library> in ucode library");
        assertRefused(() -> inline("{\"library\":5," + broken + "}"), NOTICE, "missing <library> in ucode library");
        assertRefused(
                () -> inline("{\"library\":\"a.so\"," + broken + "}"), NOTICE, "file not found sg00/a.so in NEFF");
        assertRefused(() -> inline("{\"library\":\"mini.so\"," + broken + "}"), NOTICE, "Missing GPSIMD lib version!");
        assertRefused(
                () -> inline("{\"library\":\"mini.so\",\"ulib_to_ucode_version\":\"2.0\"," + broken + "}"),
                NOTICE,
                "Mismatch between GPSIMD lib version and NRT version!",
                "invalid GPSIMD lib");
        assertRefused(() -> inline(library(broken)), NOTICE, "UCode Library mini.so: opcode is no suitable integer");
        assertRefused(
                () -> inline(library("\"cpu_id\":-1,\"total_cpus\":4,\"functions\":[{}]")),
                NOTICE,
                "UCode Library mini.so: cpu_id is no suitable integer");
        assertRefused(
                () -> inline(library("\"total_cpus\":4,\"functions\":[{}]")),
                NOTICE,
                "UCode Library mini.so has invalid number of total cpus 4");
        assertRefused(
                () -> inline("[" + MINI + "," + library("\"functions\":[{}]") + "]"),
                NOTICE,
                "UCode Library mini.so has already been added");
        assertRefused(() -> inline(library("\"functions\":[{}]")), NOTICE, "failed to parse function field");
    }

    /** Text: glibc's, with the file, line and expression of q7.md §1.4, check 6. */
    @Test
    void aCpuIdAborts() {
        RuntimeAbortException abort = catchThrowableOfType(
                RuntimeAbortException.class, () -> inline(library("\"cpu_id\":1,\"total_cpus\":4,\"functions\":[{}]")));
        assertThat(abort)
                .hasMessage("/opt/workspace/KaenaRuntime/kelf/kelf2kbin.cpp:1681: NRT_STATUS parse_one_ucode_lib("
                        + "const neff_t*, mla_resources&, const std::string&, simdjson::dom::element&): Assertion"
                        + " `cpu_id == 0' failed.");
        assertThat(abort.records()).extracting(LogRecord::message).containsExactly(NOTICE);
    }

    @ParameterizedTest
    @CsvSource({
        "1.21.1.0, true",
        "1.0,      true",
        "1.x,      true",
        "' +1.9',  true",
        "1abc.0,   true",
        "0001.0,   true",
        "2.21.1.0, false",
        "0.21.2.0, false",
        "-1.0,     false",
        ".1,       false",
        "v1.2,     false",
        "'+ 1.0',  false",
        "4294967297.0,           false",
        "99999999999999999999.0, false",
    })
    void onlyTheMajorVersionCounts(String version, boolean passes) {
        String json = "{\"library\":\"mini.so\",\"ulib_to_ucode_version\":\"" + version + "\"," + FUNCTIONS + "}";
        if (passes) {
            assertThat(inline(json)).hasSize(1);
        } else {
            assertRefused(
                    () -> inline(json),
                    NOTICE,
                    "Mismatch between GPSIMD lib version and NRT version!",
                    "invalid GPSIMD lib");
        }
    }

    @Test
    void aVersionWithoutDotIsNamedFirst() {
        assertRefused(
                () -> inline("{\"library\":\"mini.so\",\"ulib_to_ucode_version\":\"1\"}"),
                NOTICE,
                "invalid string version string (missing '.')",
                "GPSIMD lib: Failed to parse GPSIMD lib version string! Version: 1",
                "Mismatch between GPSIMD lib version and NRT version!",
                "invalid GPSIMD lib");
        assertThat(nlog.records().get(2).level()).isEqualTo(LogLevel.WARN);
    }

    @ParameterizedTest
    @CsvSource({"133, 0", "-123, 0", "389, 0", "240, 6", "0, 6", "18446744073709551493, 0"})
    void theOpcodeDecidesOverTheFlags(String opcode, int flags) {
        assertThat(inline(library("\"opcode\":" + opcode + "," + FUNCTIONS))
                        .get(0)
                        .flags())
                .isEqualTo(flags);
        assertThat(inline(library("\"functions\":[{\"name\":\"f\",\"opcode\":" + opcode + "}]"))
                        .get(0)
                        .flags())
                .isEqualTo(flags);
    }

    @Test
    void withoutAnyOpcodeTheFlagsAreSix() {
        assertThat(inline(library("\"functions\":[]")).get(0).flags()).isEqualTo(6);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1", "8", "256", "264"})
    void cpuCountsAreCutToAByte(String count) {
        assertThat(inline(library("\"total_cpus\":" + count + "," + FUNCTIONS))
                        .get(0)
                        .totalCpus())
                .isEqualTo(Integer.parseInt(count) & 0xFF);
        assertThat(inline(library("\"cpu_id\":256," + FUNCTIONS)).get(0).cpuId())
                .isZero();
    }

    @Test
    void otherCpuCountsAreRefused() {
        assertRefused(
                () -> inline(library("\"total_cpus\":511")),
                NOTICE,
                "UCode Library mini.so has invalid number of total cpus 255");
        assertRefused(
                () -> inline(library("\"total_cpus\":\"8\"")),
                NOTICE,
                "UCode Library mini.so: total_cpus is no suitable integer");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"functions\":7",
                "\"x\":0",
                "\"functions\":[{\"opcode\":1}]",
                "\"functions\":[{\"name\":7,\"opcode\":1}]",
                "\"functions\":[{\"name\":\"f\"}]",
                "\"functions\":[{\"name\":\"f\",\"opcode\":1.0}]",
                "\"functions\":[{\"name\":\"f\",\"opcode\":1,\"sub_opcode\":\"2\"}]",
                "\"functions\":[{\"name\":\"f\",\"opcode\":1},7]"
            })
    void badFunctionsAreRefused(String functions) {
        assertRefused(() -> inline(library(functions)), NOTICE, "failed to parse function field");
    }

    @Test
    void unknownKeysAreIgnored() {
        assertThat(inline(library("\"flags\":3,\"names\":[],\"opcodes\":1,\"add_lib\":{},\"is_builtin\":true,"
                        + "\"ulib_to_isa_version\":\"9\"," + FUNCTIONS)))
                .hasSize(1);
    }

    @Test
    void namesOfPresentLibrariesAreTaken() {
        UcodeLibrary present =
                new UcodeLibrary("mini.so", io.netty.buffer.Unpooled.EMPTY_BUFFER, 6, 0, 0, List.of(), false);
        UcodeManifest manifest =
                new UcodeManifest("sg00", table(new Members().with("sg00/mini.so", "")), List.of(present), nlog);
        assertRefused(
                () -> {
                    manifest.readInline(MINI);
                    return manifest.libraries();
                },
                NOTICE,
                "UCode Library mini.so has already been added");
    }

    private interface Reading {
        List<UcodeLibrary> read();
    }

    private void assertRefused(Reading reading, String... lines) {
        int before = nlog.records().size();
        LoadException e = catchThrowableOfType(LoadException.class, reading::read);
        assertThat(e).isNotNull().isNotInstanceOf(RuntimeAbortException.class);
        assertThat(e.status()).isEqualTo(NrtStatus.NRT_INVALID);
        assertThat(e.stage()).isEqualTo(LoadStage.MANIFEST);
        List<LogRecord> records = nlog.records();
        assertThat(records.subList(before, records.size()))
                .extracting(LogRecord::message)
                .containsExactly(lines);
    }

    private List<UcodeLibrary> inline(String json) {
        UcodeManifest manifest = new UcodeManifest(
                "sg00", table(new Members().with("sg00/mini.so", MiniLibrary.mini())), List.of(), nlog);
        manifest.readInline(json);
        return manifest.libraries();
    }

    private List<UcodeLibrary> member(String name, String json) {
        MemberTable table = table(new Members().with(name, json).with("sg00/mini.so", MiniLibrary.mini()));
        UcodeManifest manifest = new UcodeManifest("sg00", table, List.of(), nlog);
        manifest.readMember("ucode_lib.json");
        return manifest.libraries();
    }

    private MemberTable table(Members members) {
        MemberTable table = members.table();
        open.add(table);
        return table;
    }

    private static String library(String rest) {
        return "{\"library\":\"mini.so\",\"ulib_to_ucode_version\":\"1.21.1.0\"," + rest + "}";
    }
}
