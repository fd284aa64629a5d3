package io.nrt4j.runtime.c;

import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_INVALID;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_INVALID_HANDLE;

import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.runtime.c.CFunction.Gate;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Profiles of models and of the process. All of it is accepted, and nothing is written. Source: nrt-api.md §4.9.
 *
 * <p>The names behind {@code nrt_inspect_config_} are those of the public header as far as they are known.
 */
@SuppressWarnings("MemberName") // the names of the C API
public sealed interface ProfileFunctions permits LibNrt {
    /** For this package only. */
    Library library();

    /** Would begin to record the executions of a model. */
    @CFunction(
            statuses = {NRT_INVALID, NRT_INVALID_HANDLE},
            section = "4.9")
    default NrtStatus nrt_profile_start(@Nullable NrtModel model, @Nullable String file) {
        return library().done("nrt_profile_start", call -> {
            ModelCalls.require(call, model);
            Library.require(file);
        });
    }

    /** Would end the recording of a model and write the file. */
    @CFunction(statuses = NRT_INVALID, section = "4.9")
    default NrtStatus nrt_profile_stop(@Nullable String file) {
        return library().done("nrt_profile_stop", call -> Library.require(file));
    }

    /** Makes options for a continuous recording. */
    @CFunction(gate = Gate.NONE, statuses = NRT_INVALID, section = "4.9")
    default NrtStatus nrt_profile_continuous_options_allocate(@Nullable Out<NrtContinuousProfile> options) {
        return Library.stored(options, new NrtContinuousProfile());
    }

    /** Frees such options. */
    @CFunction(gate = Gate.NONE, statuses = NRT_INVALID, section = "4.9")
    default NrtStatus nrt_profile_continuous_options_free(@Nullable NrtContinuousProfile options) {
        return Library.ungated(() -> Library.require(options));
    }

    /** Sets where a continuous recording would go. */
    @CFunction(gate = Gate.NONE, statuses = NRT_INVALID, section = "4.9")
    default NrtStatus nrt_profile_continuous_options_set_output_dir(
            @Nullable NrtContinuousProfile options, @Nullable String directory) {
        return Library.ungated(() -> Library.require(options).setOutputDirectory(directory));
    }

    /** Would begin a continuous recording. */
    @CFunction(statuses = NRT_INVALID, section = "4.9")
    default NrtStatus nrt_profile_continuous_start(@Nullable NrtContinuousProfile options) {
        return library().done("nrt_profile_continuous_start", call -> Library.require(options));
    }

    /** Would write what a continuous recording has. */
    @CFunction(statuses = NRT_INVALID, section = "4.9")
    default NrtStatus nrt_profile_continuous_save(@Nullable NrtContinuousProfile options) {
        return library().done("nrt_profile_continuous_save", call -> Library.require(options));
    }

    /** Would end a continuous recording. */
    @CFunction(section = "4.9")
    default NrtStatus nrt_profile_continuous_stop() {
        return library().done("nrt_profile_continuous_stop", call -> {});
    }

    /** Would begin to record the process. */
    @CFunction(section = "4.9")
    default NrtStatus nrt_inspect_begin() {
        return library().done("nrt_inspect_begin", call -> {});
    }

    /** Would begin to record what the options say. */
    @CFunction(statuses = NRT_INVALID, section = "4.9")
    default NrtStatus nrt_inspect_begin_with_options(@Nullable NrtInspectConfig config) {
        return library().done("nrt_inspect_begin_with_options", call -> Library.require(config));
    }

    /** Would end the recording of the process. */
    @CFunction(section = "4.9")
    default NrtStatus nrt_inspect_stop() {
        return library().done("nrt_inspect_stop", call -> {});
    }

    /** Makes options with their defaults: session 1, {@code ./output}, {@code system_profile}. */
    @CFunction(gate = Gate.NONE, statuses = NRT_INVALID, section = "4.9")
    default NrtStatus nrt_inspect_config_allocate(@Nullable Out<NrtInspectConfig> config) {
        return Library.stored(config, new NrtInspectConfig());
    }

    /** Frees such options. */
    @CFunction(gate = Gate.NONE, statuses = NRT_INVALID, section = "4.9")
    default NrtStatus nrt_inspect_config_free(@Nullable NrtInspectConfig config) {
        return Library.ungated(() -> Library.require(config));
    }

    /** Sets all options to their defaults. */
    @CFunction(gate = Gate.NONE, statuses = NRT_INVALID, section = "4.9")
    default NrtStatus nrt_inspect_config_set_defaults(@Nullable NrtInspectConfig config) {
        return Library.ungated(() -> Library.require(config).setDefaults());
    }

    /** Sets the number of the recording. */
    @CFunction(gate = Gate.NONE, statuses = NRT_INVALID, section = "4.9")
    default NrtStatus nrt_inspect_config_set_session_id(@Nullable NrtInspectConfig config, int id) {
        return Library.ungated(() -> Library.require(config).setSessionId(id));
    }

    /** Sets where recordings would go. */
    @CFunction(gate = Gate.NONE, statuses = NRT_INVALID, section = "4.9")
    default NrtStatus nrt_inspect_config_set_output_dir(@Nullable NrtInspectConfig config, @Nullable String directory) {
        return Library.ungated(() -> Library.require(config).setOutputDirectory(directory));
    }

    /** Switches something that can be recorded on or off; NRT_INVALID for a name that is none. */
    @CFunction(gate = Gate.NONE, statuses = NRT_INVALID, section = "4.9")
    default NrtStatus nrt_inspect_config_set_activity(
            @Nullable NrtInspectConfig config, @Nullable String activity, boolean on) {
        return Library.ungated(() -> Library.require(config).setActivity(activity, on));
    }

    /** Stores what is recorded. */
    @CFunction(gate = Gate.NONE, statuses = NRT_INVALID, section = "4.9")
    default NrtStatus nrt_inspect_config_get_enabled_activity_types(
            @Nullable NrtInspectConfig config, @Nullable Out<Set<String>> activities) {
        return Library.ungated(
                () -> Library.require(activities).set(Library.require(config).activities()));
    }

    /** Stores what can be recorded. */
    @CFunction(gate = Gate.NONE, statuses = NRT_INVALID, section = "4.9")
    default NrtStatus nrt_inspect_config_get_all_activity_types(@Nullable Out<List<String>> activities) {
        return Library.stored(activities, NrtInspectConfig.ACTIVITIES);
    }

    /** Would begin a trace of a logical core. */
    @CFunction(statuses = NRT_INVALID, section = "4.9")
    default NrtStatus nrt_trace_start(boolean memory, int vnc) {
        return library().done("nrt_trace_start", call -> call.requireCore(vnc));
    }

    /** Would end the trace and write the file. */
    @CFunction(statuses = NRT_INVALID, section = "4.9")
    default NrtStatus nrt_trace_stop(@Nullable String file) {
        return library().done("nrt_trace_stop", call -> Library.require(file));
    }
}
