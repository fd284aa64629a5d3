package io.nrt4j.loader.archive;

import io.nrt4j.loader.container.ByteSource;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * The payload behind as many gzip filters as it turns out to need: what {@code archive_read_open_memory} builds with
 * the tar format and the gzip filter registered and nothing else. {@code pkg_version} takes no part in it. Source:
 * container.md §9.1, §9.2.
 */
final class InputPipeline implements AutoCloseable {
    private static final int MOST_FILTERS = 25;

    private final LastError error;
    private final ArchiveGuard guard;
    private final IntFunction<GzipObserver> observers;
    private final Function<BlockSource, BlockSource> tap;

    private ReadAhead top;
    private int filters;

    /** A pipeline that nobody watches. */
    InputPipeline(ByteSource payload, LastError error, ArchiveGuard guard) {
        this(payload, error, guard, filter -> GzipObserver.NONE, source -> source);
    }

    /**
     * @param observers gives the observer of each filter by its number, 0 for the lowest
     * @param tap wraps the output of each stage, the payload included; the topmost is the tar
     */
    InputPipeline(
            ByteSource payload,
            LastError error,
            ArchiveGuard guard,
            IntFunction<GzipObserver> observers,
            Function<BlockSource, BlockSource> tap) {
        this.error = error;
        this.guard = guard;
        this.observers = observers;
        this.tap = tap;
        this.top = new ReadAhead(tap.apply(new PayloadBlocks(payload)), error);
    }

    /** Finds the filters, then looks for a tar header; {@code false} with an error text where either fails. */
    boolean open() {
        return addFilters() && recogniseTar();
    }

    /** The tar as far as it was not read yet. */
    ReadAhead top() {
        return top;
    }

    /** The number of gzip filters. */
    int filters() {
        return filters;
    }

    @Override
    public void close() {
        top.close();
    }

    private boolean addFilters() {
        while (GzipHeader.lengthAt(top) > 0) {
            top = new ReadAhead(tap.apply(new GzipFilter(top, error, guard, observers.apply(filters))), error);
            if (++filters == MOST_FILTERS) {
                error.set("Input requires too many filters for decoding");
                return false;
            }
        }
        return top.ahead(1) >= 0;
    }

    private boolean recogniseTar() {
        TarHeader first = new TarHeader();
        if (top.ahead(TarHeader.SIZE) >= TarHeader.SIZE) {
            first.load(top.buffer(), top.index());
            if (first.bid() > 0) {
                return true;
            }
        }
        error.set("Unrecognized archive format");
        return false;
    }
}
