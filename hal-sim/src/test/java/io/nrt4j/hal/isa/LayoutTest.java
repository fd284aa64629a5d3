package io.nrt4j.hal.isa;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LayoutTest {
    /** Making a codec checks the declarations of its record: no overlap, nothing outside of the slot, fitting types. */
    @ParameterizedTest
    @EnumSource(Layout.class)
    void everyLayoutIsDeclaredWithoutContradiction(Layout layout) {
        for (Generation generation : Generation.values()) {
            assertThat(layout.codec(generation).fields()).isEqualTo(layout.fields(generation));
        }
    }

    /** Of arrays and of memory outside of the heap alike. */
    @ParameterizedTest
    @EnumSource(Layout.class)
    void theBitsOfAFieldAreItsBytesInLittleEndianOrder(Layout layout) {
        byte[] bytes = new byte[Slot.BYTES];
        new Random(layout.name().hashCode()).nextBytes(bytes);
        ByteBuf direct = Unpooled.directBuffer(Slot.BYTES).writeBytes(bytes);
        try {
            for (Generation generation : Generation.values()) {
                for (Field field : layout.fields(generation)) {
                    long expected = 0;
                    for (int i = Math.min(field.bytes(), Long.BYTES) - 1; i >= 0; i--) {
                        expected = (expected << Byte.SIZE) | (bytes[field.offset() + i] & 0xFF);
                    }
                    assertThat(field.bits(Slot.at(Unpooled.wrappedBuffer(bytes), 0)))
                            .as("%s of %s", field, layout)
                            .isEqualTo(expected);
                    assertThat(field.bits(Slot.at(direct, 0))).isEqualTo(expected);
                }
            }
        } finally {
            direct.release();
        }
    }
}
