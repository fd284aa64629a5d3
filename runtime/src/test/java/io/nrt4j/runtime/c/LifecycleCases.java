package io.nrt4j.runtime.c;

import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_FAILURE;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_INVALID;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_SUCCESS;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_TIMEOUT;

import io.netty.buffer.Unpooled;
import io.nrt4j.hal.InstanceType;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.runtime.config.MachineFault;
import io.nrt4j.runtime.config.SimulatedDriver;
import java.util.List;
import java.util.Set;

/** Start, versions and counts. Source: nrt-api.md §3.1, §4.1, §4.6; the refusals of nrt_init one by one: RuntimeStartTest. */
final class LifecycleCases {
    private static final SimulatedDriver MACHINE = SimulatedDriver.of(InstanceType.TRN2_3XLARGE);

    private LifecycleCases() {}

    static List<FunctionCase> all() {
        return List.of(
                FunctionCase.of("nrt_init", NRT_SUCCESS, "first", NrtFixture::init)
                        .unstarted(),
                FunctionCase.of("nrt_init", NRT_SUCCESS, "again", NrtFixture::init),
                FunctionCase.of("nrt_init", NRT_INVALID, "no device", NrtFixture::init)
                        .on(MACHINE.withoutDevices())
                        .unstarted(),
                FunctionCase.of("nrt_init", NRT_INVALID, "bad variable", NrtFixture::init)
                        .with("NEURON_RT_NUM_CORES", "x")
                        .unstarted(),
                FunctionCase.of("nrt_init", NRT_FAILURE, "cores taken", NrtFixture::init)
                        .on(MACHINE.withCoresInUse(Set.of(0, 1, 2, 3, 4, 5, 6, 7), 2))
                        .unstarted(),
                FunctionCase.of("nrt_init", NRT_TIMEOUT, "timestamps hang", NrtFixture::init)
                        .on(MACHINE.withFault(MachineFault.TIMESTAMPS_HANG, 0))
                        .unstarted(),
                FunctionCase.of("nrt_close", NRT_SUCCESS, "before the start", LifecycleCases::close)
                        .unstarted(),
                FunctionCase.of("nrt_close", NRT_SUCCESS, "once", LifecycleCases::close),
                FunctionCase.of("nrt_get_version", NRT_FAILURE, "159 bytes", f -> version(f, 159)),
                FunctionCase.of("nrt_get_version", NRT_SUCCESS, "160 bytes", f -> version(f, 160)),
                FunctionCase.of("nrt_get_version", NRT_INVALID, "null", f -> f.nrt.nrt_get_version(null, 224)),
                FunctionCase.of("nrt_get_status_as_str", NRT_SUCCESS, "known", f -> named(f, 101)),
                FunctionCase.of(
                        "nrt_get_instance_info", NRT_SUCCESS, "", f -> f.nrt.nrt_get_instance_info(new Out<>(), 32)),
                FunctionCase.of(
                        "nrt_get_instance_info", NRT_INVALID, "null", f -> f.nrt.nrt_get_instance_info(null, 32)),
                FunctionCase.of(
                        "nrt_get_total_nc_count", NRT_SUCCESS, "", f -> f.nrt.nrt_get_total_nc_count(new Out<>())),
                FunctionCase.of("nrt_get_total_nc_count", NRT_INVALID, "null", f -> f.nrt.nrt_get_total_nc_count(null)),
                FunctionCase.of(
                        "nrt_get_total_vnc_count", NRT_SUCCESS, "", f -> f.nrt.nrt_get_total_vnc_count(new Out<>())),
                FunctionCase.of(
                        "nrt_get_total_vnc_count", NRT_INVALID, "null", f -> f.nrt.nrt_get_total_vnc_count(null)),
                FunctionCase.of(
                        "nrt_get_visible_nc_count", NRT_SUCCESS, "", f -> f.nrt.nrt_get_visible_nc_count(new Out<>())),
                FunctionCase.of(
                        "nrt_get_visible_nc_count", NRT_INVALID, "null", f -> f.nrt.nrt_get_visible_nc_count(null)),
                FunctionCase.of(
                        "nrt_get_visible_vnc_count",
                        NRT_SUCCESS,
                        "",
                        f -> f.nrt.nrt_get_visible_vnc_count(new Out<>())),
                FunctionCase.of(
                        "nrt_get_visible_vnc_count", NRT_INVALID, "null", f -> f.nrt.nrt_get_visible_vnc_count(null)),
                FunctionCase.of("nrt_set_pool_eng_ucode", NRT_SUCCESS, "before the start", LifecycleCases::setUcode)
                        .unstarted(),
                FunctionCase.of("nrt_set_pool_eng_ucode", NRT_INVALID, "null", f -> f.nrt.nrt_set_pool_eng_ucode(null))
                        .unstarted(),
                FunctionCase.of("nrt_set_pool_eng_ucode", NRT_FAILURE, "too late", LifecycleCases::setUcode));
    }

    private static NrtStatus close(NrtFixture f) {
        f.nrt.nrt_close();
        return f.nrt.state() == RuntimeState.START ? NRT_SUCCESS : NRT_FAILURE;
    }

    private static NrtStatus version(NrtFixture f, long size) {
        return f.nrt.nrt_get_version(new Out<>(), size);
    }

    private static NrtStatus named(NrtFixture f, int status) {
        return f.nrt.nrt_get_status_as_str(status).equals("NRT_EXEC_UNIT_UNRECOVERABLE") ? NRT_SUCCESS : NRT_FAILURE;
    }

    private static NrtStatus setUcode(NrtFixture f) {
        return f.nrt.nrt_set_pool_eng_ucode(new NrtUcodeInfo(Unpooled.EMPTY_BUFFER, Unpooled.EMPTY_BUFFER));
    }
}
