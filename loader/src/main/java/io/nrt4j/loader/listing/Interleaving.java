package io.nrt4j.loader.listing;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.analysis.CorePrograms;
import io.nrt4j.hal.isa.analysis.SlotReference;
import io.nrt4j.hal.isa.analysis.WaitSimulation;
import io.nrt4j.loader.manifest.Definition;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * Merges the listings of a graph's engines into an order in which they can run: every slot behind those that it waits
 * for.
 *
 * <p>The order is that of {@link WaitSimulation}; slots that never issue come last. A program that cannot be decoded is
 * merged by program counter.
 */
public final class Interleaving {
    private static final int BEFORE_EVERY_SLOT = -1;

    private final Map<SlotReference, Integer> ranks = new HashMap<>();
    private final boolean byPc;

    private Interleaving(Definition definition) {
        Optional<CorePrograms> programs = DeclaredPrograms.of(definition);
        programs.ifPresent(p -> WaitSimulation.run(p).order().forEach(slot -> ranks.put(slot, ranks.size())));
        byPc = programs.isEmpty();
    }

    /** One stream of all slots of some engines of a graph; each stream keeps its own order. */
    public static Stream<ListedSlot> of(Definition definition, List<CodeStream> streams) {
        Interleaving interleaving = new Interleaving(definition);
        Iterator<ListedSlot> merged =
                new Merge(streams.stream().map(s -> interleaving.new Source(s)).toList());
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(merged, Spliterator.ORDERED), false);
    }

    /** A slot that the runtime added goes with the slot before it. */
    private int rank(ListedSlot slot, int rankBefore) {
        if (slot.neffPc().isEmpty()) {
            return rankBefore;
        }
        int neffPc = slot.neffPc().getAsInt();
        return byPc ? neffPc : ranks.getOrDefault(new SlotReference(slot.engine(), neffPc), Integer.MAX_VALUE);
    }

    /** One engine's listing, and the rank of the slot that is next. */
    private final class Source {
        private final EngineType engine;
        private final Iterator<ListedSlot> slots;
        private @Nullable ListedSlot next;
        private int rank = BEFORE_EVERY_SLOT;

        Source(CodeStream stream) {
            engine = stream.engine();
            slots = stream.list().iterator();
            advance();
        }

        boolean hasNext() {
            return next != null;
        }

        ListedSlot take() {
            ListedSlot taken = Objects.requireNonNull(next);
            advance();
            return taken;
        }

        private void advance() {
            next = slots.hasNext() ? slots.next() : null;
            if (next != null) {
                rank = Math.max(rank, rank(next, rank));
            }
        }
    }

    private static final class Merge implements Iterator<ListedSlot> {
        private final PriorityQueue<Source> sources =
                new PriorityQueue<>(Comparator.<Source>comparingInt(s -> s.rank).thenComparing(s -> s.engine));

        Merge(List<Source> sources) {
            sources.stream().filter(Source::hasNext).forEach(this.sources::add);
        }

        @Override
        public boolean hasNext() {
            return !sources.isEmpty();
        }

        @Override
        public ListedSlot next() {
            Source first = sources.poll();
            if (first == null) {
                throw new NoSuchElementException();
            }
            ListedSlot slot = first.take();
            if (first.hasNext()) {
                sources.add(first);
            }
            return slot;
        }
    }
}
