package io.nrt4j.runtime.c;

import io.netty.buffer.ByteBuf;
import io.nrt4j.hal.memory.CopyBuffer;
import io.nrt4j.hal.memory.DeviceAllocation;
import io.nrt4j.hal.memory.DeviceHeap;
import io.nrt4j.hal.memory.DeviceMemory;
import java.io.IOException;
import java.io.OutputStream;
import java.util.OptionalLong;

/**
 * The bytes behind a tensor and its slices; they go with the last of them. Source: nrt-api.md §2, §4.3.
 *
 * <p>Bounds are the tensor's business. Reads and writes may come from several threads.
 */
sealed interface TensorStorage {
    /** Index of the HBM; -1 for host memory. */
    int hbm();

    /** Where the first byte is, as the process sees it; empty where it cannot. */
    OptionalLong address();

    /** The logical core on whose HBM the bytes are; -1 for host memory. */
    int vnc();

    void read(long offset, byte[] target, int length);

    void write(long offset, byte[] source, int length);

    void fill(long offset, long length, byte value);

    /** Copies bytes of this storage to another, in the steps of a core's copy buffer. */
    default void copyTo(long offset, TensorStorage target, long targetOffset, long size) {
        byte[] chunk = chunk(size);
        for (long done = 0; done < size; ) {
            int step = (int) Math.min(chunk.length, size - done);
            read(offset + done, chunk, step);
            target.write(targetOffset + done, chunk, step);
            done += step;
        }
    }

    /** Writes bytes of this storage to a stream, in the same steps. */
    default void writeTo(OutputStream out, long offset, long size) throws IOException {
        byte[] chunk = chunk(size);
        for (long done = 0; done < size; ) {
            int step = (int) Math.min(chunk.length, size - done);
            read(offset + done, chunk, step);
            out.write(chunk, 0, step);
            done += step;
        }
    }

    private static byte[] chunk(long size) {
        return new byte[(int) Math.min(Math.max(size, 1), CopyBuffer.chunkBytes(size))];
    }

    /** Gives the bytes back. Called once. */
    void free();

    /**
     * Device memory.
     *
     * @param vnc the logical core that it was allocated for
     * @param device index of the device
     */
    record OnDevice(DeviceAllocation allocation, DeviceHeap heap, int vnc, int device) implements TensorStorage {
        @Override
        public int hbm() {
            return allocation.channel();
        }

        @Override
        public OptionalLong address() {
            return OptionalLong.of(MappedDevices.virtual(device, allocation.address()));
        }

        @Override
        public void read(long offset, byte[] target, int length) {
            allocation.memory().read(allocation.address() + offset, target, 0, length);
        }

        @Override
        public void write(long offset, byte[] source, int length) {
            allocation.memory().write(allocation.address() + offset, source, 0, length);
        }

        @Override
        public void fill(long offset, long length, byte value) {
            allocation.memory().fill(allocation.address() + offset, length, value);
        }

        @Override
        public void free() {
            heap.free(allocation);
        }
    }

    /**
     * Memory of the process that the runtime allocated: sparse, so that what is never written costs nothing.
     *
     * @param virtualAddress what {@code nrt_tensor_get_va} answers
     */
    record OnHost(DeviceMemory memory, long virtualAddress) implements TensorStorage {
        @Override
        public int hbm() {
            return -1;
        }

        @Override
        public int vnc() {
            return -1;
        }

        @Override
        public OptionalLong address() {
            return OptionalLong.of(virtualAddress);
        }

        @Override
        public void read(long offset, byte[] target, int length) {
            memory.read(offset, target, 0, length);
        }

        @Override
        public void write(long offset, byte[] source, int length) {
            memory.write(offset, source, 0, length);
        }

        @Override
        public void fill(long offset, long length, byte value) {
            memory.fill(offset, length, value);
        }

        @Override
        public void free() {
            memory.close();
        }
    }

    /** Memory that the caller lent; its owner keeps it alive. */
    record Borrowed(ByteBuf buffer) implements TensorStorage {
        @Override
        public int hbm() {
            return -1;
        }

        @Override
        public int vnc() {
            return -1;
        }

        @Override
        public OptionalLong address() {
            return buffer.hasMemoryAddress() ? OptionalLong.of(buffer.memoryAddress()) : OptionalLong.empty();
        }

        @Override
        public void read(long offset, byte[] target, int length) {
            buffer.getBytes(Math.toIntExact(offset), target, 0, length);
        }

        @Override
        public void write(long offset, byte[] source, int length) {
            buffer.setBytes(Math.toIntExact(offset), source, 0, length);
        }

        @Override
        public void fill(long offset, long length, byte value) {
            for (long i = offset; i < offset + length; i++) {
                buffer.setByte(Math.toIntExact(i), value);
            }
        }

        @Override
        public void free() {}
    }

    /** No bytes: a tensor without storage, and every tensor of a fake instance. Takes and gives nothing. */
    record Nothing() implements TensorStorage {
        @Override
        public int hbm() {
            return -1;
        }

        @Override
        public int vnc() {
            return -1;
        }

        @Override
        public OptionalLong address() {
            return OptionalLong.empty();
        }

        @Override
        public void read(long offset, byte[] target, int length) {}

        @Override
        public void write(long offset, byte[] source, int length) {}

        @Override
        public void fill(long offset, long length, byte value) {}

        @Override
        public void free() {}
    }
}
