package io.nrt4j.loader.manifest;

import java.util.List;

/**
 * What a caller must know of an input or output: {@code io_node_info_t}.
 *
 * @param name the tensor's name, by which it is bound
 * @param dtype the element type; {@link NrtDtype#UNKNOWN} for texts without a number, such as {@code bool}
 * @param dtypeText the text in the file
 * @param shape the dimensions, outermost first; empty for a scalar
 * @param size bytes: product of the dimensions times the element size
 */
public record TensorInfo(String name, NrtDtype dtype, String dtypeText, List<Long> shape, long size) {
    /** The most dimensions the runtime's record holds. */
    public static final int MAX_DIMENSIONS = 32;

    public TensorInfo {
        shape = List.copyOf(shape);
    }
}
