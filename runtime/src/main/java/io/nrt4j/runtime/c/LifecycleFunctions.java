package io.nrt4j.runtime.c;

import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_FAILURE;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_INVALID;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_TIMEOUT;

import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.runtime.c.CFunction.Gate;
import org.jspecify.annotations.Nullable;

/** Start and end of the runtime, versions, instance and counts. Source: nrt-api.md §3, §4.1, §4.6. */
@SuppressWarnings("MemberName") // the names of the C API
public sealed interface LifecycleFunctions permits LibNrt {
    /** For this package only. */
    Library library();

    /** Brings the runtime up, if machine and environment allow it; does nothing if it is up. */
    @CFunction(
            gate = Gate.NONE,
            statuses = {NRT_INVALID, NRT_FAILURE, NRT_TIMEOUT},
            section = "3.1")
    default NrtStatus nrt_init(FrameworkType framework, String fwVersion, String falVersion) {
        return LifecycleCalls.init(library());
    }

    /** Unloads every model, frees every tensor, gives the cores back; waits for calls that are inside. */
    @CFunction(gate = Gate.NONE, section = "3.2")
    default void nrt_close() {
        library().guard().close();
    }

    /**
     * Stores the version of the emulated runtime.
     *
     * @param size bytes of the caller's struct: fewer than 160 are refused, and only more than 200 get the git hash
     */
    @CFunction(
            gate = Gate.NONE,
            statuses = {NRT_FAILURE, NRT_INVALID},
            section = "4.1")
    default NrtStatus nrt_get_version(@Nullable Out<NrtVersion> version, long size) {
        return LifecycleCalls.version(library(), version, size);
    }

    /** Names a status; {@code UNKNOWN} for a number that the header does not define. */
    @CFunction(gate = Gate.NONE, section = "1.1")
    default String nrt_get_status_as_str(int status) {
        return NrtStatus.fromCode(status).map(NrtStatus::name).orElse("UNKNOWN");
    }

    /**
     * Stores family, size, architecture and revision of the instance.
     *
     * @param length bytes of the caller's struct; a warning if it is longer than the library's
     */
    @CFunction(gate = Gate.NONE, statuses = NRT_INVALID, section = "4.1")
    default NrtStatus nrt_get_instance_info(@Nullable Out<NrtInstanceInfo> info, long length) {
        return LifecycleCalls.instanceInfo(library(), info, length);
    }

    /** Counts the logical cores of the instance. */
    @CFunction(gate = Gate.NONE, statuses = NRT_INVALID, section = "4.1")
    default NrtStatus nrt_get_total_nc_count(@Nullable Out<Integer> count) {
        return Library.stored(count, LifecycleCalls.totalCores(library()));
    }

    /** The same function as {@code nrt_get_total_nc_count}. */
    @CFunction(gate = Gate.NONE, statuses = NRT_INVALID, section = "4.1")
    default NrtStatus nrt_get_total_vnc_count(@Nullable Out<Integer> count) {
        return nrt_get_total_nc_count(count);
    }

    /** Counts the logical cores of the runtime; before its start those that the environment asks for, not judged. */
    @CFunction(gate = Gate.NONE, statuses = NRT_INVALID, section = "4.1")
    default NrtStatus nrt_get_visible_nc_count(@Nullable Out<Integer> count) {
        return Library.stored(count, LifecycleCalls.visibleCores(library()));
    }

    /** The same function as {@code nrt_get_visible_nc_count}. */
    @CFunction(gate = Gate.NONE, statuses = NRT_INVALID, section = "4.1")
    default NrtStatus nrt_get_visible_vnc_count(@Nullable Out<Integer> count) {
        return nrt_get_visible_nc_count(count);
    }

    /** Replaces the firmware of the POOL engine; only before {@code nrt_init}, and without effect on emulated engines. */
    @CFunction(
            gate = Gate.START,
            statuses = {NRT_FAILURE, NRT_INVALID},
            section = "4.6")
    default NrtStatus nrt_set_pool_eng_ucode(@Nullable NrtUcodeInfo info) {
        return LifecycleCalls.setPoolUcode(library(), info);
    }
}
