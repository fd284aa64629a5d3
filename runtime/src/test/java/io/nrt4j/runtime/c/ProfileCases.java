package io.nrt4j.runtime.c;

import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_INVALID;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_INVALID_HANDLE;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_SUCCESS;

import io.nrt4j.loader.diagnostics.NrtStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Profiles and traces: accepted, and refused for null and unknown names. Source: nrt-api.md §4.9. */
final class ProfileCases {
    private final List<FunctionCase> cases = new ArrayList<>();

    private ProfileCases() {}

    static List<FunctionCase> all() {
        ProfileCases all = new ProfileCases();
        all.addProfiles();
        all.addInspect();
        all.addSystemTrace();
        return all.cases;
    }

    private void add(String function, NrtStatus status, String what, Function<NrtFixture, NrtStatus> call) {
        cases.add(FunctionCase.of(function, status, what, call));
    }

    /** A function that succeeds with a good argument and refuses null. */
    private void addPair(String function, Function<NrtFixture, NrtStatus> good, Function<NrtFixture, NrtStatus> bad) {
        add(function, NRT_SUCCESS, "", good);
        add(function, NRT_INVALID, "null", bad);
    }

    private void addProfiles() {
        String start = "nrt_profile_start";
        addPair(start, f -> f.nrt.nrt_profile_start(f.load(), "p.ntff"), f -> f.nrt.nrt_profile_start(f.load(), null));
        add(start, NRT_INVALID_HANDLE, "unloaded", f -> f.nrt.nrt_profile_start(ModelCases.unloaded(f), "p.ntff"));
        addPair("nrt_profile_stop", f -> f.nrt.nrt_profile_stop("p.ntff"), f -> f.nrt.nrt_profile_stop(null));
        addPair(
                "nrt_profile_continuous_options_allocate",
                f -> f.nrt.nrt_profile_continuous_options_allocate(new Out<>()),
                f -> f.nrt.nrt_profile_continuous_options_allocate(null));
        addPair(
                "nrt_profile_continuous_options_free",
                f -> f.nrt.nrt_profile_continuous_options_free(new NrtContinuousProfile()),
                f -> f.nrt.nrt_profile_continuous_options_free(null));
        addPair(
                "nrt_profile_continuous_options_set_output_dir",
                f -> f.nrt.nrt_profile_continuous_options_set_output_dir(new NrtContinuousProfile(), "out"),
                f -> f.nrt.nrt_profile_continuous_options_set_output_dir(new NrtContinuousProfile(), null));
        addPair(
                "nrt_profile_continuous_start",
                f -> f.nrt.nrt_profile_continuous_start(new NrtContinuousProfile()),
                f -> f.nrt.nrt_profile_continuous_start(null));
        addPair(
                "nrt_profile_continuous_save",
                f -> f.nrt.nrt_profile_continuous_save(new NrtContinuousProfile()),
                f -> f.nrt.nrt_profile_continuous_save(null));
        add("nrt_profile_continuous_stop", NRT_SUCCESS, "", f -> f.nrt.nrt_profile_continuous_stop());
        addPair("nrt_trace_start", f -> f.nrt.nrt_trace_start(true, 0), f -> f.nrt.nrt_trace_start(true, 4));
        addPair("nrt_trace_stop", f -> f.nrt.nrt_trace_stop("t.ntff"), f -> f.nrt.nrt_trace_stop(null));
    }

    private void addInspect() {
        add("nrt_inspect_begin", NRT_SUCCESS, "", f -> f.nrt.nrt_inspect_begin());
        add("nrt_inspect_stop", NRT_SUCCESS, "", f -> f.nrt.nrt_inspect_stop());
        addPair(
                "nrt_inspect_begin_with_options",
                f -> f.nrt.nrt_inspect_begin_with_options(new NrtInspectConfig()),
                f -> f.nrt.nrt_inspect_begin_with_options(null));
        addPair(
                "nrt_inspect_config_allocate",
                f -> f.nrt.nrt_inspect_config_allocate(new Out<>()),
                f -> f.nrt.nrt_inspect_config_allocate(null));
        addPair(
                "nrt_inspect_config_free",
                f -> f.nrt.nrt_inspect_config_free(new NrtInspectConfig()),
                f -> f.nrt.nrt_inspect_config_free(null));
        addPair(
                "nrt_inspect_config_set_defaults",
                f -> f.nrt.nrt_inspect_config_set_defaults(new NrtInspectConfig()),
                f -> f.nrt.nrt_inspect_config_set_defaults(null));
        addPair(
                "nrt_inspect_config_set_session_id",
                f -> f.nrt.nrt_inspect_config_set_session_id(new NrtInspectConfig(), 2),
                f -> f.nrt.nrt_inspect_config_set_session_id(null, 2));
        addPair(
                "nrt_inspect_config_set_output_dir",
                f -> f.nrt.nrt_inspect_config_set_output_dir(new NrtInspectConfig(), "out"),
                f -> f.nrt.nrt_inspect_config_set_output_dir(new NrtInspectConfig(), null));
        String activity = "nrt_inspect_config_set_activity";
        NrtInspectConfig.ACTIVITIES.forEach(name -> add(
                activity,
                NRT_SUCCESS,
                name,
                f -> f.nrt.nrt_inspect_config_set_activity(new NrtInspectConfig(), name, true)));
        add(
                activity,
                NRT_INVALID,
                "unknown name",
                f -> f.nrt.nrt_inspect_config_set_activity(new NrtInspectConfig(), "everything", true));
        addPair(
                "nrt_inspect_config_get_enabled_activity_types",
                f -> f.nrt.nrt_inspect_config_get_enabled_activity_types(new NrtInspectConfig(), new Out<>()),
                f -> f.nrt.nrt_inspect_config_get_enabled_activity_types(new NrtInspectConfig(), null));
        addPair(
                "nrt_inspect_config_get_all_activity_types",
                f -> f.nrt.nrt_inspect_config_get_all_activity_types(new Out<>()),
                f -> f.nrt.nrt_inspect_config_get_all_activity_types(null));
    }

