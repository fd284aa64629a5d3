package io.nrt4j.loader.pack;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Constants as compilers store them: npy version 1.0, C order, data at 128. Source: producer.md §9.7. */
final class NpyFile {
    private static final int DATA_OFFSET = 128;
    private static final int PREAMBLE = 10;

    private NpyFile() {}

    /** The member for {@code data}, whose length must be that of the shape. */
    static byte[] of(TensorType type, byte[] data, long... shape) {
        if (data.length != type.bytes(shape)) {
            throw new IllegalArgumentException(data.length + " bytes for a tensor of " + type.bytes(shape));
        }
        String dimensions = Arrays.stream(shape).mapToObj(Long::toString).collect(Collectors.joining(", "));
        String text = "{'descr': '" + type.npyDescription() + "', 'fortran_order': False, 'shape': (" + dimensions
                + (shape.length == 1 ? ",)" : ")") + ", }";
        // The text ends in a newline and its end is aligned to 64 bytes.
        int end = Math.max(DATA_OFFSET, (PREAMBLE + text.length() + 1 + 63) / 64 * 64);
        ByteBuffer file = ByteBuffer.allocate(end + data.length).order(ByteOrder.LITTLE_ENDIAN);
        file.put((byte) 0x93)
                .put("NUMPY".getBytes(StandardCharsets.US_ASCII))
                .put((byte) 1)
                .put((byte) 0);
        file.putShort((short) (end - PREAMBLE));
        file.put((text + " ".repeat(end - PREAMBLE - 1 - text.length()) + "\n").getBytes(StandardCharsets.US_ASCII));
        return file.put(data).array();
    }
}
