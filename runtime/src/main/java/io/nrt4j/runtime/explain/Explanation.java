package io.nrt4j.runtime.explain;

import io.nrt4j.loader.diagnostics.LogMessage;
import java.util.Optional;

/**
 * What is known about a log text.
 *
 * @param text its printf template
 * @param status the status of the call that ends with it, as number and name; empty for a line of a cascade
 * @param versions which versions of libnrt print it
 * @param meaning what went wrong
 * @param advice what to do
 * @param limits why nrt4j cannot bring it about; empty where a recipe does
 * @param source section of the error catalogue
 */
public record Explanation(
        String text,
        Optional<String> status,
        String versions,
        String meaning,
        String advice,
        Optional<String> limits,
        String source) {
    /** What can be said of a text that the catalogue of published errors does not have. */
    public static Explanation unpublished(LogMessage message) {
        return new Explanation(
                message.template(),
                Optional.empty(),
                "known from 2.31.24",
                "No published report has this line, so nothing is known beyond what it says and where it is printed.",
                "Read the check: its conditions are those of the runtime as far as they are known.",
                Optional.empty(),
                "-");
    }
}
