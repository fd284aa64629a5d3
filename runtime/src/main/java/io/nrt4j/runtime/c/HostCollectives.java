package io.nrt4j.runtime.c;

import io.nrt4j.hal.engine.collective.CollectiveArithmetic;
import io.nrt4j.hal.engine.numeric.ElementCodecs;
import io.nrt4j.hal.engine.numeric.Fp8Config;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.profile.RuntimeProfile;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * Collectives that hosts do without a model. Ranks are threads of this process. Source: nrt-api.md §4.7, exec.md §7.2,
 * §7.4.
 */
final class HostCollectives {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration PATIENCE_BEFORE_2_31 = Duration.ofMillis(100);
    /** Streams of a core. Source: exec.md §7.3. */
    private static final int MAX_STREAMS = 4;

    private final Duration patience;
    private final Rendezvous<byte[], List<byte[]>> meetings = new Rendezvous<>();
    private final CollectiveArithmetic arithmetic = new CollectiveArithmetic(new ElementCodecs(Fp8Config.DEFAULT));
    private final Map<Integer, Integer> streams = new ConcurrentHashMap<>();

    /** Where ranks meet: what they do, in which group. */
    private record Place(String what, List<Integer> group) {}

    HostCollectives(RuntimeProfile profile) {
        this.patience = profile.version().isBefore(2, 31) ? PATIENCE_BEFORE_2_31 : PATIENCE;
    }

    /**
     * Gives bytes to all ranks and gets theirs.
     *
     * @param what ranks that do different things do not meet
     * @param group ranks in the order that decides positions
     * @return by position in the group
     */
    List<byte[]> exchange(String what, List<Integer> group, int rank, byte[] part) {
        return meetings.meet(
                        new Place(what, group),
                        new TreeSet<>(group),
                        rank,
                        part,
                        patience,
                        parts -> group.stream().map(parts::get).toList())
                .orElseThrow(() -> new CallFailedException(NrtStatus.NRT_TIMEOUT));
    }

    /** The exchange of ranks 0 to {@code count - 1}. */
    List<byte[]> exchange(String what, int count, int rank, byte[] part) {
        return exchange(what, IntStream.range(0, count).boxed().toList(), rank, part);
    }

    CollectiveArithmetic arithmetic() {
        return arithmetic;
    }

    /** A stream of a core; NRT_RESOURCE after the last one. */
    int newStream(int vnc) {
        int stream = streams.merge(vnc, 1, Integer::sum) - 1;
        if (stream >= MAX_STREAMS) {
            streams.merge(vnc, -1, Integer::sum);
            throw new CallFailedException(NrtStatus.NRT_RESOURCE);
        }
        return stream;
    }
}
