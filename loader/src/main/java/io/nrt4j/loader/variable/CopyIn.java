package io.nrt4j.loader.variable;

import io.netty.buffer.ByteBuf;
import io.nrt4j.hal.memory.DeviceMemory;
import io.nrt4j.loader.manifest.Payload;

/**
 * A write to the device that staging has planned and that the stage step carries out.
 *
 * <p>The device is changed by the last stage of a load only, so that a failed load leaves nothing behind.
 */
sealed interface CopyIn {
    /** Writes to the device. */
    void run();

    /**
     * The bytes of a file variable ({@code dmem_buf_copyin}). Whole pages of the device's memory refer to the archive's
     * buffers from then on, instead of holding a second copy.
     *
     * @param size bytes to copy, not more than the payload has
     */
    record Weights(DeviceMemory memory, long address, Payload payload, long size) implements CopyIn {
        @Override
        public void run() {
            long done = 0;
            for (ByteBuf chunk : payload.chunks()) {
                int length = (int) Math.min(chunk.readableBytes(), size - done);
                memory.alias(address + done, chunk.slice(chunk.readerIndex(), length));
                done += length;
            }
        }
    }

    /** The address in a pointer's cell. */
    record Address(DeviceMemory memory, long cell, long value) implements CopyIn {
        @Override
        public void run() {
            memory.writeLong(cell, value);
        }
    }
}