    private void addSystemTrace() {
        String config = "nrt_sys_trace_config_";
        addPair(
                config + "allocate",
                f -> f.nrt.nrt_sys_trace_config_allocate(new Out<>()),
                f -> f.nrt.nrt_sys_trace_config_allocate(null));
        addPair(
                config + "free",
                f -> f.nrt.nrt_sys_trace_config_free(new NrtSysTraceConfig()),
                f -> f.nrt.nrt_sys_trace_config_free(null));
        addPair(
                config + "set_defaults",
                f -> f.nrt.nrt_sys_trace_config_set_defaults(new NrtSysTraceConfig()),
                f -> f.nrt.nrt_sys_trace_config_set_defaults(null));
        addPair(
                config + "set_max_events_per_nc",
                f -> f.nrt.nrt_sys_trace_config_set_max_events_per_nc(new NrtSysTraceConfig(), 5),
                f -> f.nrt.nrt_sys_trace_config_set_max_events_per_nc(null, 5));
        addPair(
                config + "set_capture_enabled_for_nc",
                f -> f.nrt.nrt_sys_trace_config_set_capture_enabled_for_nc(new NrtSysTraceConfig(), 0, false),
                f -> f.nrt.nrt_sys_trace_config_set_capture_enabled_for_nc(null, 0, false));
        String type = config + "set_capture_enabled_for_event_type";
        add(
                type,
                NRT_SUCCESS,
                "",
                f -> f.nrt.nrt_sys_trace_config_set_capture_enabled_for_event_type(
                        new NrtSysTraceConfig(), "nrt_execute", false));
        add(
                type,
                NRT_INVALID,
                "unknown name",
                f -> f.nrt.nrt_sys_trace_config_set_capture_enabled_for_event_type(
                        new NrtSysTraceConfig(), "everything", false));
        addPair(
                config + "get_enabled_event_types",
                f -> f.nrt.nrt_sys_trace_config_get_enabled_event_types(new NrtSysTraceConfig(), new Out<>()),
                f -> f.nrt.nrt_sys_trace_config_get_enabled_event_types(null, new Out<>()));
        addPair(
                "nrt_sys_trace_get_event_types",
                f -> f.nrt.nrt_sys_trace_get_event_types(new Out<>()),
                f -> f.nrt.nrt_sys_trace_get_event_types(null));
        addPair(
                "nrt_sys_trace_free_event_types",
                f -> f.nrt.nrt_sys_trace_free_event_types(new Out<>()),
                f -> f.nrt.nrt_sys_trace_free_event_types(null));
        addPair(
                "nrt_sys_trace_start",
                f -> f.nrt.nrt_sys_trace_start(new NrtSysTraceConfig()),
                f -> f.nrt.nrt_sys_trace_start(null));
        add("nrt_sys_trace_stop", NRT_SUCCESS, "", f -> f.nrt.nrt_sys_trace_stop());
        addFetch();
    }

    private void addFetch() {
        String options = "nrt_sys_trace_fetch_options_";
        addPair(
                options + "allocate",
                f -> f.nrt.nrt_sys_trace_fetch_options_allocate(new Out<>()),
                f -> f.nrt.nrt_sys_trace_fetch_options_allocate(null));
        addPair(
                options + "free",
                f -> f.nrt.nrt_sys_trace_fetch_options_free(new NrtSysTraceFetchOptions()),
                f -> f.nrt.nrt_sys_trace_fetch_options_free(null));
        addPair(
                options + "set_defaults",
                f -> f.nrt.nrt_sys_trace_fetch_options_set_defaults(new NrtSysTraceFetchOptions()),
                f -> f.nrt.nrt_sys_trace_fetch_options_set_defaults(null));
        addPair(
                options + "set_nc_idx",
                f -> f.nrt.nrt_sys_trace_fetch_options_set_nc_idx(new NrtSysTraceFetchOptions(), 1),
                f -> f.nrt.nrt_sys_trace_fetch_options_set_nc_idx(null, 1));
        addPair(
                options + "set_max_events_per_nc",
                f -> f.nrt.nrt_sys_trace_fetch_options_set_max_events_per_nc(new NrtSysTraceFetchOptions(), 1),
                f -> f.nrt.nrt_sys_trace_fetch_options_set_max_events_per_nc(null, 1));
        addPair(
                "nrt_sys_trace_fetch_events",
                f -> f.nrt.nrt_sys_trace_fetch_events(new Out<>(), new Out<>(), null),
                f -> f.nrt.nrt_sys_trace_fetch_events(null, new Out<>(), null));
        addPair(
                "nrt_sys_trace_buffer_free",
                f -> f.nrt.nrt_sys_trace_buffer_free(new Out<>()),
                f -> f.nrt.nrt_sys_trace_buffer_free(null));
    }
}
