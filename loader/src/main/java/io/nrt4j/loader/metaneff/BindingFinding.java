package io.nrt4j.loader.metaneff;

/**
 * Something that does not fit between a metaneff and its NEFF.
 *
 * @param rule a short name of the check
 * @param message what was expected and what was found
 */
public record BindingFinding(Severity severity, String rule, String message) {
    /** How bad it is. */
    public enum Severity {
        /** The two cannot be bound. */
        ERROR,
        WARNING,
        INFORMATION
    }
}
