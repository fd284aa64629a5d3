package io.nrt4j.runtime.c;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** {@code nrt_sys_trace_config_t}: which events a system trace keeps. Source: nrt-api.md §4.9, §6 L. */
public final class NrtSysTraceConfig {
    /** The emulator's own; the library's names are not known. */
    static final List<String> EVENT_TYPES =
            List.of("nrt_load", "nrt_unload", "nrt_execute", "nrt_tensor_read", "nrt_tensor_write", "nrt_tensor_copy");

    /** The JSON of a trace without events. */
    static final String NO_EVENTS = "[]";

    private static final long DEFAULT_EVENTS = 1_000_000;

    private long maxEvents = DEFAULT_EVENTS;
    private final Set<Integer> excludedCores = new TreeSet<>();
    private final Set<String> eventTypes = new TreeSet<>(EVENT_TYPES);

    NrtSysTraceConfig() {}

    /** Events that are kept for each core. */
    public synchronized long maxEventsPerCore() {
        return maxEvents;
    }

    /** The types that are kept. */
    public synchronized Set<String> eventTypes() {
        return Set.copyOf(eventTypes);
    }

    /** Whether events of a core are kept. */
    public synchronized boolean captures(int core) {
        return !excludedCores.contains(core);
    }

    synchronized void setDefaults() {
        maxEvents = DEFAULT_EVENTS;
        excludedCores.clear();
        eventTypes.addAll(EVENT_TYPES);
    }

    synchronized void setMaxEvents(long events) {
        maxEvents = events;
    }

    synchronized void capture(int core, boolean on) {
        if (on) {
            excludedCores.remove(core);
        } else {
            excludedCores.add(core);
        }
    }

    /** NRT_INVALID for null and unknown names. */
    synchronized void capture(@Nullable String type, boolean on) {
        String name = Library.require(type);
        if (!EVENT_TYPES.contains(name)) {
            throw ApiCall.misuse();
        }
        if (on) {
            eventTypes.add(name);
        } else {
            eventTypes.remove(name);
        }
    }
}
