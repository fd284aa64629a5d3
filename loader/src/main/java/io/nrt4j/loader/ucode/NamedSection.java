package io.nrt4j.loader.ucode;

/**
 * A section header with its name.
 *
 * @param name empty where the file has none
 * @param header the header
 */
public record NamedSection(String name, SectionHeader header) {}
