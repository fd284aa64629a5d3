package io.nrt4j.hal.q7;

import io.nrt4j.hal.q7.MemoryHandles.MemoryHandle;
import java.util.Optional;

/**
 * {@code nrtucode_ll_t}: a library that slots can load and unload. One image in device memory serves all cores of a
 * NeuronCore. Source: q7.md §3.9, §4.2.
 */
public final class LoadableLibrary implements AutoCloseable {
    /** Every image starts at a multiple of 16 MiB. */
    public static final long ALIGNMENT = 0x1000000;

    private static final int LONGEST_NAME = 32;

    private final UcodeContext context;
    private final Optional<MemoryHandle> memory;
    private final long selector;
    private final long size;
    private String name;

    private LoadableLibrary(UcodeContext context, Optional<MemoryHandle> memory, long selector, long size) {
        this.context = context;
        this.memory = memory;
        this.selector = selector;
        this.size = size;
        this.name = context.created("nrtucode_ll_t");
    }

    /**
     * Puts an image into device memory: the second half of {@code nrtucode_ll_create}.
     *
     * @param selector which of the provider's libraries it is
     * @param image the image; empty on SUNDA, whose firmware loads libraries by itself
     * @throws UcodeException with what the allocation says, or {@link NrtUcodeStatus#NO_SPACE} for an image that is
     *     larger than the firmware takes; nothing stays allocated then
     */
    public static LoadableLibrary create(UcodeContext context, long selector, Optional<LibraryImage> image) {
        if (image.isEmpty()) {
            return new LoadableLibrary(context, Optional.empty(), selector, 0);
        }
        long size = image.get().size();
        MemoryHandle handle = context.memory().allocate(size, ALIGNMENT);
        try {
            image.get().writes().forEach(write -> handle.write(write.offset(), write.bytes()));
            // The real code looks at the size only now.
            if (size > Q7Cluster.MAX_IMAGE) {
                String message = "Prelinked library would be larger than the available buffer on device";
                context.error(message);
                throw new UcodeException(NrtUcodeStatus.NO_SPACE, message);
            }
            return new LoadableLibrary(context, Optional.of(handle), selector, size);
        } catch (UcodeException e) {
            handle.free();
            throw e;
        }
    }

    UcodeContext context() {
        return context;
    }

    public String name() {
        return name;
    }

    /** Renames the object; longer names are cut to 32 characters. */
    public void rename(String newName) {
        String cut = newName.substring(0, Math.min(newName.length(), LONGEST_NAME));
        context.info(name + " renamed " + cut);
        name = cut;
    }

    public long selector() {
        return selector;
    }

    /** Size of the image in bytes; 0 where there is none. */
    public long prelinkedSize() {
        return size;
    }

    /** Device address of the image; 0 where there is none. */
    public long deviceAddress() {
        return memory.map(MemoryHandle::socAddress).orElse(0L);
    }

    /** Gives the image's memory back. */
    @Override
    public void close() {
        memory.ifPresent(MemoryHandle::free);
        context.destroyed(name);
    }
}
