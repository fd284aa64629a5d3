package io.nrt4j.hal.q7;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Source of all values: q7.md §3.8. */
class UcplHeaderTest {
    /** CAYMAN EXTISA_0. */
    private static final UcplHeader EXTISA_0 = UcplHeader.of(0x6F1E, 0x48C, 0x0001_8000, 0x0001_EF10, 0x0001_D610);

    private static final String EXTISA_0_BYTES = "5543504c20000000206f0000406f00008c0400000080010010ef010010d60100";

    @Test
    void encodesTheHeaderOfTheBaseLibrary() {
        ByteBuf out = Unpooled.buffer();
        EXTISA_0.encode(out);
        assertThat(ByteBufUtil.hexDump(out)).isEqualTo(EXTISA_0_BYTES);
        assertThat(EXTISA_0.imageSize()).isEqualTo(0x73CC);
    }

    @Test
    void decodesWhatItEncodes() {
        ByteBuf in = Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump(EXTISA_0_BYTES));
        assertThat(UcplHeader.codeOffset(in)).isEqualTo(0x20);
        assertThat(UcplHeader.decode(in)).isEqualTo(EXTISA_0);
        assertThat(in.readableBytes()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"0, 0x20", "0x21, 0x60", "0x100, 0x120", "0x1234, 0x1260"})
    void placesTheDataBehindTheCode(String codeLength, String dataOffset) {
        assertThat(UcplHeader.dataOffsetBehind(Integer.decode(codeLength))).isEqualTo(Integer.decode(dataOffset));
    }
}
