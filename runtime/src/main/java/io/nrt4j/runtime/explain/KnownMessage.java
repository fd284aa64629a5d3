package io.nrt4j.runtime.explain;

import io.nrt4j.loader.diagnostics.LogMessage;

/**
 * A log text and the constant that holds it.
 *
 * @param constant class and field, such as {@code io.nrt4j.loader.container.NeffContainer.NO_BUFFER}
 */
public record KnownMessage(LogMessage message, String constant) {}
