package io.nrt4j.loader.profile;

/**
 * A generation of the code that turns engine programs into device images, named after the libnrt version in which it
 * was observed. Source: image-assembly.md §0.
 */
public enum ImageProfile {
    /** libnrt 2.23.27, sunda. */
    P223,
    /** libnrt 2.25.57, sunda. */
    P225,
    /** libnrt 2.27.23, cayman. */
    P227,
    /** libnrt 2.30.51, cayman. */
    P230
}
