package io.nrt4j.runtime.c;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;

/**
 * The models of each rank that are loaded. The k-th model of a rank belongs together with the k-th ones of the others.
 *
 * <p>Ranks of one job load one after the other: each must know what the ones before it hold. Source: exec.md §7.3.
 */
final class RankRegistry {
    /** The models of one job by rank, in the order of their loads; its lock is held during a load. */
    private static final class Job {
        final Map<Integer, List<NrtModel>> models = new HashMap<>();
    }

    private final ConcurrentMap<Integer, Job> jobs = new ConcurrentHashMap<>();

    /**
     * Loads a model.
     *
     * @param body is told the numbers of collective operations of the peers that have loaded their part
     */
    NrtModel load(RankSeat seat, Function<Map<Integer, Integer>, NrtModel> body) {
        if (seat.ranks() == 1) {
            return body.apply(Map.of());
        }
        Job job = jobs.computeIfAbsent(seat.ranks(), ranks -> new Job());
        synchronized (job) {
            NrtModel model = body.apply(peers(job, seat.rank()));
            job.models.computeIfAbsent(seat.rank(), rank -> new ArrayList<>()).add(model);
            return model;
        }
    }

    /** Forgets a model that is being unloaded. */
    void unload(NrtModel model) {
        Job job = jobs.get(model.seat().ranks());
        if (job != null) {
            synchronized (job) {
                job.models.values().forEach(models -> models.remove(model));
            }
        }
    }

    private static Map<Integer, Integer> peers(Job job, int rank) {
        int position = job.models.getOrDefault(rank, List.of()).size();
        Map<Integer, Integer> operations = new HashMap<>();
        job.models.forEach((peer, models) -> {
            if (peer != rank && position < models.size()) {
                operations.put(
                        peer,
                        models.get(position)
                                .loaded()
                                .images()
                                .collectiveOperations()
                                .size());
            }
        });
        return operations;
    }
}
