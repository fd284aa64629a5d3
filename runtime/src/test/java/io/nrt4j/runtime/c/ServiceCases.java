package io.nrt4j.runtime.c;

import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_FAILURE;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_INVALID;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_INVALID_HANDLE;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_QUEUE_EMPTY;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_RESOURCE;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_SUCCESS;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_TIMEOUT;

import io.netty.buffer.ByteBuf;
import io.nrt4j.loader.diagnostics.NrtStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Device memory, hosts' collectives, send and receive, debug streams. Source: nrt-api.md §4.3, §4.7, §4.9. */
final class ServiceCases {
    private static final String NEW = "2.34.10.0";
    /** Hosts wait for each other for 100 ms. */
    private static final String OLD = "2.30.50.0";

    private final List<FunctionCase> cases = new ArrayList<>();

    private ServiceCases() {}

    static List<FunctionCase> all() {
        ServiceCases all = new ServiceCases();
        all.addMemory();
        all.addTopology();
        all.addHosts();
        all.addSendReceive();
        all.addDebugStream();
        return all.cases;
    }

    private void add(String function, NrtStatus status, String what, Function<NrtFixture, NrtStatus> call) {
        cases.add(FunctionCase.of(function, status, what, call));
    }

    private void addMemory() {
        String stats = "nrt_get_vnc_memory_stats";
        add(stats, NRT_SUCCESS, "", f -> f.nrt.nrt_get_vnc_memory_stats(0, new Out<>(), 16, new Out<>()));
        add(
                stats,
                NRT_INVALID,
                "core past the end",
                f -> f.nrt.nrt_get_vnc_memory_stats(4, new Out<>(), 16, new Out<>()));
        add(stats, NRT_INVALID, "null", f -> f.nrt.nrt_get_vnc_memory_stats(0, null, 16, new Out<>()));
        String export = "nrt_get_dmabuf_fd";
        add(export, NRT_SUCCESS, "of a tensor", f -> export(f, f.nrt.nrt_tensor_get_va(f.tensor(16))));
        add(export, NRT_INVALID, "of nothing", f -> export(f, 16));
        cases.add(FunctionCase.of(
                        export, NRT_INVALID, "without P2P", f -> export(f, f.nrt.nrt_tensor_get_va(f.tensor(16))))
                .with("NEURON_RT_ENABLE_P2P", "0"));
        String copy = "nrt_memcpy_to_device";
        add(copy, NRT_SUCCESS, "device tensor", f -> copyTo(f, f.nrt.nrt_tensor_get_va(f.tensor(16))));
        add(
                copy,
                NRT_SUCCESS,
                "host tensor",
                f -> copyTo(f, f.nrt.nrt_tensor_get_va(f.tensor(TensorPlacement.HOST, -1, 16, "h"))));
        add(copy, NRT_INVALID, "nothing there", f -> copyTo(f, 16));
        add(copy, NRT_INVALID, "null", f -> f.nrt.nrt_memcpy_to_device(0, null, 1));
        String map = "nrt_get_hbm_mmap_va";
        add(map, NRT_SUCCESS, "", f -> f.nrt.nrt_get_hbm_mmap_va(0, 3, new Out<>(), new Out<>()));
        add(
                map,
                NRT_INVALID_HANDLE,
                "HBM past the end",
                f -> f.nrt.nrt_get_hbm_mmap_va(0, 4, new Out<>(), new Out<>()));
        add(
                map,
                NRT_INVALID_HANDLE,
                "device past the end",
                f -> f.nrt.nrt_get_hbm_mmap_va(1, 0, new Out<>(), new Out<>()));
        cases.add(FunctionCase.of(
                        map,
                        NRT_INVALID,
                        "fake instance",
                        f -> f.nrt.nrt_get_hbm_mmap_va(0, 0, new Out<>(), new Out<>()))
                .with("NEURON_RT_FAKE_INSTANCE_TYPE", "funtime"));
        cases.add(FunctionCase.of("nrt_debug_log_oom_report", NRT_SUCCESS, "", f -> f.nrt.nrt_debug_log_oom_report(0))
                .in(NEW));
        cases.add(FunctionCase.of(
                        "nrt_debug_log_oom_report",
                        NRT_INVALID,
                        "core past the end",
                        f -> f.nrt.nrt_debug_log_oom_report(4))
                .in(NEW));
        String dump = "nrt_dump_device_allocation_info";
        cases.add(FunctionCase.of(dump, NRT_SUCCESS, "", f -> f.nrt.nrt_dump_device_allocation_info(0, new Out<>()))
                .in(NEW));
        cases.add(FunctionCase.of(dump, NRT_INVALID, "null", f -> f.nrt.nrt_dump_device_allocation_info(0, null))
                .in(NEW));
    }

    private void addTopology() {
        String device = "nrt_host_device_id_get";
        add(device, NRT_SUCCESS, "", f -> f.nrt.nrt_host_device_id_get(0, new Out<>()));
        add(device, NRT_INVALID, "device past the end", f -> f.nrt.nrt_host_device_id_get(1, new Out<>()));
        String map = "nrt_host_device_id_rid_map_get";
        add(map, NRT_SUCCESS, "", f -> f.nrt.nrt_host_device_id_rid_map_get(new Out<>()));
        add(map, NRT_INVALID, "null", f -> f.nrt.nrt_host_device_id_rid_map_get(null));
        add("nrt_get_attached_efa_bdf", NRT_FAILURE, "", f -> f.nrt.nrt_get_attached_efa_bdf(0, new Out<>()));
    }

