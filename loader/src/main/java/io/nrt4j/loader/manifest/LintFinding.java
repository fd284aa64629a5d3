package io.nrt4j.loader.manifest;

/**
 * Something odd that does not keep a NEFF from loading.
 *
 * @param rule which rule it breaks
 * @param where the member in which it was found
 * @param text what was expected and what was found
 */
public record LintFinding(LintRule rule, String where, String text) {}
