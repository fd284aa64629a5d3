package io.nrt4j.runtime.npy;

import io.nrt4j.loader.manifest.NrtDtype;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * numpy's type text, such as {@code <f2}.
 *
 * <p>numpy itself has no bfloat16 and no 8-bit floats. They are written as {@code uint16} and {@code uint8} with the same
 * bits, and read from those, from raw bytes ({@code V2}, {@code V1}) and from what the package ml_dtypes writes
 * ({@code <V2} or {@code bfloat16}; {@code <f1} for the 8-bit floats).
 *
 * @param bigEndian whether the bytes of an element are in network order
 * @param kind numpy's letter: {@code f} float, {@code i} and {@code u} integers, {@code b} bool, {@code V} raw bytes …
 * @param bytes of an element
 */
public record NpyType(boolean bigEndian, char kind, int bytes) {
    private static final Pattern TEXT = Pattern.compile("([<>|=]?)([a-zA-Z])(\\d{1,9})");

    /** Kinds whose number counts characters of four bytes. */
    private static final char UNICODE = 'U';

    /** Kinds whose elements consist of two numbers. */
    private static final char COMPLEX = 'c';

    private static final Map<Character, String> NAMES =
            Map.of('f', "float", 'i', "int", 'u', "uint", 'c', "complex", 'V', "void");

    static NpyType parse(String description) throws NpyException {
        if (description.equals("bfloat16")) {
            return new NpyType(false, 'V', Short.BYTES);
        }
        Matcher matcher = TEXT.matcher(description);
        if (!matcher.matches()) {
            throw new NpyException("element type '" + description + "' in the .npy header");
        }
        char kind = matcher.group(2).charAt(0);
        int number = Integer.parseInt(matcher.group(3));
        return new NpyType(matcher.group(1).equals(">"), kind, kind == UNICODE ? number * Integer.BYTES : number);
    }

    /** The type in which tensors of {@code dtype} are written. */
    public static NpyType of(NrtDtype dtype) {
        char kind = switch (dtype) {
            case INT8, INT16, INT32, INT64 -> 'i';
            case FLOAT16, FLOAT32, FP32R -> 'f';
            case UINT8, UINT16, UINT32, UINT64, BFLOAT16, FP8_E3, FP8_E4, FP8_E5, UNKNOWN -> 'u';
        };
        return new NpyType(false, kind, dtype.bytes());
    }

    /** Whether elements of this type are elements of {@code dtype}, bit for bit but for their byte order. */
    public boolean fits(NrtDtype dtype) {
        if (bytes != dtype.bytes()) {
            return false;
        }
        return switch (dtype) {
            case UNKNOWN -> true;
            case BFLOAT16 -> kind == 'u' || kind == 'V';
            case FP8_E3, FP8_E4, FP8_E5 -> kind == 'u' || kind == 'V' || kind == 'f';
            case UINT8 -> kind == 'u' || kind == 'b';
            default -> kind == of(dtype).kind;
        };
    }

    /** Bytes that are swapped together where the order is not that of the device. */
    int swapped() {
        return switch (kind) {
            case UNICODE -> Integer.BYTES;
            case COMPLEX -> bytes / 2;
            default -> bytes;
        };
    }

    /** numpy's text. */
    public String description() {
        String order = bytes == 1 ? "|" : bigEndian ? ">" : "<";
        return order + kind + (kind == UNICODE ? bytes / Integer.BYTES : bytes);
    }

    /** numpy's name, such as {@code float16}; the text for types that have none. */
    public String name() {
        String name = NAMES.get(kind);
        return kind == 'b' ? "bool" : name == null ? description() : name + bytes * Byte.SIZE;
    }
}
