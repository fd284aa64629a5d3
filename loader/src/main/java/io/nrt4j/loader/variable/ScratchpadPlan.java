package io.nrt4j.loader.variable;

import io.nrt4j.hal.Geometry;
import io.nrt4j.hal.device.LogicalCore;
import io.nrt4j.hal.device.NeuronCore;
import io.nrt4j.hal.memory.AllocationException;
import io.nrt4j.hal.memory.AllocationRequest;
import io.nrt4j.hal.memory.MemoryUsage;
import io.nrt4j.hal.memory.Scratchpad;
import io.nrt4j.hal.memory.ScratchpadConfig;
import io.nrt4j.hal.memory.ScratchpadGrowthException;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.manifest.BackingBuffer;
import io.nrt4j.loader.manifest.Definition;
import io.nrt4j.loader.manifest.Variable;
import io.nrt4j.loader.profile.RuntimeProfile;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The scratchpads of one model: how much each core needs, and which pages hold it ({@code tdrv_scratchpad_model_init}).
 *
 * <p>Local windows lie in the scratchpad of the core that runs the graph. Shared ones lie once per HBM, behind the
 * local ones of the first core of that HBM. Source: memory.md §1.1, §6.3, §6.4.
 */
final class ScratchpadPlan {
    private static final String MODULE = "TDRV";
    private static final String RESERVE = "tdrv_scratchpad_reserve";

    /** The middle of this text is known from the same message about ONE TMPBUF pages. */
    private static final LogMessage TOO_MANY_PAGES = LogMessage.error(
            MODULE,
            RESERVE,
            "Number of scratchpad pages requested exceeded the max number of pages allowed (requested: %u, max: %u)");

    private static final LogMessage NO_PAGE =
            LogMessage.error(MODULE, RESERVE, "Failed to allocate virtual scratchpad!");
    private static final LogMessage CANNOT_GROW =
            LogMessage.error(MODULE, RESERVE, "Could not grow contiguous scratchpad beyond %ld bytes");
    private static final LogMessage NOT_ALL_CORES = LogMessage.error(
            MODULE, "tdrv_scratchpad_model_init", "current process does not own all physical cores on HBM %u");
    private static final LogMessage TOO_MANY_TMPBUF_PAGES = LogMessage.error(
            MODULE,
            "tdrv_one_tmpbuf_reserve",
            "Number of ONE TMPBUF pages requested exceeded the max number of pages allowed (requested: %u, max"
                    + " allowed: %u).");
    private static final LogMessage NO_TMPBUF =
            LogMessage.error(MODULE, "copy_and_stage_mr", "Failed to reserve one tmpbuf memory");

    /** Most pages up to RT 2.20. */
    private static final int TMPBUF_PAGES = 16;

    private final LogicalCore logicalCore;
    private final StagingAllocator allocator;
    private final RuntimeProfile profile;
    private final List<Definition> graphs;
    private final int sharedCore;
    private final long sharedBytes;
    private final long sharedStart;

    ScratchpadPlan(
            LogicalCore logicalCore, StagingAllocator allocator, RuntimeProfile profile, List<Definition> graphs) {
        this.logicalCore = logicalCore;
        this.allocator = allocator;
        this.profile = profile;
        this.graphs = graphs;
        this.sharedCore = firstCoreOfHbm(logicalCore.core(0).defaultHbm());
        this.sharedBytes = graphs.stream()
                .mapToLong(g -> g.scratchpadSize(BackingBuffer.SHARED, BackingBuffer.MAIN))
                .max()
                .orElse(0);
        this.sharedStart = nextWindow(localBytesOf(sharedCore), sharedBytes);
    }

    /** Claims the pages that a graph needs, and with the first graph those that all share. */
    void claim(int graph, StagingOptions options) {
        if (graph == 0 && sharedBytes > 0) {
            requireAllCores(options);
            if (indexOf(sharedCore) < 0) {
                claim(scratchpad(sharedCore), sharedStart + sharedBytes);
            }
        }
        int core = logicalCore.core(graph).index();
        claim(scratchpad(core), core == sharedCore && sharedBytes > 0 ? sharedStart + sharedBytes : localBytes(graph));
    }

