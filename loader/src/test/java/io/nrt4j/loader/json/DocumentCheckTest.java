package io.nrt4j.loader.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which documents pass, and with which number the others fail. Numbers: container.md §12.2, manifest.md §1.1. */
class DocumentCheckTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                " { \"a\" : [ 1 , -2 , 3.5e-7 , true , false , null , \"x\\u00e9\\n\" ] } \n",
                "\"text\"",
                "true",
                "-0",
                "0",
                "0.0",
                "1E+2",
                "9223372036854775808",
                "18446744073709551615",
                "-9223372036854775808",
                "0e999999999999",
                "1e-999999999999",
                "[\"\\ud83d\\ude00\"]",
                "[\"\\ude00\"]",
                "[\"é\"]",
                "{\"a\":1,\"a\":2}",
                "[[],[{}],{\"a\":{}}]",
                "[\"\\\\\"]",
                "[\"\\\\\\\"\",\"\\\"\"]",
                "{\"\\\\\":\"\\/\"}",
            })
    void passes(String json) {
        assertThat(DocumentCheck.errorOf(json.getBytes(UTF_8))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                // the structure
                "{ | 3",
                "{} {} | 3",
                "{\"a\":1}} | 3",
                "[1,] | 3",
                "[1 2] | 3",
                "[,1] | 3",
                "{1:2} | 3",
                "{\"a\" 1} | 3",
                "{\"a\":} | 3",
                "{\"a\":1,} | 3",
                "{\"a\":1] | 3",
                "[1} | 3",
                "[1]x | 3",
                "} | 3",
                ", | 3",
                "[abc] | 3",
                "[+1] | 3",
                "[.5] | 3",
                "['a'] | 3",
                "// comment | 3",
                "[1 /* comment */] | 3",
                "[\"a\"\"b\"] | 3",
                "[NaN] | 3",
                "[Infinity] | 3",
                // a container that is not closed is seen before the bad values in it
                "[tru | 3",
                "{\"a\":tru | 3",
                // a backslash outside strings escapes the quote behind it
                "[\\\"a\"] | 14",
                "[\\\\\"a\"] | 3",
                // strings
                "[\"\\x\"] | 5",
                "[\"\\u12g4\"] | 5",
                "[\"\\u12\"] | 5",
                "[\"\\ud83d\"] | 5",
                "[\"\\ud83dx\"] | 5",
                "[\"\\ud83d\\n\"] | 5",
                "[\"\\ud83d\\u0041\"] | 5",
                "{\"\\q\":1} | 5",
                // atoms
                "tru | 6",
                "[truex] | 6",
                "[True] | 3",
                "[true\"\"] | 6",
                "[fals] | 7",
                "[falsey] | 7",
                "[nul] | 8",
                "[nulll] | 8",
                // numbers
                "[-] | 9",
                "[01] | 9",
                "[-01] | 9",
                "[1.] | 9",
                "[1.e5] | 9",
                "[1e] | 9",
                "[1e+] | 9",
                "[1x] | 9",
                "[1.5x] | 9",
                "[0x10] | 9",
                "[1\"a\"] | 9",
                "[1e400] | 9",
                "[-1e400] | 9",
                "[18446744073709551616] | 9",
                "[-9223372036854775809] | 9",
                "[100000000000000000000] | 9",
                // the first stage looks at the whole document before any value
                "[1 2,\"a | 14",
                "\" | 14",
                "[\"a\\\"] | 14",
                "[1x,2 | 3",
            })
    void fails(String json, int number) {
        assertThat(DocumentCheck.errorOf(json.getBytes(UTF_8)))
                .map(SimdjsonError::code)
                .contains(number);
    }

    @Test
    void nothingIsEmpty() {
        assertThat(DocumentCheck.errorOf(new byte[0])).contains(SimdjsonError.EMPTY);
        assertThat(DocumentCheck.errorOf(" \t\r\n".getBytes(UTF_8))).contains(SimdjsonError.EMPTY);
    }

    @Test
    void controlCharactersMayNotStandInStrings() {
        assertThat(error("[\"a\tb\"]")).contains(SimdjsonError.UNESCAPED_CHARS);
        assertThat(error("[\"a\nb\", tru]")).contains(SimdjsonError.UNESCAPED_CHARS);
        assertThat(error("[\"a\u007fb\"]")).isEmpty();
        assertThat(error("[1\f]")).contains(SimdjsonError.NUMBER_ERROR);
        assertThat(error("\0[]")).contains(SimdjsonError.TAPE_ERROR);
        assertThat(error("[]\0")).contains(SimdjsonError.TAPE_ERROR);
    }

    @Test
    void textMustBeUtf8() {
        assertThat(error("[\"\u00e9\"]")).as("Latin-1").contains(SimdjsonError.UTF8_ERROR);
        assertThat(error("[\"\u00c0\u0080\"]")).as("overlong").contains(SimdjsonError.UTF8_ERROR);
        assertThat(error("[\"\u00ed\u00a0\u0080\"]")).as("surrogate").contains(SimdjsonError.UTF8_ERROR);
        assertThat(error("[\"\u00f4\u0090\u0080\u0080\"]"))
                .as("beyond U+10FFFF")
                .contains(SimdjsonError.UTF8_ERROR);
        assertThat(error("[\"\u00c3")).as("string first").contains(SimdjsonError.UNCLOSED_STRING);
        assertThat(error("[1 2 \u00c3]")).as("before values").contains(SimdjsonError.UTF8_ERROR);
        assertThat(error("\u00ef\u00bb\u00bf{}")).as("byte-order mark").contains(SimdjsonError.TAPE_ERROR);
        assertThat(DocumentCheck.errorOf("{}".getBytes(java.nio.charset.StandardCharsets.UTF_16)))
                .isPresent();
    }

    /** 1023 containers with content, an empty one inside: manifest.md §1.1, "nesting up to 1024". */
    @Test
    void nestingIsLimited() {
        assertThat(error("[".repeat(1024) + "]".repeat(1024))).isEmpty();
        assertThat(error("[".repeat(1025) + "]".repeat(1025))).contains(SimdjsonError.DEPTH_ERROR);
        assertThat(error("[".repeat(1024) + "1" + "]".repeat(1024))).contains(SimdjsonError.DEPTH_ERROR);
        assertThat(error("{\"a\":".repeat(1023) + "1" + "}".repeat(1023))).isEmpty();
        assertThat(error("{\"a\":".repeat(1024) + "1" + "}".repeat(1024))).contains(SimdjsonError.DEPTH_ERROR);
        assertThat(error("[".repeat(1_000_000))).contains(SimdjsonError.TAPE_ERROR);
        assertThat(error("[".repeat(1_000_000) + "]".repeat(1_000_000))).contains(SimdjsonError.DEPTH_ERROR);
    }

    /** Apart from 64-bit and float ranges, which six digits cannot leave, both accept the same grammar. */
    @Property(tries = 20_000)
    void agreesWithAGeneralParserOnTheGrammar(
            @ForAll
                    @Chars({'{', '}', '[', ']', ':', ',', '"', '\\', 'a', 'u', 'n', '1', '0', '-', '.', 'e', ' ', 't'})
                    @StringLength(max = 12)
                    String soup) {
        assertThat(error(soup).isEmpty()).as(soup).isEqualTo(jacksonAccepts(soup));
    }

    /** Any bytes at all end in an answer. */
    @Property(tries = 5_000)
    void neverThrows(@ForAll @Size(max = 40) byte[] bytes) {
        assertThat(DocumentCheck.errorOf(bytes)).isNotNull();
    }

    /** Fragments of valid documents in any order find the rarer combinations. */
    @Property(tries = 20_000)
    void agreesOnFragments(@ForAll @Size(max = 8) List<@CharRange(from = 'a', to = 'v') Character> picks) {
        StringBuilder json = new StringBuilder();
        picks.forEach(c -> json.append(FRAGMENTS[c - 'a']));
        assertThat(error(json.toString()).isEmpty()).as(json.toString()).isEqualTo(jacksonAccepts(json.toString()));
    }

    private static final String[] FRAGMENTS = {
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"k\"",
        "\"k\":",
        "1",
        "-1",
        "1.5",
        "true",
        "false",
        "null",
        "\"\\n\"",
        "\"\\u0041\"",
        " ",
        "{}",
        "[]",
        "\"k\":1",
        "\"\\\\\"",
        "\"\\\""
    };

    private static Optional<SimdjsonError> error(String bytes) {
        return DocumentCheck.errorOf(bytes.getBytes(ISO_8859_1));
    }

    private static boolean jacksonAccepts(String json) {
        try (JsonParser parser = new JsonFactory().createParser(json)) {
            if (parser.nextToken() == null) {
                return false;
            }
            parser.skipChildren();
            parser.getText();
            return parser.nextToken() == null;
        } catch (IOException e) {
            return false;
        }
    }
}
