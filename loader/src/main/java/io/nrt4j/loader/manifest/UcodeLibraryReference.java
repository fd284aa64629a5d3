package io.nrt4j.loader.manifest;

/**
 * Where the libraries of the GPSIMD cores come from. The manifest stage only refers to them: the ucode stage parses
 * and links them. Source: q7.md §1.1.
 */
public sealed interface UcodeLibraryReference {
    /** The library that the runtime itself adds on SUNDA, under the name {@code all}. */
    record DefaultLibrary() implements UcodeLibraryReference {}

    /**
     * {@code ucode_lib} names a manifest member.
     *
     * @param value the key's text; the member is {@code <directory>/<value>}, else {@code <value>}
     */
    record Named(String value) implements UcodeLibraryReference {}

    /**
     * {@code ucode_lib} holds the libraries itself.
     *
     * @param json the value's text: an array of library objects, or one object
     */
    record Inline(String json) implements UcodeLibraryReference {}
}
