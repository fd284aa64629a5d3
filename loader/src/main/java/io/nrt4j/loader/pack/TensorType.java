package io.nrt4j.loader.pack;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * Element types of a model's tensors, with the names that {@code neff.json} and npy headers have for them. Source:
 * corpus/dialects.md §3 and §4.
 */
public enum TensorType {
    FLOAT32("<f4", 4),
    FLOAT16("<f2", 2),
    /** NumPy has no such type: two bytes of no kind. */
    BFLOAT16("<V2", 2),
    INT64("<i8", 8),
    INT32("<i4", 4),
    INT8("|i1", 1),
    UINT8("|u1", 1),
    BOOL("|b1", 1);

    private final String npy;
    private final int bytes;

    TensorType(String npy, int bytes) {
        this.npy = npy;
        this.bytes = bytes;
    }

    /** The name in {@code neff.json} and {@code tensor_map.json}, such as {@code float32}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The type of a {@link #label}. */
    public static Optional<TensorType> fromLabel(String label) {
        return Arrays.stream(values()).filter(t -> t.label().equals(label)).findFirst();
    }

    /** The {@code descr} of an npy header, such as {@code <f4}. */
    public String npyDescription() {
        return npy;
    }

    /** Bytes of an element. */
    public int bytes() {
        return bytes;
    }

    /** Bytes of a tensor of this shape; a scalar has the empty shape. */
    public long bytes(long... shape) {
        return Arrays.stream(shape).reduce(bytes, Math::multiplyExact);
    }
}
