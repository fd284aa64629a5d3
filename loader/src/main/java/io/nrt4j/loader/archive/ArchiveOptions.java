package io.nrt4j.loader.archive;

/**
 * How the archive is read.
 *
 * @param limits the emulator's guards
 * @param locale the character set that member names must fit
 */
public record ArchiveOptions(ArchiveLimits limits, NameLocale locale) {
    /** The default guards, names in UTF-8. */
    public static final ArchiveOptions DEFAULT = new ArchiveOptions(ArchiveLimits.DEFAULT, NameLocale.UTF_8);

    /** The locale of the process that reads, which decides about pax names outside ASCII. Source: container.md §17. */
    public enum NameLocale {
        /** Such names load. */
        UTF_8,
        /** The C locale: they end the load, as in a runtime whose host program never called {@code setlocale}. */
        C
    }
}
