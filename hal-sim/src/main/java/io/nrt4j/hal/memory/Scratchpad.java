package io.nrt4j.hal.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * {@code tdrv_scratchpad_t}: the pages that all models of a core share for their {@code virtual} variables.
 *
 * <p>A model claims the pages it spans; pages come into being with the first claim and go with the last. Thread-safe.
 * Source: memory.md §6.3, §6.4.
 */
public final class Scratchpad {
    /** Most pages of one scratchpad. */
    public static final int MAX_PAGES = 1024;

    /** Alignment of a page. */
    public static final long PAGE_ALIGNMENT = 4 << 20;

    private final DeviceHeap heap;
    private final int core;
    private final ScratchpadConfig config;
    private final List<SharedPage> pages = new ArrayList<>();

    private static final class SharedPage {
        final DeviceAllocation memory;
        int references;

        SharedPage(DeviceAllocation memory) {
            this.memory = memory;
        }
    }

    /** The empty scratchpad of a physical core. */
    public Scratchpad(DeviceHeap heap, int core, ScratchpadConfig config) {
        this.heap = heap;
        this.core = core;
        this.config = config;
    }

    /** The physical core, numbered within its device. */
    public int core() {
        return core;
    }

    public ScratchpadConfig config() {
        return config;
    }

    /** Pages that a scratchpad of {@code bytes} bytes has. */
    public long pagesFor(long bytes) {
        return bytes / config.pageSize() + (bytes % config.pageSize() == 0 ? 0 : 1);
    }

    /** Bytes of all pages that exist. */
    public long bytes() {
        synchronized (heap) {
            return pages.size() * config.pageSize();
        }
    }

    /**
     * Claims the first {@code bytes} bytes for a model, allocating the pages that do not exist yet.
     *
     * @return gives the claim back; must be run once
     * @throws IllegalArgumentException for more than {@link #MAX_PAGES} pages
     * @throws AllocationException if a page cannot be had; the scratchpad is as before then
     * @throws ScratchpadGrowthException in contiguous mode, if the next page is not adjacent to the others
     */
    public Runnable claim(long bytes) {
        long wanted = pagesFor(bytes);
        if (wanted > MAX_PAGES) {
            throw new IllegalArgumentException(wanted + " scratchpad pages");
        }
        int count = (int) wanted;
        synchronized (heap) {
            grow(count);
            // A contiguous scratchpad starts with its newest page, so a smaller model spans the newest ones.
            int first = config.contiguous() ? pages.size() - count : 0;
            List<SharedPage> claimed = List.copyOf(pages.subList(first, first + count));
            claimed.forEach(p -> p.references++);
            return () -> release(claimed);
        }
    }

    /**
     * A window of the scratchpad.
     *
     * @param page device address of the page that holds its start
     * @param offset bytes from there
     */
    public record Window(long page, long offset) {
        /** Device address of the first byte. */
        public long address() {
            return page + offset;
        }
    }

    /**
     * The place of a window, or empty if no page holds it as a whole.
     *
     * @param offset bytes from the start of the scratchpad, not negative
     * @param size bytes
     */
    public Optional<Window> find(long offset, long size) {
        long pageSize = config.pageSize();
        long index = offset / pageSize;
        long inPage = offset % pageSize;
        synchronized (heap) {
            long room = config.contiguous() ? pages.size() * pageSize - offset : pageSize - inPage;
            if (index >= pages.size() || size > room) {
                return Optional.empty();
            }
            // Contiguous pages grow downwards: the newest one has the lowest address and is the start.
            int page = config.contiguous() ? pages.size() - 1 - (int) index : (int) index;
            return Optional.of(new Window(pages.get(page).memory.address(), inPage));
        }
    }

    private void grow(int count) {
        int before = pages.size();
        try {
            while (pages.size() < count) {
                pages.add(new SharedPage(config.contiguous() ? nextContiguousPage() : nextPage()));
            }
        } catch (AllocationException | ScratchpadGrowthException e) {
            shrink(before);
            throw e;
        }
    }

    private DeviceAllocation nextPage() {
        return heap.allocate(
                new AllocationRequest(core, MemoryUsage.SCRATCHPAD, config.pageSize(), PAGE_ALIGNMENT, "scratchpad"));
    }

    private DeviceAllocation nextContiguousPage() {
        DeviceAllocation page;
        try {
            page = heap.allocate(
                    new AllocationRequest(core, MemoryUsage.SCRATCHPAD, config.pageSize(), 0, "scratchpad"),
                    DriverCategory.CONTIGUOUS_SCRATCHPAD_DEVICE);
        } catch (AllocationException e) {
            throw new ScratchpadGrowthException(bytes(), e);
        }
        if (!pages.isEmpty()
                && page.address() != pages.get(pages.size() - 1).memory.address() - config.pageSize()) {
            heap.free(page);
            throw new ScratchpadGrowthException(bytes(), null);
        }
        return page;
    }

    private void release(List<SharedPage> claimed) {
        synchronized (heap) {
            claimed.forEach(p -> p.references--);
            int keep = pages.size();
            while (keep > 0 && pages.get(keep - 1).references == 0) {
                keep--;
            }
            shrink(keep);
        }
    }

    private void shrink(int count) {
        while (pages.size() > count) {
            heap.free(pages.remove(pages.size() - 1).memory);
        }
    }
}
