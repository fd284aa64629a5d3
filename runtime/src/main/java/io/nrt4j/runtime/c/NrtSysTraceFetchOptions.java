package io.nrt4j.runtime.c;

import java.util.OptionalInt;
import java.util.OptionalLong;

/** {@code nrt_sys_trace_fetch_options_t}: which events are fetched. Source: nrt-api.md §4.9. */
public final class NrtSysTraceFetchOptions {
    private OptionalInt core = OptionalInt.empty();
    private OptionalLong maxEvents = OptionalLong.empty();

    NrtSysTraceFetchOptions() {}

    /** The core whose events are fetched; empty for all. */
    public synchronized OptionalInt core() {
        return core;
    }

    /** How many events of each core are fetched; empty for all. */
    public synchronized OptionalLong maxEventsPerCore() {
        return maxEvents;
    }

    synchronized void setDefaults() {
        core = OptionalInt.empty();
        maxEvents = OptionalLong.empty();
    }

    synchronized void setCore(int index) {
        core = OptionalInt.of(index);
    }

    synchronized void setMaxEvents(long events) {
        maxEvents = OptionalLong.of(events);
    }
}
