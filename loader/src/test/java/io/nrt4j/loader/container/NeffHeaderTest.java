package io.nrt4j.loader.container;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.HexFormat;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class NeffHeaderTest {
    /** container.md §14.1: the header of the model that is embedded in libnrt, everything else zero. */
    private static byte[] embeddedModel() {
        byte[] header = new byte[NeffHeader.SIZE];
        put(header, 0x000, "02 00 00 00 00 00 00 00 00 04 00 00 00 00 00 00 ad 06 00 00 00 00 00 00");
        put(header, 0x018, "02 00 00 00 00 00 00 00");
        put(header, 0x028, HexFormat.of().formatHex("2.0.21884.0%kaena-tools/develop@6c66f4b".getBytes(ISO_8859_1)));
        put(header, 0x0A8, "01 00 00 00");
        put(header, 0x0AC, "61 b3 ca b2 43 69 b3 26 a2 b3 ee 40 a7 44 c7 46");
        put(header, 0x0BC, "30".repeat(16));
        put(header, 0x0CC, "56 18 26 fb 12 5f 4b b8 99 1c 29 e0 85 c8 94 9a");
        put(header, 0x0DC, "78");
        put(header, 0x1DC, "01 00 00 00");
        put(header, 0x228, "01 00 00 00");
        return header;
    }

    @Test
    void decodesTheEmbeddedModel() {
        NeffHeader header = NeffHeader.decode(Unpooled.wrappedBuffer(embeddedModel()));

        assertThat(header.packageVersion()).isEqualTo(2);
        assertThat(header.headerSize()).isEqualTo(0x400);
        assertThat(header.dataSize()).isEqualTo(1709);
        assertThat(header.versionMajor()).isEqualTo(2);
        assertThat(header.versionMinor()).isZero();
        assertThat(header.buildLabel()).isEqualTo("2.0.21884.0%kaena-tools/develop@6c66f4b");
        assertThat(header.numTpb()).isEqualTo(1);
        assertThat(header.hash().toHex()).isEqualTo("61b3cab24369b326a2b3ee40a744c746" + "30".repeat(16));
        assertThat(header.uuid()).isEqualTo(UUID.fromString("561826fb-125f-4bb8-991c-29e085c8949a"));
        assertThat(header.modelName()).isEqualTo("x");
        assertThat(header.requestedTpbCount()).isEqualTo(1);
        assertThat(header.tpbPerNode().isZero()).isTrue();
        assertThat(header.featureBits()).isZero();
        assertThat(header.vncSize()).isEqualTo(1);
        assertThat(header.pad().isZero()).isTrue();
    }

    @Property
    void encodingGivesBackEveryByte(@ForAll @Size(NeffHeader.SIZE) byte[] bytes) {
        ByteBuf encoded = Unpooled.buffer();
        NeffHeader.decode(Unpooled.wrappedBuffer(bytes)).encode(encoded);
        assertThat(ByteBufUtil.getBytes(encoded)).isEqualTo(bytes);
    }

    /** container.md §2: a name without NUL counts as 256 characters and is cut to the 255 of its destination. */
    @Test
    void cutsAnEndlessName() {
        byte[] bytes = embeddedModel();
        java.util.Arrays.fill(bytes, 0x0DC, 0x1DC, (byte) 'n');
        assertThat(NeffHeader.decode(Unpooled.wrappedBuffer(bytes)).modelName()).isEqualTo("n".repeat(255));
    }

    @Test
    void keepsNamesThatAreNoUtf8() {
        byte[] bytes = embeddedModel();
        put(bytes, 0x0DC, "61 ff 62 00 63");
        assertThat(NeffHeader.decode(Unpooled.wrappedBuffer(bytes)).modelName()).isEqualTo("a\u00ffb");
    }

    @Test
    void refusesFieldsOfTheWrongLength() {
        NeffHeader header = NeffHeader.decode(Unpooled.wrappedBuffer(embeddedModel()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new NeffHeader(
                        2,
                        0,
                        0,
                        2,
                        0,
                        ByteField.zeros(127),
                        1,
                        header.hash(),
                        header.uuid(),
                        header.name(),
                        1,
                        header.tpbPerNode(),
                        0,
                        1,
                        header.pad()))
                .withMessage("buildVersion has 128 bytes, not 127");
    }

    private static void put(byte[] header, int offset, String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex.replace(" ", ""));
        System.arraycopy(bytes, 0, header, offset, bytes.length);
    }
}
