package io.nrt4j.loader.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.buffer.Unpooled;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** How values are looked up and typed: manifest.md §1.1. */
class JsonElementTest {
    @Test
    void lookUpTakesTheFirstDuplicateAndIterationSeesAll() throws Exception {
        JsonElement root = parse("{\"a\":1,\"b\":{\"a\":3},\"a\":2}");
        assertThat(root.get("a").orElseThrow().unsigned()).hasValue(1);
        assertThat(StreamSupport.stream(root.fields().spliterator(), false).map(JsonElement.Field::key))
                .containsExactly("a", "b", "a");
        assertThat(root.count()).isEqualTo(3);
    }

    @Test
    void aKeyOfAValueThatIsNoObjectIsAbsent() throws Exception {
        assertThat(parse("[{\"a\":1}]").get("a")).isEmpty();
        assertThat(parse("7").get("a")).isEmpty();
        assertThat(parse("{\"b\":\"a\"}").get("a")).isEmpty();
    }

    @Test
    void integersAndFloatsAreDifferentTypes() throws Exception {
        assertThat(parse("1.0").unsigned()).isEmpty();
        assertThat(parse("1e2").signed()).isEmpty();
        assertThat(parse("1e2").number()).hasValue(100);
        assertThat(parse("-1").unsigned()).isEmpty();
        assertThat(parse("-1").signed()).hasValue(-1);
        assertThat(parse("-0").unsigned()).hasValue(0);
        assertThat(parse("9223372036854775807").type()).isEqualTo(JsonType.INT64);
        assertThat(parse("9223372036854775808").type()).isEqualTo(JsonType.UINT64);
        assertThat(parse("9223372036854775808").signed()).isEmpty();
        assertThat(parse("18446744073709551615").unsigned()).hasValue(-1L);
        assertThat(parse("18446744073709551615").number()).hasValue(0x1p64);
        assertThat(parse("true").unsigned()).isEmpty();
        assertThat(parse("\"1\"").unsigned()).isEmpty();
    }

    @Test
    void otherTypesGiveNothing() throws Exception {
        JsonElement text = parse("\"x\"");
        assertThat(text.elements()).isEmpty();
        assertThat(text.fields()).isEmpty();
        assertThat(text.bool()).isEmpty();
        assertThat(text.count()).isZero();
        assertThat(parse("1").string()).isEmpty();
        assertThat(parse("false").bool()).contains(false);
    }

    @Test
    void writesWhatItRead() throws Exception {
        String json = "{\"a\":[1,-2,18446744073709551615,1.5,true,false,null,\"é\\n\"],\"a\":{},\"b\":[]}";
        assertThat(parse(json)).hasToString(json);
        String deep = "[".repeat(1024) + "]".repeat(1024);
        assertThat(parse(deep)).hasToString(deep);
    }

    @Test
    void agreesWithAGeneralParserOnALargeDocument() throws Exception {
        StringBuilder json = new StringBuilder("[");
        for (int i = 0; i < 20_000; i++) {
            json.append("{\"from\":\"v")
                    .append(i % 17)
                    .append("\",\"sizes\":[")
                    .append(i)
                    .append(",128],\"x\":-1.25},");
        }
        json.append("[]]");
        assertThat(new ObjectMapper().readTree(parse(json.toString()).toString()))
                .isEqualTo(new ObjectMapper().readTree(json.toString()));
    }

    /** Texts of one hash value, of one length, and longer than any that the cache takes. */
    @Test
    void textsAreToldApart() throws Exception {
        String json = "[\"Aa\",\"BB\",\"Aa\",\"BB\",\"\",\"" + "x".repeat(64) + "\",\"" + "x".repeat(65) + "\",\""
                + "x".repeat(64) + "y\",\"" + "x".repeat(65) + "\"]";
        assertThat(parse(json)).hasToString(json);
    }

    @Test
    void memoryIsBounded() {
        String numbers = "[" + "1,".repeat(100_000) + "1]";
        assertThatThrownBy(() -> JsonDocument.parse(Unpooled.wrappedBuffer(numbers.getBytes(UTF_8)), 1_000_000))
                .isInstanceOfSatisfying(
                        JsonFormatException.class, e -> assertThat(e.error()).isEqualTo(SimdjsonError.MEMALLOC));
        StringBuilder texts = new StringBuilder("[0");
        for (int i = 0; i < 20_000; i++) {
            texts.append(",\"").append(Integer.toString(i, 36)).append('"');
        }
        assertThatThrownBy(() -> JsonDocument.parse(
                        Unpooled.wrappedBuffer(texts.append(']').toString().getBytes(UTF_8)), 1_000_000))
                .isInstanceOf(JsonFormatException.class);
    }

    private static JsonElement parse(String json) throws JsonFormatException {
        return JsonDocument.parse(Unpooled.wrappedBuffer(json.getBytes(UTF_8)), 1 << 26)
                .root();
    }
}
