package io.nrt4j.loader.metaneff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The worked examples of metaneff.md §6, and the wire rules of §3. */
class MetaNeffTest {
    private static final HexFormat HEX = HexFormat.ofDelimiter(" ");
    private static final String M1 = "0a 10 0a 06 69 6e 70 75 74 30 12 02 01 40 18 0a 28 01"
            + " 0a 10 0a 06 69 6e 70 75 74 31 12 02 01 40 18 0a 28 01"
            + " 12 11 0a 07 6f 75 74 70 75 74 30 12 02 01 02 18 01 28 01";
    private static final String M2 = "0a 0f 0a 06 69 6e 70 75 74 30 12 03 01 80 01 18 0a"
            + " 0a 0f 0a 06 69 6e 70 75 74 31 12 03 01 80 01 18 0a"
            + " 12 0f 0a 07 6f 75 74 70 75 74 30 12 02 01 02 18 01";
    private static final String M7 = "32 04 08 03 10 06 32 04 08 04 10 07 32 04 08 01 10 04 32 04 08 02 10 05";
    private static final String M8 = "0a 11 0a 05 71 5f 72 65 66 12 04 80 01 80 04 18 01 38 01"
            + " 0a 11 0a 05 6b 5f 72 65 66 12 04 80 01 80 04 18 01 38 01"
            + " 0a 11 0a 05 76 5f 72 65 66 12 04 80 01 80 04 18 01 38 01"
            + " 12 14 0a 0a 6b 65 72 6e 65 6c 5f 6f 75 74 12 04 80 04 80 01 18 01";

    private static MetaNeff decode(String hex) throws MetaNeffFormatException {
        return MetaNeff.decode(HEX.parseHex(hex));
    }

    @Test
    void m1HasDynamicTensors() throws MetaNeffFormatException {
        MetaNeff message = decode(M1);
        assertThat(message.inputs()).extracting(MetaTensor::nameText).containsExactly("input0", "input1");
        assertThat(message.inputs()).allSatisfy(t -> {
            assertThat(t.shape()).containsExactly(1L, 64L);
            assertThat(t.bytes()).contains(512L);
            assertThat(t.dynamicBatchSize()).isTrue();
        });
        assertThat(message.outputs().get(0).bytes()).contains(8L);
    }

    @ParameterizedTest
    @ValueSource(strings = {M1, M2, M7, M8, "1a 02 30 01", "1a 00", "32 04 08 00 10 00", ""})
    void whatWasReadIsWrittenAsItWas(String hex) throws MetaNeffFormatException {
        assertThat(HEX.formatHex(decode(hex).encode())).isEqualTo(hex);
    }

    @Test
    void m7KeepsTheOrderOfItsAliases() throws MetaNeffFormatException {
        assertThat(decode(M7).outputAliases())
                .containsExactly(Map.entry(3L, 6L), Map.entry(4L, 7L), Map.entry(1L, 4L), Map.entry(2L, 5L));
    }

    @Test
    void m8IsWhatAProducerWrites() throws MetaNeffFormatException {
        MetaNeff made = MetaNeff.of(
                List.of("q_ref", "k_ref", "v_ref").stream()
                        .map(n -> MetaTensor.of(n, MetaDataType.FLOAT, MetaTensorType.USER_INPUT, 128L, 512L))
                        .toList(),
                List.of(MetaTensor.of("kernel_out", MetaDataType.FLOAT, MetaTensorType.UNDEFINED_TYPE, 512L, 128L)));
        assertThat(HEX.formatHex(made.encode())).isEqualTo(M8);
        assertThat(made).isEqualTo(decode(M8));
    }

    /** M5: a shape that is not packed. */
    @Test
    void unpackedShapesAreRead() throws MetaNeffFormatException {
        MetaTensor tensor = decode("0a 0e 0a 06 69 6e 70 75 74 30 10 01 10 20 18 01")
                .inputs()
                .get(0);
        assertThat(tensor.shape()).containsExactly(1L, 32L);
        assertThat(tensor.bytes()).contains(128L);
    }

    @Test
    void repeatedConfigsAreMerged() throws MetaNeffFormatException {
        ModelConfig config = decode("1a 02 30 01 1a 02 20 01").config().orElseThrow();
        assertThat(config.returnAliases()).isTrue();
        assertThat(config.asyncLoad()).isTrue();
    }

    @Test
    void unknownFieldsAreKept() throws MetaNeffFormatException {
        assertThat(HEX.formatHex(decode("50 07").encode())).isEqualTo("50 07");
    }

    @Test
    void aNegativeDimensionHasNoBytes() throws MetaNeffFormatException {
        MetaTensor tensor = decode("0a 16 0a 06 69 6e 70 75 74 30 12 0a ff ff ff ff ff ff ff ff ff 01 18 01")
                .inputs()
                .get(0);
        assertThat(tensor.shape()).containsExactly(-1L);
        assertThat(tensor.bytes()).isEmpty();
    }

    /** Truncated varint, length past the end, wire types 3, 4, 6 and 7, field 0. */
    @ParameterizedTest
    @ValueSource(strings = {"38 80", "0a 10 0a", "0b", "0c", "0e", "0f", "02 00", "0a 01 0b"})
    void malformedMessagesAreRejected(String hex) {
        assertThatThrownBy(() -> decode(hex)).isInstanceOf(MetaNeffFormatException.class);
    }

    @Property(tries = 500)
    void noBytesEscapeOtherwise(@ForAll byte[] bytes) {
        try {
            MetaNeff message = MetaNeff.decode(bytes);
            assertThat(MetaNeff.decode(message.encode())).isEqualTo(message);
        } catch (MetaNeffFormatException e) {
            assertThat(e).hasMessageStartingWith("not a metaneff");
        }
    }
}
