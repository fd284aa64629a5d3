package io.nrt4j.loader.debuginfo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The message {@code ir_debug_info}; field numbers: producer.md §11. */
class DebugInfoFileTest {
    private static DebugInfoFile read(DebugMessage message) throws DebugInfoFormatException {
        return DebugInfoFile.read(Unpooled.wrappedBuffer(message.toByteArray()));
    }

    private static DebugMessage layer() {
        return new DebugMessage()
                .text(1, "Debug info for XLA generated HLO instructions")
                .text(2, "debug_info_pttf.dbg")
                .message(
                        3,
                        new DebugMessage()
                                .number(1, 87)
                                .text(2, "I-87-0")
                                .packed(3, 5, 300)
                                .attribute("kernel_line", "12"))
                .message(3, new DebugMessage())
                .number(4, 1)
                .text(5, "kernel.py")
                .text(5, "größe.py");
    }

    @Test
    void everyFieldThatIsUsedIsRead() throws DebugInfoFormatException {
        DebugInfoFile file = read(layer());
        assertThat(file.description()).isEqualTo("Debug info for XLA generated HLO instructions");
        assertThat(file.parentFile()).isEqualTo("debug_info_pttf.dbg");
        assertThat(file.instructions()).hasSize(2);
        InstructionDebugInfo first = file.instructions().get(0);
        assertThat(first.id()).isEqualTo(87);
        assertThat(first.name()).isEqualTo("I-87-0");
        assertThat(first.parents()).containsExactly(5L, 300L);
        assertThat(first.attributes()).containsOnlyKeys("kernel_line").containsEntry("kernel_line", "12");
        assertThat(file.kernelFiles()).containsExactly("kernel.py", "größe.py");
    }

    /** {@code 1a 00}: the record of a slot without a source instruction. */
    @Test
    void anEmptyRecordIsARecord() throws DebugInfoFormatException {
        DebugInfoFile file = DebugInfoFile.read(Unpooled.wrappedBuffer(new byte[] {0x1a, 0, 0x1a, 0}));
        assertThat(file.instructions()).hasSize(2);
        assertThat(file.instructions().get(1).parents()).isEmpty();
    }

    /** protobuf: a reader takes repeated numbers packed or one by one, and skips fields that it does not know. */
    @Test
    void unpackedNumbersAndUnknownFieldsAreTaken() throws DebugInfoFormatException {
        DebugInfoFile file = read(new DebugMessage()
                .text(99, "later")
                .message(
                        3,
                        new DebugMessage()
                                .number(3, 1)
                                .number(3, 2)
                                .packed(4, 7)
                                .number(6, 1)
                                .message(
                                        7,
                                        new DebugMessage()
                                                .text(1, "k")
                                                .number(9, 9)
                                                .text(2, "v"))
                                .number(8, 3))
                .message(6, new DebugMessage()));
        assertThat(file.instructions().get(0).parents()).containsExactly(1L, 2L);
        assertThat(file.instructions().get(0).attributes()).containsEntry("k", "v");
    }

    @Test
    void theBufferStaysAsItIs() throws DebugInfoFormatException {
        ByteBuf bytes = Unpooled.wrappedBuffer(layer().toByteArray());
        int readable = bytes.readableBytes();
        DebugInfoFile.read(bytes);
        assertThat(bytes.readableBytes()).isEqualTo(readable);
    }

    @Test
    void theEmptyMessageIsAFile() throws DebugInfoFormatException {
        assertThat(DebugInfoFile.read(Unpooled.EMPTY_BUFFER).instructions()).isEmpty();
    }

    @Test
    void aMessageThatIsCutIsRefusedOrShorter() {
        byte[] whole = layer().toByteArray();
        int refused = 0;
        for (int length = 0; length < whole.length; length++) {
            try {
                assertThat(DebugInfoFile.read(Unpooled.wrappedBuffer(whole, 0, length))
                                .instructions()
                                .size())
                        .isLessThanOrEqualTo(2);
            } catch (DebugInfoFormatException cut) {
                assertThat(cut.getMessage()).isNotEmpty();
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(whole.length / 2);
    }

    @Test
    void lengthsBeyondTheEndAreRefused() {
        // field 3, length 2^31 - 1
        byte[] huge = {0x1a, (byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, 7};
        assertThatThrownBy(() -> DebugInfoFile.read(Unpooled.wrappedBuffer(huge)))
                .isInstanceOf(DebugInfoFormatException.class);
        // field 1, length -1
        byte[] negative = {
            0x0a,
            (byte) 0xff,
            (byte) 0xff,
            (byte) 0xff,
            (byte) 0xff,
            (byte) 0xff,
            (byte) 0xff,
            (byte) 0xff,
            (byte) 0xff,
            (byte) 0xff,
            1
        };
        assertThatThrownBy(() -> DebugInfoFile.read(Unpooled.wrappedBuffer(negative)))
                .isInstanceOf(DebugInfoFormatException.class);
    }

    @Test
    void noiseIsRefusedOrRead() {
        SplittableRandom random = new SplittableRandom(11);
        byte[] whole = layer().toByteArray();
        for (int i = 0; i < 20_000; i++) {
            byte[] noise = Arrays.copyOf(whole, whole.length);
            for (int change = random.nextInt(1, 4); change > 0; change--) {
                noise[random.nextInt(noise.length)] = (byte) random.nextInt();
            }
            try {
                assertThat(DebugInfoFile.read(Unpooled.wrappedBuffer(noise)).description())
                        .isNotNull();
            } catch (DebugInfoFormatException named) {
                assertThat(named.getMessage()).isNotEmpty();
            }
        }
    }
}
