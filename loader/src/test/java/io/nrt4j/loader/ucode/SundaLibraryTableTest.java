package io.nrt4j.loader.ucode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.ucode.SundaLibraryTable.CustomOperatorQueue;
import io.nrt4j.loader.ucode.SundaLibraryTable.StagedFile;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Layout, limits and lines: q7.md §5.6; errors.md §5, U7 to U9. */
class SundaLibraryTableTest {
    private static final List<CustomOperatorQueue> QUEUES = IntStream.range(0, 8)
            .mapToObj(i -> new CustomOperatorQueue(0x100 + i, 0x200 + i))
            .toList();

    @Test
    void hasTheLayoutOfTheFirmware() {
        UcodeLibrary library = library(7, new UcodeFunction("k1", 240, 7));
        ByteBuf out = Unpooled.buffer();
        SundaLibraryTable.of(List.of(new StagedFile(library, 8, 0x1122334455L)), QUEUES, true, Nlog.silent())
                .encode(out);
        assertThat(out.readableBytes()).isEqualTo(27304);
        assertThat(out.getLongLE(0)).isZero();
        assertThat(out.getLongLE(8)).isZero();
        assertThat(out.getLongLE(0x10)).isEqualTo(0x100);
        assertThat(out.getLongLE(0x10 + 7 * 8)).isEqualTo(0x107);
        assertThat(out.getLongLE(0x50)).isEqualTo(0x200);
        assertThat(ByteBufUtil.hexDump(out, 0x90, 0x20))
                .isEqualTo("01f0070008" + "00".repeat(7) + "07000000" + "5544332211000000" + "6b31" + "00".repeat(6));
        assertThat(ByteBufUtil.hexDump(out, 0x90 + 280, 280)).isEqualTo("00".repeat(280));
    }

    @Test
    void theFlagsAreCutToThreeBits() {
        ByteBuf out = Unpooled.buffer();
        table(library(0xFE, new UcodeFunction("f", 1, 0))).encode(out);
        assertThat(out.getIntLE(0x90 + 0xC)).isEqualTo(6);
    }

    @Test
    void holdsTwentyEightFunctionsPerCore() {
        assertThat(table(functions(28)).rows()).hasSize(28);
        assertRefused(functions(29), "Number of ucode functions: 29 per core exceeded the maximum allowed 28");
        assertRefused(functions(97), "Number of ucode functions: 97 per core exceeded the maximum allowed 28");
    }

    @Test
    void holdsNinetySevenRows() {
        assertRefused(
                functions(98), "too many ucode functions in this table.  Max is 97.  Add support for mid-neff reload?");
    }

    @Test
    void namesHaveUpTo63Characters() {
        assertThat(table(library(6, new UcodeFunction("n".repeat(63), 1, 0))).rows())
                .hasSize(1);
        assertRefused(
                library(6, new UcodeFunction("n".repeat(64), 1, 0)),
                "ucode function name (" + "n".repeat(64) + ") is too long.  Max length = 64");
    }

    @Test
    void everyCoreNeedsAQueue() {
        LoadException e = catchThrowableOfType(
                LoadException.class, () -> SundaLibraryTable.of(List.of(), QUEUES.subList(0, 7), true, Nlog.silent()));
        assertThat(e)
                .hasMessage(
                        "DMA allocation for CustomOp fail: need one queue for each Q7 Core, there are 8 cores, only 7"
                                + " queues were found");
        assertThat(e.status()).isEqualTo(NrtStatus.NRT_RESOURCE);
        assertThat(SundaLibraryTable.of(List.of(), List.of(), false, Nlog.silent())
                        .rows())
                .isEmpty();
    }

    private static SundaLibraryTable table(UcodeLibrary library) {
        return SundaLibraryTable.of(List.of(new StagedFile(library, 8, 0)), QUEUES, true, Nlog.silent());
    }

    private static void assertRefused(UcodeLibrary library, String message) {
        LoadException e = catchThrowableOfType(LoadException.class, () -> table(library));
        assertThat(e).hasMessage(message);
        assertThat(e.status()).isEqualTo(NrtStatus.NRT_INVALID);
    }

    private static UcodeLibrary functions(int count) {
        return library(
                6,
                IntStream.range(0, count)
                        .mapToObj(i -> new UcodeFunction("f" + i, i, 0))
                        .toArray(UcodeFunction[]::new));
    }

    private static UcodeLibrary library(int flags, UcodeFunction... functions) {
        return new UcodeLibrary("lib.so", Unpooled.EMPTY_BUFFER, flags, 0, 8, List.of(functions), false);
    }
}
