package io.nrt4j.loader.pack.verify;

import java.util.Locale;

/**
 * One thing that was looked at.
 *
 * @param name what, such as {@code digest}
 * @param outcome how it is
 * @param text what was found
 */
public record VerifyCheck(String name, Outcome outcome, String text) {
    /** How a check ends. */
    public enum Outcome {
        /** As compilers make it. */
        OK,
        /** No known compiler makes it so, but nothing is broken. */
        ODD,
        /** Broken or changed. */
        BAD;

        /** The name in reports. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static VerifyCheck ok(String name, String text) {
        return new VerifyCheck(name, Outcome.OK, text);
    }

    static VerifyCheck odd(String name, String text) {
        return new VerifyCheck(name, Outcome.ODD, text);
    }

    static VerifyCheck bad(String name, String text) {
        return new VerifyCheck(name, Outcome.BAD, text);
    }

    /** Good, or odd with another text. */
    static VerifyCheck okIf(boolean good, String name, String text, String oddText) {
        return good ? ok(name, text) : odd(name, oddText);
    }
}
