package io.nrt4j.loader.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class LogMessageTest {
    private static String fill(String template, Object... args) {
        return LogMessage.error("NEFF", "neff_parse", template).format(args);
    }

    /** The texts of container.md §5 and memory.md §9.2. */
    @Test
    void fillsTemplatesAsPrintfDoes() {
        assertThat(fill("NEFF version: %lu.%lu is not supported, accepted version range: %u.x-%u.x", 3L, 7L, 0, 2))
                .isEqualTo("NEFF version: 3.7 is not supported, accepted version range: 0.x-2.x");
        assertThat(fill("Invalid NEFF file size hdr sz: %lx, file sz: %lx:", 0x400, 0x400L))
                .isEqualTo("Invalid NEFF file size hdr sz: 400, file sz: 400:");
        assertThat(fill("on ND%2u:NC%2u (%s)", 0, 14, "none")).isEqualTo("on ND 0:NC14 (none)");
        assertThat(fill("[%-5d] %05d 100%%", 7, 42)).isEqualTo("[7    ] 00042 100%");
    }

    @Test
    void unsignedConversionsTakeTheWholeRange() {
        assertThat(fill("%lu %lx %u", -1L, -1L, -1)).isEqualTo("18446744073709551615 ffffffffffffffff 4294967295");
    }

    @Test
    void aWrongNumberOfArgumentsIsAProgrammingError() {
        assertThatThrownBy(() -> fill("plain", 1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void thePatternFindsTheArgumentsAgain() {
        LogMessage message = LogMessage.error("NEFF", "parse_target", "Invalid target '%s' (%u of 0x%lx)");
        assertThat(message.pattern().matcher(message.format("vega", 3, 0x37ff8)))
                .satisfies(m -> {
                    assertThat(m.matches()).isTrue();
                    assertThat(m.group(1)).isEqualTo("vega");
                    assertThat(m.group(3)).isEqualTo("37ff8");
                });
    }
}
