package io.nrt4j.runtime.cli;

import java.util.Locale;

/** Byte counts as a person reads them; JSON always has the exact number. */
final class ByteCount {
    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB"};

    private ByteCount() {}

    static String of(long bytes) {
        double value = bytes;
        int unit = 0;
        while (value >= 1024 && unit < UNITS.length - 1) {
            value /= 1024;
            unit++;
        }
        return unit == 0
                ? bytes + " B"
                : String.format(Locale.ROOT, value < 10 ? "%.2f %s" : "%.1f %s", value, UNITS[unit]);
    }
}