    private void addHosts() {
        for (String function : List.of("nrt_build_global_comm", "nrt_cc_global_comm_init")) {
            add(function, NRT_SUCCESS, "rank 0 of 2", f -> comm(f, function, 0, 0, 2));
            add(function, NRT_INVALID, "rank 2 of 2", f -> comm(f, function, 0, 2, 2));
            add(function, NRT_INVALID, "core past the end", f -> comm(f, function, 4, 0, 2));
        }
        add("nrt_barrier", NRT_SUCCESS, "of one", f -> f.nrt.nrt_barrier(0, 0, 1));
        add("nrt_barrier", NRT_INVALID, "rank 1 of 1", f -> f.nrt.nrt_barrier(0, 1, 1));
        cases.add(FunctionCase.of("nrt_barrier", NRT_TIMEOUT, "alone of two", f -> f.nrt.nrt_barrier(0, 0, 2))
                .in(OLD));
        add("nrt_all_gather", NRT_SUCCESS, "of one", f -> gather(f, 1, 64));
        add("nrt_all_gather", NRT_INVALID, "more than the buffer", f -> gather(f, 1, 65));
        cases.add(FunctionCase.of("nrt_all_gather", NRT_TIMEOUT, "alone of two", f -> gather(f, 2, 32))
                .in(OLD));
        String stream = "nrt_cc_create_stream";
        add(stream, NRT_SUCCESS, "", f -> f.nrt.nrt_cc_create_stream(0, new Out<>()));
        add(stream, NRT_INVALID, "core past the end", f -> f.nrt.nrt_cc_create_stream(4, new Out<>()));
        add(stream, NRT_RESOURCE, "the fifth", f -> {
            for (int i = 0; i < 4; i++) {
                f.nrt.nrt_cc_create_stream(0, new Out<>());
            }
            return f.nrt.nrt_cc_create_stream(0, new Out<>());
        });
        add("nrt_get_libnccl_net", NRT_FAILURE, "", f -> f.nrt.nrt_get_libnccl_net());
    }

    private void addSendReceive() {
        FunctionCatalogue.functions(SendReceiveFunctions.class)
                .forEach(function -> add(function.getName(), NRT_FAILURE, "no network", f -> {
                    try {
                        return (NrtStatus) FunctionCatalogue.callWithNothing(f.nrt, function);
                    } catch (Throwable e) {
                        throw new AssertionError(e);
                    }
                }));
    }

    private void addDebugStream() {
        String connect = "nrt_debug_client_connect";
        add(connect, NRT_SUCCESS, "", f -> f.nrt.nrt_debug_client_connect(0, new Out<>()));
        add(connect, NRT_INVALID, "second client", f -> {
            f.nrt.nrt_debug_client_connect(0, new Out<>());
            return f.nrt.nrt_debug_client_connect(0, new Out<>());
        });
        add(connect, NRT_SUCCESS, "after the first client has gone", f -> {
            f.nrt.nrt_debug_client_connect_close(connect(f));
            return f.nrt.nrt_debug_client_connect(0, new Out<>());
        });
        String close = "nrt_debug_client_connect_close";
        add(close, NRT_SUCCESS, "", f -> f.nrt.nrt_debug_client_connect_close(connect(f)));
        add(close, NRT_INVALID, "no client", f -> f.nrt.nrt_debug_client_connect_close(77));
        String read = "nrt_debug_client_read_one_event";
        add(
                read,
                NRT_QUEUE_EMPTY,
                "",
                f -> f.nrt.nrt_debug_client_read_one_event(connect(f), new Out<>(), new Out<>()));
        add(read, NRT_INVALID, "no client", f -> f.nrt.nrt_debug_client_read_one_event(77, new Out<>(), new Out<>()));
    }

    private static NrtStatus export(NrtFixture f, long address) {
        return f.nrt.nrt_get_dmabuf_fd(address, 16, new Out<>());
    }

    private static NrtStatus copyTo(NrtFixture f, long address) {
        return f.nrt.nrt_memcpy_to_device(address, ExecutionCases.buffer(), 16);
    }

    private static NrtStatus comm(NrtFixture f, String function, int vnc, int rank, int count) {
        return function.equals("nrt_build_global_comm")
                ? f.nrt.nrt_build_global_comm(vnc, rank, count)
                : f.nrt.nrt_cc_global_comm_init(vnc, rank, count);
    }

    private static NrtStatus gather(NrtFixture f, int count, long size) {
        ByteBuf out = ExecutionCases.buffer();
        return f.nrt.nrt_all_gather(0, 0, count, size, ExecutionCases.buffer(), out);
    }

    private static int connect(NrtFixture f) {
        Out<Integer> descriptor = new Out<>();
        f.nrt.nrt_debug_client_connect(0, descriptor);
        return descriptor.get();
    }
}
