package io.nrt4j.runtime.c;

import io.netty.buffer.ByteBuf;
import io.nrt4j.loader.manifest.NrtDtype;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * {@code nrt_tensor_info_t}: an input or output of a model. Source: nrt-api.md §2, §4.5.
 *
 * @param name its name, by which it is bound
 * @param size bytes of the model's variable
 * @param shape dimensions, outermost first, as {@code neff.json} has them; empty where it has none
 */
public record NrtTensorInfo(String name, TensorUsage usage, long size, NrtDtype dtype, List<Long> shape) {
    /** Bytes of the struct. */
    public static final int BYTES = 296;
    /** Bytes before the first entry of {@code nrt_tensor_info_array_t}. */
    public static final int ARRAY_HEADER_BYTES = 8;

    private static final int NAME_BYTES = 256;
    private static final int USAGE = 256;
    private static final int SIZE = 264;
    private static final int DTYPE = 272;
    private static final int SHAPE = 280;
    private static final int DIMENSIONS = 288;

    public NrtTensorInfo {
        shape = List.copyOf(shape);
    }

    /**
     * Writes the struct, little-endian, to the next {@value #BYTES} bytes.
     *
     * @param shapeAddress what stands for the pointer to the dimensions
     */
    public void encode(ByteBuf out, long shapeAddress) {
        int at = out.writerIndex();
        out.writeZero(BYTES);
        byte[] text = name.getBytes(StandardCharsets.UTF_8);
        out.setBytes(at, text, 0, Math.min(text.length, NAME_BYTES - 1));
        out.setIntLE(at + USAGE, usage.code());
        out.setLongLE(at + SIZE, size);
        out.setIntLE(at + DTYPE, dtype.code());
        out.setLongLE(at + SHAPE, shape.isEmpty() ? 0 : shapeAddress);
        out.setIntLE(at + DIMENSIONS, shape.size());
    }
}
