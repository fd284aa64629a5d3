package io.nrt4j.hal.q7;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;

/** Source of all bytes: q7.md §5.4, examples. */
class LibrarySlotTest {
    static final String LOAD =
            "9510" + "00".repeat(10) + "01ff0000" + "0000000108000000" + "00000000" + "cc730000" + "00".repeat(32);
    static final String UNLOAD = "9510" + "00".repeat(10) + "02ff" + "00".repeat(50);

    @Test
    void encodesLoadAndUnload() {
        assertThat(hex(LibrarySlot.load(0x8_0100_0000L, 0, 0x73CC))).isEqualTo(LOAD);
        assertThat(hex(LibrarySlot.unload(0))).isEqualTo(UNLOAD);
    }

    @Test
    void decodesEveryField() {
        LibrarySlot slot = new LibrarySlot(7, 0x0F, 0x1122_3344_5566_7788L, 0x99AA_BBCC, 0xDDEE_FF00);
        ByteBuf in = Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump(hex(slot)));
        assertThat(LibrarySlot.decode(in)).isEqualTo(slot);
        assertThat(LibrarySlot.Direction.fromCode(slot.direction())).isEmpty();
    }

    private static String hex(LibrarySlot slot) {
        ByteBuf out = Unpooled.buffer();
        slot.encode(out);
        return ByteBufUtil.hexDump(out);
    }
}
