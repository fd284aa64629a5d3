package io.nrt4j.runtime;

import io.netty.buffer.Unpooled;
import io.nrt4j.loader.manifest.NrtDtype;
import io.nrt4j.runtime.c.NrtTensor;
import io.nrt4j.runtime.c.Out;
import io.nrt4j.runtime.npy.NpyHeader;
import io.nrt4j.runtime.npy.NpyReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * Bytes on the simulated device, with the element type and shape that the caller gives them.
 *
 * <p>The runtime itself knows only bytes. Thread-safe; closing it twice does nothing.
 */
public final class Tensor implements AutoCloseable {
    private final NrtRuntime runtime;
    private final NrtTensor handle;
    private final NrtDtype dtype;
    private final List<Long> shape;
    private boolean closed;

    Tensor(NrtRuntime runtime, NrtTensor handle, NrtDtype dtype, List<Long> shape) {
        this.runtime = runtime;
        this.handle = handle;
        this.dtype = dtype;
        this.shape = List.copyOf(shape);
    }

    public String name() {
        return handle.name();
    }

    /** Bytes. */
    public long size() {
        return runtime.c().nrt_tensor_get_size(handle);
    }

    public NrtDtype dtype() {
        return dtype;
    }

    /** Dimensions, outermost first. */
    public List<Long> shape() {
        return shape;
    }

    /** The handle for the C API. */
    public NrtTensor handle() {
        return handle;
    }

    /** Writes bytes to the start of the tensor, little-endian elements. */
    public Tensor write(byte[] bytes) {
        runtime.call(
                "nrt_tensor_write",
                () -> runtime.c().nrt_tensor_write(handle, Unpooled.wrappedBuffer(bytes), 0, bytes.length));
        return this;
    }

    /** All bytes; of a tensor of at most 2 GiB. */
    public byte[] read() {
        return read(0, Math.toIntExact(size()));
    }

    /** Bytes from an offset on. */
    public byte[] read(long offset, int length) {
        byte[] bytes = new byte[length];
        if (length > 0) {
            runtime.call(
                    "nrt_tensor_read",
                    () -> runtime.c().nrt_tensor_read(handle, Unpooled.wrappedBuffer(bytes), offset, length));
        }
        return bytes;
    }

    /** Writes values, rounded to the element type: floats and bfloats, fp8, integers up to 32 bits. */
    public Tensor writeFloats(float... values) {
        return write(TensorElements.encode(dtype, values));
    }

    /** The values of all elements as fp32. */
    public float[] readFloats() {
        return TensorElements.decode(dtype, read());
    }

    /** Writes whole numbers to a tensor of an integer type; they are cut to its width. */
    public Tensor writeLongs(long... values) {
        return write(TensorElements.encodeIntegers(dtype, values));
    }

    /** The values of all elements of an integer type. */
    public long[] readLongs() {
        return TensorElements.decodeIntegers(dtype, read());
    }

    /**
     * Writes the elements of a {@code .npy} file, which must take as many bytes as the tensor has.
     *
     * @throws IllegalArgumentException for what is no such file, or one of another size; nothing is written
     */
    public Tensor writeNpy(byte[] file) {
        try (NpyReader reader = new NpyReader(new ByteArrayInputStream(file))) {
            NpyHeader header = reader.header();
            if (header.dataBytes() != size()) {
                throw new IllegalArgumentException("%d bytes of %s %s for a tensor of %d"
                        .formatted(header.dataBytes(), header.type().name(), header.shape(), size()));
            }
            return write(reader.elements());
        } catch (IOException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /** The tensor as a {@code .npy} file; types that numpy does not have as unsigned integers of the same bits. */
    public byte[] readNpy() {
        byte[] header = NpyHeader.of(dtype, shape).encode();
        byte[] elements = read();
        byte[] file = Arrays.copyOf(header, Math.addExact(header.length, elements.length));
        System.arraycopy(elements, 0, file, header.length, elements.length);
        return file;
    }

    /** Gives the bytes back. */
    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        Out<NrtTensor> out = new Out<>();
        out.set(handle);
        runtime.release("nrt_tensor_free", () -> runtime.c().nrt_tensor_free(out));
    }
}
