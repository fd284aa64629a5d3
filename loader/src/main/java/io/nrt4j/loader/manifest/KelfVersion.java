package io.nrt4j.loader.manifest;

import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.json.JsonElement;

/** The {@code version} of a kelf descriptor: {@code parse_version}. It is taken apart and never compared. */
final class KelfVersion {
    private static final LogMessage NO_DOT = LogMessage.error("NEFF", "parse_version", "invalid string (.) in %s");
    private static final LogMessage VERSION = LogMessage.debug("NEFF", "parse_version", "KELF version: %u.%u-%s");

    private KelfVersion() {}

    static Kelf.Version parse(JsonElement root, String member, ParseContext context) {
        String text = new ObjectKeys(root, member, "parse_version", context).string("version");
        int dot = text.indexOf('.');
        if (dot < 0) {
            throw context.refuse(NO_DOT, text);
        }
        String rest = text.substring(dot + 1);
        int dash = rest.indexOf('-');
        Kelf.Version version =
                new Kelf.Version(u16(text.substring(0, dot)), u16(rest), dash < 0 ? "" : rest.substring(dash + 1));
        context.log(VERSION, version.major(), version.minor(), version.suffix());
        return version;
    }

    /** C's {@code strtol} in base 10, cut to 16 bits: leading white space and a sign, then digits; 0 without any. */
    private static int u16(String text) {
        String stripped = text.stripLeading();
        boolean negative = stripped.startsWith("-");
        int i = negative || stripped.startsWith("+") ? 1 : 0;
        long value = 0;
        for (; i < stripped.length() && isDigit(stripped.charAt(i)); i++) {
            int digit = stripped.charAt(i) - '0';
            value = value > (Long.MAX_VALUE - digit) / 10 ? Long.MAX_VALUE : value * 10 + digit;
        }
        return (int) (negative ? -value : value) & 0xFFFF;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
