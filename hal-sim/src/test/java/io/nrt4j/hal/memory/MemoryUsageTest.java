package io.nrt4j.hal.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;

/** The byte tables of memory.md §5.1. */
class MemoryUsageTest {
    private static final int NO_CATEGORY = 20;

    @Test
    void hostCategories() {
        assertThat(table(u -> u.hostCategory().map(DriverCategory::code).orElse(NO_CATEGORY)))
                .isEqualTo("04010104010403060401011402010414140411111111");
    }

    @Test
    void deviceCategories() {
        assertThat(table(u -> u.deviceCategory().code())).isEqualTo("0c08080c080c0a100c08080b09080c0e0f0c12121212");
    }

    @Test
    void reportClasses() {
        assertThat(table(u -> u.reportClass().code())).isEqualTo("050000050005010b050000030200050a040509070608");
    }

    private static String table(ToIntFunction<MemoryUsage> entry) {
        byte[] bytes = new byte[MemoryUsage.values().length];
        for (MemoryUsage usage : MemoryUsage.values()) {
            bytes[usage.code()] = (byte) entry.applyAsInt(usage);
        }
        return HexFormat.of().formatHex(bytes);
    }
}
