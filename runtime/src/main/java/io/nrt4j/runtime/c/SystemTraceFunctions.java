package io.nrt4j.runtime.c;

import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_INVALID;

import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.runtime.c.CFunction.Gate;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * System traces. Accepted, but without events. Source: nrt-api.md §4.9.
 *
 * <p>The names behind {@code config_} and {@code fetch_options_} are those of the public header as far as they are
 * known.
 */
@SuppressWarnings("MemberName") // the names of the C API
public sealed interface SystemTraceFunctions permits LibNrt {
    /** For this package only. */
    Library library();

    /** Makes options with their defaults: a million events of each core, all types. */
    @CFunction(gate = Gate.NONE, statuses = NRT_INVALID, section = "4.9")
    default NrtStatus nrt_sys_trace_config_allocate(@Nullable Out<NrtSysTraceConfig> config) {
        return Library.stored(config, new NrtSysTraceConfig());
    }

    /** Frees such options. */
    @CFunction(gate = Gate.NONE, statuses = NRT_INVALID, section = "4.9")
    default NrtStatus nrt_sys_trace_config_free(@Nullable NrtSysTraceConfig config) {
        return Library.ungated(() -> Library.require(config));
    }

    /** Sets all options to their defaults. */
    @CFunction(gate = Gate.NONE, statuses = NRT_INVALID, section = "4.9")
    default NrtStatus nrt_sys_trace_config_set_defaults(@Nullable NrtSysTraceConfig config) {
        return Library.ungated(() -> Library.require(config).setDefaults());
    }

    /** Sets how many events of each core are kept. */
    @CFunction(gate = Gate.NONE, statuses = NRT_INVALID, section = "4.9")
    default NrtStatus nrt_sys_trace_config_set_max_events_per_nc(@Nullable NrtSysTraceConfig config, long events) {
        return Library.ungated(() -> Library.require(config).setMaxEvents(events));
    }

    /** Switches the events of a core on or off. */
    @CFunction(gate = Gate.NONE, statuses = NRT_INVALID, section = "4.9")
    default NrtStatus nrt_sys_trace_config_set_capture_enabled_for_nc(
            @Nullable NrtSysTraceConfig config, int core, boolean on) {
        return Library.ungated(() -> Library.require(config).capture(core, on));
    }

    /** Switches a type of events on or off; NRT_INVALID for a name that is none. */
    @CFunction(gate = Gate.NONE, statuses = NRT_INVALID, section = "4.9")
    default NrtStatus nrt_sys_trace_config_set_capture_enabled_for_event_type(
            @Nullable NrtSysTraceConfig config, @Nullable String type, boolean on) {
        return Library.ungated(() -> Library.require(config).capture(type, on));
    }

    /** Stores the types of events that are kept. */
    @CFunction(gate = Gate.NONE, statuses = NRT_INVALID, section = "4.9")
    default NrtStatus nrt_sys_trace_config_get_enabled_event_types(
            @Nullable NrtSysTraceConfig config, @Nullable Out<Set<String>> types) {
        return Library.ungated(
                () -> Library.require(types).set(Library.require(config).eventTypes()));
    }

    /** Stores all types of events. */
    @CFunction(gate = Gate.NONE, statuses = NRT_INVALID, section = "4.9")
    default NrtStatus nrt_sys_trace_get_event_types(@Nullable Out<List<String>> types) {
        return Library.stored(types, NrtSysTraceConfig.EVENT_TYPES);
    }

    /** Frees a list of types and sets the caller's handle to null. */
    @CFunction(gate = Gate.NONE, statuses = NRT_INVALID, section = "4.9")
    default NrtStatus nrt_sys_trace_free_event_types(@Nullable Out<List<String>> types) {
        return Library.ungated(() -> Library.require(types).clear());
    }

    /** Would begin a trace. */
    @CFunction(statuses = NRT_INVALID, section = "4.9")
    default NrtStatus nrt_sys_trace_start(@Nullable NrtSysTraceConfig config) {
        return library().done("nrt_sys_trace_start", call -> Library.require(config));
    }

    /** Would end the trace. */
    @CFunction(section = "4.9")
    default NrtStatus nrt_sys_trace_stop() {
        return library().done("nrt_sys_trace_stop", call -> {});
    }

    /** Makes options that fetch everything. */
    @CFunction(gate = Gate.NONE, statuses = NRT_INVALID, section = "4.9")
    default NrtStatus nrt_sys_trace_fetch_options_allocate(@Nullable Out<NrtSysTraceFetchOptions> options) {
        return Library.stored(options, new NrtSysTraceFetchOptions());
    }

    /** Frees such options. */
    @CFunction(gate = Gate.NONE, statuses = NRT_INVALID, section = "4.9")
    default NrtStatus nrt_sys_trace_fetch_options_free(@Nullable NrtSysTraceFetchOptions options) {
        return Library.ungated(() -> Library.require(options));
    }

    /** Sets the options to fetch everything. */
    @CFunction(gate = Gate.NONE, statuses = NRT_INVALID, section = "4.9")
    default NrtStatus nrt_sys_trace_fetch_options_set_defaults(@Nullable NrtSysTraceFetchOptions options) {
        return Library.ungated(() -> Library.require(options).setDefaults());
    }

    /** Fetches the events of one core only. */
    @CFunction(gate = Gate.NONE, statuses = NRT_INVALID, section = "4.9")
    default NrtStatus nrt_sys_trace_fetch_options_set_nc_idx(@Nullable NrtSysTraceFetchOptions options, int core) {
        return Library.ungated(() -> Library.require(options).setCore(core));
    }

    /** Fetches so many events of each core at most. */
    @CFunction(gate = Gate.NONE, statuses = NRT_INVALID, section = "4.9")
    default NrtStatus nrt_sys_trace_fetch_options_set_max_events_per_nc(
            @Nullable NrtSysTraceFetchOptions options, long events) {
        return Library.ungated(() -> Library.require(options).setMaxEvents(events));
    }

    /**
     * Stores the events as a JSON array, which is empty.
     *
     * @param options null for everything
     */
    @CFunction(statuses = NRT_INVALID, section = "4.9")
    default NrtStatus nrt_sys_trace_fetch_events(
            @Nullable Out<String> events, @Nullable Out<Long> size, @Nullable NrtSysTraceFetchOptions options) {
        return library().done("nrt_sys_trace_fetch_events", call -> {
            Out<String> out = Library.require(events);
            Library.require(size).set((long) NrtSysTraceConfig.NO_EVENTS.length());
            out.set(NrtSysTraceConfig.NO_EVENTS);
        });
    }

    /** Frees fetched events and sets the caller's handle to null. */
    @CFunction(gate = Gate.NONE, statuses = NRT_INVALID, section = "4.9")
    default NrtStatus nrt_sys_trace_buffer_free(@Nullable Out<String> events) {
        return Library.ungated(() -> Library.require(events).clear());
    }
}
