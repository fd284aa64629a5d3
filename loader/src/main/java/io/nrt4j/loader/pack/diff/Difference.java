package io.nrt4j.loader.pack.diff;

/**
 * One thing that differs.
 *
 * @param area {@code header}, {@code members}, or the graph with {@code variables}, {@code queues} or an engine, such
 *     as {@code sg00 pe}
 * @param what the field, member, variable or queue
 * @param left how it is in the first file; {@code -} when it is not there
 * @param right how it is in the second file
 */
public record Difference(String area, String what, String left, String right) {
    /** Stands for something that one file does not have. */
    public static final String ABSENT = "-";
}
