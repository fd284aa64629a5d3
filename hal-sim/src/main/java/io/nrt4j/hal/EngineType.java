package io.nrt4j.hal;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The five engines of a NeuronCore, in the order of {@code al_hal_tpb_get_tpb_eng_names}.
 *
 * <p>Source: hal.md §1.6.
 */
public enum EngineType {
    /** The matrix engine; profilers call it Tensor. */
    PE(0, "Tensor", "PE"),
    /** The activation engine; profilers call it Scalar. */
    ACT(1, "Scalar", "Activation"),
    /** The GPSIMD engine with eight Q7 cores. */
    POOL(2, "GPSIMD", "Pool"),
    /** The vector engine. */
    DVE(3, "Vector", "DVE"),
    /** The synchronisation engine. */
    SP(4, "Sync", "SP");

    private final int code;
    private final String publicName;
    private final String fileStem;

    EngineType(int code, String publicName, String fileStem) {
        this.code = code;
        this.publicName = publicName;
        this.fileStem = fileStem;
    }

    /** The engine index, 0 to 4. */
    public int code() {
        return code;
    }

    /** The lower-case name that JSON keys and queue owners use, such as {@code pool}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The name that profilers and documentation print, such as {@code GPSIMD}. */
    public String publicName() {
        return publicName;
    }

    /** The stem of the engine's files in a compiler-made NEFF, such as {@code Activation}. */
    public String fileStem() {
        return fileStem;
    }

    /** The engine of an index, or empty for an index the hardware does not have. */
    public static Optional<EngineType> fromCode(int code) {
        return Arrays.stream(values()).filter(e -> e.code == code).findFirst();
    }

    /** The engine of a lower-case key, or empty where libnrt would return its sentinel 5. */
    public static Optional<EngineType> fromKey(String key) {
        return Arrays.stream(values()).filter(e -> e.key().equals(key)).findFirst();
    }
}
