package io.nrt4j.runtime.c;

/**
 * {@code nrt_model_info_t}. Source: nrt-api.md §2.
 *
 * @param vnc the logical core that holds the model
 */
public record NrtModelInfo(int vnc) {
    /** Bytes of the struct. */
    public static final int BYTES = 4;
}
