package io.nrt4j.hal.isa.analysis;

import io.nrt4j.hal.isa.check.TransferAccess;
import io.nrt4j.hal.isa.check.TransferAccess.Loop;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Which bytes of a linear memory are touched: disjoint runs that do not touch each other. */
public final class ByteCoverage {
    /** Start to end (exclusive). */
    private final TreeMap<Long, Long> runs = new TreeMap<>();

    /** Adds everything that another coverage has. */
    public void add(ByteCoverage other) {
        other.runs.forEach(this::add);
    }

    /** Adds the bytes from {@code start} to {@code end}, exclusive. */
    public void add(long start, long end) {
        if (start >= end) {
            return;
        }
        long from = start;
        long to = end;
        Map.Entry<Long, Long> before = runs.floorEntry(from);
        if (before != null && before.getValue() >= from) {
            from = before.getKey();
            to = Math.max(to, before.getValue());
        }
        Map.Entry<Long, Long> next = runs.ceilingEntry(from);
        while (next != null && next.getKey() <= to) {
            to = Math.max(to, next.getValue());
            runs.remove(next.getKey());
            next = runs.ceilingEntry(from);
        }
        runs.put(from, to);
    }

    /**
     * Adds what a transfer touches.
     *
     * @param most runs that may be looked at
     * @return the runs that were, or -1 when there are more; then nothing is added
     */
    long add(TransferAccess access, long most) {
        if (access.isEmpty()) {
            return 0;
        }
        long offset = access.offset();
        long run = access.runBytes();
        List<Loop> loops = new ArrayList<>();
        for (Loop loop : ascending(access.loops())) {
            offset += loop.step() < 0 ? loop.step() * (loop.count() - 1) : 0;
            long step = Math.abs(loop.step());
            if (step <= run) {
                run += step * (loop.count() - 1);
            } else {
                loops.add(new Loop(step, loop.count()));
            }
        }
        long count = 1;
        for (Loop loop : loops) {
            count = loop.count() > most / count ? most + 1 : count * loop.count();
        }
        if (count > most) {
            return -1;
        }
        addRuns(offset, run, loops);
        return count;
    }

    private static List<Loop> ascending(List<Loop> loops) {
        return loops.stream()
                .filter(loop -> loop.count() > 1)
                .sorted(Comparator.comparingLong(loop -> Math.abs(loop.step())))
                .toList();
    }

    private void addRuns(long offset, long run, List<Loop> loops) {
        if (loops.isEmpty()) {
            add(offset, offset + run);
            return;
        }
        Loop outer = loops.get(loops.size() - 1);
        for (long i = 0; i < outer.count(); i++) {
            addRuns(offset + i * outer.step(), run, loops.subList(0, loops.size() - 1));
        }
    }

    /** The first byte below {@code size} that is not touched; empty when all are. */
    public OptionalLong firstGap(long size) {
        Map.Entry<Long, Long> first = runs.floorEntry(0L);
        long covered = first == null ? 0 : Math.max(0, first.getValue());
        return covered >= size ? OptionalLong.empty() : OptionalLong.of(covered);
    }

    /** How many bytes from 0 to {@code size} are touched. */
    public long bytesBelow(long size) {
        return runs.entrySet().stream()
                .mapToLong(r -> Math.max(0, Math.min(size, r.getValue()) - Math.max(0, r.getKey())))
                .sum();
    }
}
