package io.nrt4j.runtime.c;

import io.nrt4j.loader.profile.RuntimeProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The queues of all logical cores, numbered core by core and type by type. Source: nrt-api.md §4.8. */
final class XuQueues {
    private final RuntimeProfile profile;
    private final List<XuQueue> queues = new ArrayList<>();

    /** @param computeDepth requests that a compute queue holds */
    XuQueues(int cores, int computeDepth, RuntimeProfile profile) {
        this.profile = profile;
        for (int core = 0; core < cores; core++) {
            for (XuType type : XuType.values()) {
                for (int queue = 0; queue < type.queues(); queue++) {
                    queues.add(new XuQueue(queues.size(), type == XuType.COMPUTE ? computeDepth : Integer.MAX_VALUE));
                }
            }
        }
    }

    /** The queue of a core's requests to execute. */
    XuQueue compute(int core) {
        return queues.get(core * XuType.allQueues() + XuType.COMPUTE.firstQueue());
    }

    /** A queue of a core; empty for one that this version does not have. */
    Optional<XuQueue> find(int core, XuType type, int queue) {
        boolean exists = core >= 0
                && core < queues.size() / XuType.allQueues()
                && queue >= 0
                && queue < type.queues()
                && type.code(profile).isPresent();
        return exists
                ? Optional.of(queues.get(core * XuType.allQueues() + type.firstQueue() + queue))
                : Optional.empty();
    }

    /** The queue of a request; empty for a number that no request has. */
    Optional<XuQueue> find(Sequence sequence) {
        return sequence.queue() < queues.size() && queues.get(sequence.queue()).knows(sequence.counter())
                ? Optional.of(queues.get(sequence.queue()))
                : Optional.empty();
    }

    void forEach(Consumer<XuQueue> body) {
        queues.forEach(body);
    }
}
