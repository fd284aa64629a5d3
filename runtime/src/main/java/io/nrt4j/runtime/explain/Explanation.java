package io.nrt4j.runtime.explain;

import java.util.Optional;

/**
 * What is known about a log text.
 *
 * @param text its printf template
 * @param status the status of the call that ends with it, as number and name; empty for a line of a cascade
 * @param versions which versions of libnrt print it
 * @param meaning what went wrong
 * @param advice what to do
 * @param recipe how to bring it about with nrt4j; empty where that is not possible
 * @param source section of the error catalogue
 */
public record Explanation(
        String text,
        Optional<String> status,
        String versions,
        String meaning,
        String advice,
        Optional<String> recipe,
        String source) {}
