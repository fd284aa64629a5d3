package io.nrt4j.runtime.c;

import io.nrt4j.hal.InstanceType;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.runtime.config.RuntimeConfiguration;
import io.nrt4j.runtime.config.VisibleCores;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What stands behind {@link LifecycleFunctions}. Source: nrt-api.md §3, §4.1. */
final class LifecycleCalls {
    private static final LogMessage INIT_IN =
            LogMessage.debug("NRT", "nrt_init", "API:IN: (cc_root_comm_id=%s, num_cores=%u, reset_cores=%u)");
    private static final LogMessage INIT_OUT = LogMessage.debug("NRT", "nrt_init", "API:OUT: (ret=%u)");
    private static final LogMessage VERSION_TOO_SMALL = LogMessage.error("NRT", "nrt_get_version", "Size is < %ld");
    private static final LogMessage INFO_TOO_LONG = LogMessage.warn(
            "NRT", "nrt_get_instance_info", "Not all fields will be returned, info size is: %lu, copy size is: %lu");
    /** The runtime's own text is not known. */
    private static final LogMessage UCODE_TOO_LATE = LogMessage.error(
            "NRT", "nrt_set_pool_eng_ucode", "POOL engine ucode can only be set before nrt_init, runtime state: %s");

    private LifecycleCalls() {}

    static NrtStatus init(Library library) {
        RuntimeConfiguration configuration = library.configuration();
        library.configureLog(configuration);
        return library.logged("nrt_init", library.nlog(), nlog -> init(library, configuration, nlog));
    }

    private static NrtStatus init(Library library, RuntimeConfiguration configuration, Nlog nlog) {
        nlog.log(
                INIT_IN,
                configuration.rootCommunicator().orElse(""),
                configuration.coreCount(),
                configuration.resetCores());
        NrtStatus status;
        try {
            status = library.guard().start("nrt_init", nlog, () -> {
                Session started = new RuntimeStart(library.driver(), configuration, library.profile(), nlog).run();
                library.infoDump().started(started.cores(), configuration, nlog);
                return started;
            });
        } catch (CallFailedException e) {
            status = e.status();
            library.dump(status, "nrt_init", 0, List.of(), nlog);
        }
        nlog.log(INIT_OUT, status.code());
        return status;
    }

    static NrtStatus version(Library library, @Nullable Out<NrtVersion> version, long size) {
        if (size < NrtVersion.SMALLEST_BYTES) {
            library.nlog().log(VERSION_TOO_SMALL, NrtVersion.SMALLEST_BYTES);
            return NrtStatus.NRT_FAILURE;
        }
        RuntimeIdentity identity = RuntimeIdentity.of(library.profile());
        String hash = size > NrtVersion.HASH_FITS_ABOVE ? identity.gitHash() : "";
        return Library.stored(
                version,
                new NrtVersion(
                        library.profile().version().major(),
                        library.profile().version().minor(),
                        library.profile().version().patch(),
                        library.profile().version().build(),
                        "libnrt version " + identity.version(),
                        hash));
    }

    static NrtStatus instanceInfo(Library library, @Nullable Out<NrtInstanceInfo> info, long length) {
        if (length > NrtInstanceInfo.BYTES) {
            library.nlog().log(INFO_TOO_LONG, NrtInstanceInfo.BYTES, length);
        }
        InstanceType type = library.driver().instance();
        return Library.stored(
                info,
                new NrtInstanceInfo(
                        type.family(), type.size().code(), type.chip().instanceLabel(), ""));
    }

    static int totalCores(Library library) {
        InstanceType instance = library.driver().instance();
        int size = CoreAllocation.logicalCoreSize(instance, library.configuration());
        return size <= 0 ? 0 : instance.cores() / size;
    }

    static int visibleCores(Library library) {
        return library.guard().peek(session -> session.cores().count()).orElseGet(() -> coresAskedFor(library));
    }

    /** Before nrt_init nothing is judged, so holes in the list count for nothing. */
    private static int coresAskedFor(Library library) {
        RuntimeConfiguration configuration = library.configuration();
        Optional<Integer> listed = configuration
                .visibleCores()
                .flatMap(VisibleCores::parse)
                .map(v -> v.cores().size());
        return listed.orElseGet(
                () -> configuration.coreCount() == 0 ? totalCores(library) : (int) configuration.coreCount());
    }

    /** The emulated POOL engine has no firmware of its own, so images are taken and have no effect. */
    static NrtStatus setPoolUcode(Library library, @Nullable NrtUcodeInfo info) {
        RuntimeState state = library.guard().state();
        if (state != RuntimeState.START) {
            library.nlog().log(UCODE_TOO_LATE, state.text());
            return NrtStatus.NRT_FAILURE;
        }
        return Library.ungated(() -> Library.require(info));
    }
}
