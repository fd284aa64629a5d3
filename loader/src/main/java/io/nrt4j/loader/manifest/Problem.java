package io.nrt4j.loader.manifest;

/**
 * Something that would end a load.
 *
 * @param where the member in which it was found
 * @param message the line that the load would print
 */
public record Problem(String where, String message) {}
