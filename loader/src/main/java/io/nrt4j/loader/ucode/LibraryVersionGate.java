package io.nrt4j.loader.ucode;

import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Lets libraries pass whose major version is the runtime's. Nothing overrides it. Source: q7.md §1.3.
 *
 * <p>The version is split at its first dot, and only what stands before is compared, as C++ {@code stoi} reads it.
 */
final class LibraryVersionGate {
    private static final String FUNCTION = "parse_one_ucode_lib";
    private static final LogMessage NO_DOT =
            LogMessage.error("NEFF", FUNCTION, "invalid string version string (missing '.')");
    private static final LogMessage NOT_PARSED =
            LogMessage.warn("NEFF", FUNCTION, "GPSIMD lib: Failed to parse GPSIMD lib version string! Version: %s");
    private static final LogMessage MISMATCH =
            LogMessage.error("NEFF", FUNCTION, "Mismatch between GPSIMD lib version and NRT version!");
    private static final LogMessage INVALID = LogMessage.error("NEFF", FUNCTION, "invalid GPSIMD lib");

    /** The major number of {@code 1.21.1.0}, the version that the runtime was built with. */
    private static final int RUNTIME_MAJOR = 1;

    /** What {@code stoi} takes from the start of a text. */
    private static final Pattern LEADING_INTEGER = Pattern.compile("[ \\t\\n\\u000B\\f\\r]*([+-]?[0-9]+)");

    /** Enough for every int; a longer run of digits is one only with leading zeros. */
    private static final int MAX_DIGITS = 10;

    private LibraryVersionGate() {}

    /** @throws io.nrt4j.loader.diagnostics.LoadException with {@link NrtStatus#NRT_INVALID} on another major version */
    static void check(String version, Nlog nlog) {
        int dot = version.indexOf('.');
        if (dot < 0) {
            nlog.log(NO_DOT);
            nlog.log(NOT_PARSED, version);
        }
        // Text without a number makes stoi throw in the real library; here it is a mismatch.
        OptionalInt major = leadingInteger(dot < 0 ? "" : version.substring(0, dot));
        if (major.isEmpty() || major.getAsInt() != RUNTIME_MAJOR) {
            nlog.log(MISMATCH);
            throw nlog.fail(NrtStatus.NRT_INVALID, LoadStage.MANIFEST, INVALID);
        }
    }

    private static OptionalInt leadingInteger(String text) {
        Matcher matcher = LEADING_INTEGER.matcher(text);
        if (!matcher.lookingAt()) {
            return OptionalInt.empty();
        }
        String digits = matcher.group(1).replaceFirst("^([+-]?)0+(?=[0-9])", "$1");
        if (digits.length() > MAX_DIGITS + 1) {
            return OptionalInt.empty();
        }
        long value = Long.parseLong(digits);
        return value == (int) value ? OptionalInt.of((int) value) : OptionalInt.empty();
    }
}