    /** The place of a window, or empty if no page holds it as a whole. */
    Optional<Scratchpad.Window> find(int graph, Variable.Virtual window) {
        return isShared(window)
                ? scratchpad(sharedCore).find(sharedStart + window.offset(), window.size())
                : scratchpad(logicalCore.core(graph).index()).find(window.offset(), window.size());
    }

    /** Whether a window lies in the scratchpad that the cores of an HBM share. */
    static boolean isShared(Variable.Virtual window) {
        return window.backingBuffer() == BackingBuffer.SHARED || window.backingBuffer() == BackingBuffer.MAIN;
    }

    private void claim(Scratchpad scratchpad, long bytes) {
        if (bytes == 0) {
            return;
        }
        Nlog nlog = allocator.nlog();
        long pages = scratchpad.pagesFor(bytes);
        boolean oneTmpbuf = profile.version().isBefore(2, 21);
        int max = oneTmpbuf ? TMPBUF_PAGES : Scratchpad.MAX_PAGES;
        if (pages > max) {
            LoadException failure = nlog.fail(
                    NrtStatus.NRT_RESOURCE,
                    LoadStage.VARIABLES,
                    oneTmpbuf ? TOO_MANY_TMPBUF_PAGES : TOO_MANY_PAGES,
                    pages,
                    max);
            throw oneTmpbuf ? followed(failure, NO_TMPBUF) : failure;
        }
        try {
            allocator.scope().own(scratchpad.claim(bytes));
        } catch (ScratchpadGrowthException e) {
            throw nlog.fail(NrtStatus.NRT_RESOURCE, LoadStage.VARIABLES, CANNOT_GROW, e.bytes());
        } catch (AllocationException e) {
            LoadException failure = allocator.outOfMemory(LoadStage.VARIABLES, pageRequest(scratchpad));
            throw followed(failure, oneTmpbuf ? NO_TMPBUF : NO_PAGE);
        }
    }

    private LoadException followed(LoadException failure, LogMessage next) {
        allocator.nlog().log(next);
        return new LoadException(
                failure.status(),
                failure.stage(),
                failure.getMessage(),
                allocator.nlog().records());
    }

    private void requireAllCores(StagingOptions options) {
        int hbm = logicalCore.core(0).defaultHbm();
        Geometry geometry = allocator.device().geometry();
        boolean all = IntStream.range(0, geometry.cores())
                .filter(core -> geometry.defaultHbm(core) == hbm)
                .allMatch(options.ownsCore());
        if (!all) {
            throw allocator.nlog().fail(NrtStatus.NRT_INVALID, LoadStage.VARIABLES, NOT_ALL_CORES, hbm);
        }
    }

    private static AllocationRequest pageRequest(Scratchpad scratchpad) {
        ScratchpadConfig config = scratchpad.config();
        return new AllocationRequest(
                scratchpad.core(),
                MemoryUsage.SCRATCHPAD,
                config.pageSize(),
                config.contiguous() ? 0 : Scratchpad.PAGE_ALIGNMENT,
                "scratchpad");
    }

    /** {@code update_scratchpad_offset}: a page that is begun and too short for the next region is left. */
    private long nextWindow(long offset, long size) {
        ScratchpadConfig config = scratchpad(sharedCore).config();
        long remainder = offset % config.pageSize();
        long slack = config.pageSize() - remainder;
        return remainder != 0 && slack < size && !config.contiguous() ? offset + slack : offset;
    }

    private long localBytesOf(int core) {
        int graph = indexOf(core);
        return graph < 0 || graph >= graphs.size() ? 0 : localBytes(graph);
    }

    private long localBytes(int graph) {
        return graphs.get(graph).scratchpadSize(BackingBuffer.LOCAL, BackingBuffer.SHARDED);
    }

    private int indexOf(int core) {
        List<NeuronCore> cores = logicalCore.cores();
        return IntStream.range(0, cores.size())
                .filter(i -> cores.get(i).index() == core)
                .findFirst()
                .orElse(-1);
    }

    private Scratchpad scratchpad(int core) {
        return allocator.device().core(core).scratchpad();
    }

    private int firstCoreOfHbm(int hbm) {
        Geometry geometry = allocator.device().geometry();
        return IntStream.range(0, geometry.cores())
                .filter(core -> geometry.defaultHbm(core) == hbm)
                .findFirst()
                .orElseThrow();
    }
}
