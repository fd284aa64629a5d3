package io.nrt4j.runtime;

import io.nrt4j.loader.manifest.NrtDtype;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A {@code .npy} file: numpy's format 1.0 and 2.0, little-endian, C order.
 *
 * @param description numpy's type text, such as {@code <f2}; types that numpy does not have are written as raw bytes
 * @param shape dimensions, outermost first
 * @param data the elements
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, and gigabytes are not to be copied
record NpyArray(String description, List<Long> shape, byte[] data) {
    private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
    private static final int ALIGNMENT = 64;
    private static final int VERSION = 6;
    private static final int LENGTH = 8;
    private static final Pattern DESCRIPTION = Pattern.compile("'descr'\\s*:\\s*'([^']*)'");
    private static final Pattern FORTRAN = Pattern.compile("'fortran_order'\\s*:\\s*True");
    private static final Pattern SHAPE = Pattern.compile("'shape'\\s*:\\s*\\(([^)]*)\\)");

    NpyArray {
        shape = List.copyOf(shape);
    }

    static NpyArray of(NrtDtype dtype, List<Long> shape, byte[] data) {
        return new NpyArray(descriptionOf(dtype), shape, data);
    }

    /**
     * Reads a file.
     *
     * @throws IllegalArgumentException for what is no such file, or in another order than C's and Intel's
     */
    static NpyArray parse(byte[] file) {
        if (file.length < LENGTH + Short.BYTES || !Arrays.equals(file, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
            throw new IllegalArgumentException("not a .npy file");
        }
        ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        boolean shortLength = file[VERSION] == 1;
        int start = LENGTH + (shortLength ? Short.BYTES : Integer.BYTES);
        int length = shortLength ? bytes.getShort(LENGTH) & 0xFFFF : bytes.getInt(LENGTH);
        if (length < 0 || start > file.length - length) {
            throw new IllegalArgumentException("the .npy header ends behind the file");
        }
        String header = new String(file, start, length, StandardCharsets.ISO_8859_1);
        String description = group(DESCRIPTION, header);
        if (FORTRAN.matcher(header).find() || description.startsWith(">")) {
            throw new IllegalArgumentException("only little-endian .npy files in C order: " + header.strip());
        }
        List<Long> shape = Arrays.stream(group(SHAPE, header).split(",", -1))
                .map(String::strip)
                .filter(dimension -> !dimension.isEmpty())
                .map(Long::valueOf)
                .toList();
        return new NpyArray(description, shape, Arrays.copyOfRange(file, start + length, file.length));
    }

    byte[] encode() {
        String dimensions = shape.stream().map(d -> d + ",").collect(Collectors.joining(" "));
        String tuple = shape.size() > 1 ? dimensions.substring(0, dimensions.length() - 1) : dimensions;
        String text = "{'descr': '" + description + "', 'fortran_order': False, 'shape': (" + tuple + "), }";
        int start = LENGTH + Short.BYTES;
        int end = (start + text.length() + ALIGNMENT) / ALIGNMENT * ALIGNMENT;
        ByteBuffer out = ByteBuffer.allocate(end + data.length).order(ByteOrder.LITTLE_ENDIAN);
        out.put(MAGIC).put((byte) 1).put((byte) 0).putShort((short) (end - start));
        out.put((text + " ".repeat(end - start - text.length() - 1) + "\n").getBytes(StandardCharsets.ISO_8859_1));
        return out.put(data).array();
    }

    private static String group(Pattern pattern, String header) {
        Matcher m = pattern.matcher(header);
        if (!m.find()) {
            throw new IllegalArgumentException("bad .npy header: " + header.strip());
        }
        return m.group(1);
    }

    private static String descriptionOf(NrtDtype dtype) {
        return switch (dtype) {
            case INT8 -> "|i1";
            case UINT8, UNKNOWN -> "|u1";
            case INT16 -> "<i2";
            case UINT16 -> "<u2";
            case FLOAT16 -> "<f2";
            case INT32 -> "<i4";
            case UINT32 -> "<u4";
            case FLOAT32, FP32R -> "<f4";
            case INT64 -> "<i8";
            case UINT64 -> "<u8";
            case BFLOAT16 -> "<V2";
            case FP8_E3, FP8_E4, FP8_E5 -> "|V1";
        };
    }
}
