package io.nrt4j.hal.q7;

import io.netty.buffer.ByteBuf;

/** How the provider gets at device memory: its {@code memhandle} table. Source: q7.md §4.2. */
@FunctionalInterface
public interface MemoryHandles {
    /** The table of a context before the platform attached its own. */
    MemoryHandles DETACHED = (size, alignment) -> {
        throw new UcodeException(NrtUcodeStatus.INVALID, "no memory platform attached");
    };

    /**
     * Allocates device memory.
     *
     * @param size bytes
     * @param alignment the address is a multiple of it
     * @throws UcodeException with {@link NrtUcodeStatus#ALLOCATION}
     */
    MemoryHandle allocate(long size, long alignment);

    /** One allocation. */
    interface MemoryHandle {
        /** Copies the readable bytes of {@code source} to {@code offset} bytes into the allocation. */
        void write(long offset, ByteBuf source);

        /** The device address of the allocation. */
        long socAddress();

        void free();
    }
}
