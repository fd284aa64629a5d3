package io.nrt4j.loader.ucode;

import java.util.Arrays;
import java.util.Optional;

/**
 * The bundle formats that can take a large immediate, told apart by a signature word. Source: q7.md §3.7.
 *
 * <p>How the bits of the immediate are scattered over a bundle is a generated table of this core that is not known;
 * bundles are recognised and recorded, never changed.
 */
public enum FlixFormat {
    WIDE_41000000(16, Signature.LAST_WORD, 0x410C0000, 0x41000000),
    WIDE_E(16, Signature.FIRST_WORD, 0x0000000F, 0x0000000E),
    WIDE_41040000(16, Signature.LAST_WORD, 0x410E0000, 0x41040000),
    WIDE_41080000(16, Signature.LAST_WORD, 0x410E8000, 0x41080000),
    WIDE_41088000(16, Signature.LAST_WORD, 0x410E8000, 0x41088000),
    WIDE_41060000(16, Signature.LAST_WORD, 0x410E0000, 0x41060000),
    NARROW_42000000(8, Signature.LAST_WORD, 0x42000000, 0x42000000),
    NARROW_40000000(8, Signature.LAST_WORD, 0x42000000, 0x40000000);

    private final int length;
    private final Signature signature;
    private final int mask;
    private final int value;

    FlixFormat(int length, Signature signature, int mask, int value) {
        this.length = length;
        this.signature = signature;
        this.mask = mask;
        this.value = value;
    }

    private enum Signature {
        FIRST_WORD,
        LAST_WORD
    }

    /** Bytes of a bundle, 8 or 16. */
    public int length() {
        return length;
    }

    /** The bits of the signature word that tell the format. */
    public int mask() {
        return mask;
    }

    /** What those bits must be. */
    public int value() {
        return value;
    }

    /** The first format of bundles of {@code length} bytes that a bundle's first and last words match. */
    static Optional<FlixFormat> match(int length, int firstWord, int lastWord) {
        return Arrays.stream(values())
                .filter(f -> f.length == length)
                .filter(f -> ((f.signature == Signature.FIRST_WORD ? firstWord : lastWord) & f.mask) == f.value)
                .findFirst();
    }
}
