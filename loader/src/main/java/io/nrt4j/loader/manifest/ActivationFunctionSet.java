package io.nrt4j.loader.manifest;

import io.netty.buffer.ByteBuf;
import java.util.List;

/**
 * One set of piecewise-cubic tables: {@code kbin_act_function_set}. Source: manifest.md §7.3.
 *
 * @param name such as {@code exp_and_others}
 * @param buckets {@code bkt_bin}: entries of {@value #ENTRY_BYTES} bytes; a slice of the member table's buffer
 * @param controls {@code ctl_bin}: entries of {@value #ENTRY_BYTES} bytes (inf1: 16); a slice of the member
 *     table's buffer
 * @param profiles one per function, at most {@value #MAX_PROFILES}
 */
public record ActivationFunctionSet(String name, ByteBuf buckets, ByteBuf controls, List<ActivationProfile> profiles) {
    /** Functions that fit a set. */
    public static final int MAX_PROFILES = 25;

    /** Bytes of a bucket or control entry. */
    public static final int ENTRY_BYTES = 32;

    public ActivationFunctionSet {
        profiles = List.copyOf(profiles);
    }
}
