package io.nrt4j.runtime.c;

import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_CLOSED;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_FAILURE;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_INVALID;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_INVALID_HANDLE;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_RESOURCE;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_SUCCESS;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_TIMEOUT;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_UNINITIALIZED;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.diagnostics.LogLevel;
import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.loader.diagnostics.NrtStatus;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every function against every precondition that the sheet states. Source: nrt-api.md §3 and §4. */
class PreconditionTest {
    /** A call that leads to one status. */
    private interface Call extends Function<NrtFixture, NrtStatus> {}

    private static ByteBuf buffer() {
        return Unpooled.buffer(64, 64);
    }

    /** The gated functions, with arguments that do not matter where the state already decides. */
    private static Map<String, Call> gated() {
        Map<String, Call> calls = new LinkedHashMap<>();
        calls.put("nrt_load", f -> f.load(NrtFixture.ALL_REDUCE, new Out<>()));
        calls.put("nrt_load_collectives", f -> collectives(f, 0, 1));
        calls.put("nrt_unload", f -> f.nrt.nrt_unload(null));
        calls.put("nrt_get_model_nc_count", f -> f.nrt.nrt_get_model_nc_count(null, new Out<>()));
        calls.put("nrt_get_model_vnc_count", f -> f.nrt.nrt_get_model_vnc_count(null, new Out<>()));
        calls.put("nrt_get_model_instance_count", f -> f.nrt.nrt_get_model_instance_count(null, new Out<>()));
        calls.put("nrt_get_model_info", f -> f.nrt.nrt_get_model_info(null, new Out<>(), 4, new Out<>()));
        calls.put("nrt_get_model_tensor_info", f -> f.nrt.nrt_get_model_tensor_info(null, new Out<>()));
        calls.put("nrt_tensor_allocate", f -> allocate(f, TensorPlacement.HOST, -1, 16));
        calls.put("nrt_tensor_allocate_empty", f -> f.nrt.nrt_tensor_allocate_empty("e", new Out<>()));
        calls.put("nrt_tensor_attach_buffer", f -> f.nrt.nrt_tensor_attach_buffer(null, buffer(), 16));
        calls.put("nrt_tensor_allocate_slice", f -> f.nrt.nrt_tensor_allocate_slice(null, 0, 1, "s", new Out<>()));
        calls.put("nrt_tensor_free", f -> f.nrt.nrt_tensor_free(new Out<>()));
        calls.put("nrt_tensor_read", f -> f.nrt.nrt_tensor_read(null, buffer(), 0, 1));
        calls.put("nrt_tensor_write", f -> f.nrt.nrt_tensor_write(null, buffer(), 0, 1));
        calls.put("nrt_tensor_copy", f -> f.nrt.nrt_tensor_copy(null, 0, null, 0, 1));
        calls.put("nrt_tensor_memset", f -> f.nrt.nrt_tensor_memset(null, 0, 1, 1));
        calls.put(
                "nrt_tensor_get_device_allocation_info",
                f -> f.nrt.nrt_tensor_get_device_allocation_info(null, new Out<>()));
        calls.put("nrt_get_vnc_memory_stats", f -> f.nrt.nrt_get_vnc_memory_stats(0, new Out<>(), 16, new Out<>()));
        calls.put("nrt_allocate_tensor_set", f -> f.nrt.nrt_allocate_tensor_set(new Out<>()));
        calls.put("nrt_destroy_tensor_set", f -> f.nrt.nrt_destroy_tensor_set(new Out<>()));
        calls.put("nrt_add_tensor_to_tensor_set", f -> f.nrt.nrt_add_tensor_to_tensor_set(null, "n", null));
        calls.put("nrt_get_tensor_from_tensor_set", f -> f.nrt.nrt_get_tensor_from_tensor_set(null, "n", new Out<>()));
        calls.put("nrt_execute", f -> f.nrt.nrt_execute(null, null, null));
        return calls;
    }

    private static NrtStatus collectives(NrtFixture f, int rank, int ranks) {
        try (ByteSource source = ByteSource.of(NrtFixture.ALL_REDUCE)) {
            return f.nrt.nrt_load_collectives(source, 0, -1, rank, ranks, new Out<>());
        }
    }

    private static NrtStatus allocate(NrtFixture f, TensorPlacement placement, int vnc, long size) {
        return f.nrt.nrt_tensor_allocate(placement, vnc, size, "t", new Out<>());
    }

    @TestFactory
    Stream<DynamicTest> aGatedFunctionSaysThatTheRuntimeIsNotInitialized() {
        return gated().entrySet().stream()
                .map(e -> refused(
                        e.getKey(), e.getValue(), f -> f, NRT_UNINITIALIZED, LogLevel.ERROR, "NRT uninitialized"));
    }

    /** nrt_close ends in START, so the answer is 13 again and not 14. */
    @TestFactory
    Stream<DynamicTest> aGatedFunctionAfterTheCloseIsUninitialized() {
        return gated().entrySet().stream()
                .map(e -> refused(
                        e.getKey(),
                        e.getValue(),
                        f -> {
                            f.started().nrt.nrt_close();
                            return f;
                        },
                        NRT_UNINITIALIZED,
                        LogLevel.ERROR,
                        "NRT uninitialized"));
    }

    @TestFactory
    Stream<DynamicTest> aGatedFunctionDuringTheCloseIsTurnedAway() {
        return gated().entrySet().stream()
                .map(e -> refused(
                        e.getKey(),
                        e.getValue(),
                        f -> {
                            try {
                                return f.closing();
                            } catch (InterruptedException x) {
                                throw new AssertionError(x);
                            }
                        },
                        NRT_CLOSED,
                        LogLevel.WARN,
                        "NRT already closed"));
    }

    @TestFactory
    Stream<DynamicTest> aGatedFunctionInAForkedProcessFails() {
        return gated().entrySet().stream()
                .map(e -> refused(
                        e.getKey(),
                        e.getValue(),
                        f -> {
                            f.nrt.forked();
                            return f;
                        },
                        NRT_FAILURE,
                        LogLevel.ERROR,
                        "Incompatible runtime state: NRT_STATE_CHILD"));
    }

    private static DynamicTest refused(
            String function,
            Call call,
            Function<NrtFixture, NrtFixture> state,
            NrtStatus status,
            LogLevel level,
            String message) {
        return DynamicTest.dynamicTest(function, () -> {
            try (NrtFixture f = new NrtFixture()) {
                assertThat(call.apply(state.apply(f))).isEqualTo(status);
                assertThat(f.log).contains(new LogRecord(level, "NRT", function, message));
                assertThat(f.dump()).isEmpty();
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> statuses() {
        Map<String, Map.Entry<NrtStatus, Call>> cases = new LinkedHashMap<>();
        addModelCases(cases);
        addTensorCases(cases);
        addSetCases(cases);
        return cases.entrySet().stream()
                .map(e -> DynamicTest.dynamicTest(e.getKey(), () -> {
                    try (NrtFixture f = new NrtFixture()) {
                        assertThat(e.getValue().getValue().apply(f.started()))
                                .as(() -> f.errors().toString())
                                .isEqualTo(e.getValue().getKey());
                    }
                }));
    }

    private static void addModelCases(Map<String, Map.Entry<NrtStatus, Call>> cases) {
        cases.put("nrt_init again", Map.entry(NRT_SUCCESS, NrtFixture::init));
        cases.put("nrt_load", Map.entry(NRT_SUCCESS, f -> f.load(NrtFixture.ALL_REDUCE, new Out<>())));
        cases.put("nrt_load least used", Map.entry(NRT_SUCCESS, f -> f.load(NrtFixture.ALL_REDUCE, -1, new Out<>())));
        cases.put("nrt_load null", Map.entry(NRT_INVALID, f -> f.nrt.nrt_load((ByteSource) null, 0, -1, new Out<>())));
        cases.put("nrt_load 1023 bytes", Map.entry(NRT_INVALID, f -> f.load(new byte[1023], new Out<>())));
        cases.put(
                "nrt_load vnc past the end",
                Map.entry(NRT_INVALID, f -> f.load(NrtFixture.ALL_REDUCE, 4, new Out<>())));
        cases.put("nrt_load vnc -2", Map.entry(NRT_INVALID, f -> f.load(NrtFixture.ALL_REDUCE, -2, new Out<>())));
        for (int count : new int[] {-1, 1, 2}) {
            cases.put("nrt_load vnc_count " + count, Map.entry(NRT_SUCCESS, f -> loadWithCount(f, count)));
        }
        for (int count : new int[] {-2, 0, 3}) {
            cases.put("nrt_load vnc_count " + count, Map.entry(NRT_INVALID, f -> loadWithCount(f, count)));
        }
        cases.put("nrt_load_collectives 1 of 1", Map.entry(NRT_SUCCESS, f -> collectives(f, 0, 1)));
        cases.put("nrt_load_collectives 24 on trn2", Map.entry(NRT_SUCCESS, f -> collectives(f, 0, 24)));
        cases.put("nrt_load_collectives rank past the end", Map.entry(NRT_INVALID, f -> collectives(f, 2, 2)));
        cases.put("nrt_unload", Map.entry(NRT_SUCCESS, f -> f.nrt.nrt_unload(f.load())));
        cases.put("nrt_unload null", Map.entry(NRT_INVALID, f -> f.nrt.nrt_unload(null)));
        cases.put("nrt_unload twice", Map.entry(NRT_INVALID_HANDLE, f -> f.nrt.nrt_unload(unloaded(f))));
        cases.put(
                "nrt_get_model_nc_count",
                Map.entry(NRT_SUCCESS, f -> f.nrt.nrt_get_model_nc_count(f.load(), new Out<>())));
        cases.put(
                "nrt_get_model_nc_count unloaded",
                Map.entry(NRT_INVALID_HANDLE, f -> f.nrt.nrt_get_model_nc_count(unloaded(f), new Out<>())));
        cases.put(
                "nrt_get_model_info unloaded",
                Map.entry(NRT_INVALID_HANDLE, f -> f.nrt.nrt_get_model_info(unloaded(f), new Out<>(), 4, new Out<>())));
        cases.put(
                "nrt_get_model_tensor_info",
                Map.entry(NRT_SUCCESS, f -> f.nrt.nrt_get_model_tensor_info(f.load(), new Out<>())));
        cases.put(
                "nrt_get_model_tensor_info unloaded",
                Map.entry(NRT_INVALID_HANDLE, f -> f.nrt.nrt_get_model_tensor_info(unloaded(f), new Out<>())));
        cases.put(
                "nrt_execute unloaded",
                Map.entry(NRT_INVALID_HANDLE, f -> f.nrt.nrt_execute(unloaded(f), f.set(), f.set())));
        cases.put("nrt_execute null set", Map.entry(NRT_INVALID, f -> f.nrt.nrt_execute(f.load(), null, f.set())));
        cases.put("nrt_execute empty sets", Map.entry(NRT_INVALID, f -> f.nrt.nrt_execute(f.load(), f.set(), f.set())));
        cases.put(
                "nrt_execute_repeat twice",
                Map.entry(NRT_INVALID, f -> f.nrt.nrt_execute_repeat(f.load(), f.set(), f.set(), 2)));
        cases.put(
                "nrt_get_vnc_memory_stats",
                Map.entry(NRT_SUCCESS, f -> f.nrt.nrt_get_vnc_memory_stats(0, new Out<>(), 16, new Out<>())));
        cases.put(
                "nrt_get_vnc_memory_stats vnc past the end",
                Map.entry(NRT_INVALID, f -> f.nrt.nrt_get_vnc_memory_stats(4, new Out<>(), 16, new Out<>())));
    }

    private static void addTensorCases(Map<String, Map.Entry<NrtStatus, Call>> cases) {
        cases.put("allocate on device", Map.entry(NRT_SUCCESS, f -> allocate(f, TensorPlacement.DEVICE, 0, 16)));
        cases.put("allocate 0 bytes", Map.entry(NRT_SUCCESS, f -> allocate(f, TensorPlacement.DEVICE, 0, 0)));
        cases.put("allocate 5 GiB", Map.entry(NRT_SUCCESS, f -> allocate(f, TensorPlacement.DEVICE, 0, 5L << 30)));
        cases.put("allocate on host", Map.entry(NRT_SUCCESS, f -> allocate(f, TensorPlacement.HOST, -1, 16)));
        cases.put("allocate virtual", Map.entry(NRT_SUCCESS, f -> allocate(f, TensorPlacement.VIRTUAL, -1, 16)));
        cases.put("allocate vnc past the end", Map.entry(NRT_INVALID, f -> allocate(f, TensorPlacement.DEVICE, 4, 16)));
        cases.put("allocate vnc -1", Map.entry(NRT_INVALID, f -> allocate(f, TensorPlacement.DEVICE, -1, 16)));
        cases.put("allocate 1 TiB", Map.entry(NRT_RESOURCE, f -> allocate(f, TensorPlacement.DEVICE, 0, 1L << 40)));
        cases.put("free null", Map.entry(NRT_INVALID, f -> f.nrt.nrt_tensor_free(new Out<>())));
        cases.put("free twice", Map.entry(NRT_INVALID, f -> free(f, f.freed())));
        cases.put("read all", Map.entry(NRT_SUCCESS, f -> f.nrt.nrt_tensor_read(f.tensor(64), buffer(), 0, 64)));
        cases.put(
                "read past the end", Map.entry(NRT_INVALID, f -> f.nrt.nrt_tensor_read(f.tensor(16), buffer(), 1, 16)));
        cases.put(
                "read before the start",
                Map.entry(NRT_INVALID, f -> f.nrt.nrt_tensor_read(f.tensor(16), buffer(), -1, 1)));
        cases.put("read freed", Map.entry(NRT_INVALID, f -> f.nrt.nrt_tensor_read(f.freed(), buffer(), 0, 1)));
        cases.put(
                "write past the end",
                Map.entry(NRT_INVALID, f -> f.nrt.nrt_tensor_write(f.tensor(16), buffer(), 8, 9)));
        cases.put("write freed", Map.entry(NRT_INVALID, f -> f.nrt.nrt_tensor_write(f.freed(), buffer(), 0, 1)));
        cases.put(
                "write more than the buffer",
                Map.entry(NRT_INVALID, f -> f.nrt.nrt_tensor_write(f.tensor(65), buffer(), 0, 65)));
        cases.put("memset", Map.entry(NRT_SUCCESS, f -> f.nrt.nrt_tensor_memset(f.tensor(16), 0, 7, 16)));
        cases.put("memset past the end", Map.entry(NRT_INVALID, f -> f.nrt.nrt_tensor_memset(f.tensor(16), 0, 7, 17)));
        cases.put("copy", Map.entry(NRT_SUCCESS, f -> f.nrt.nrt_tensor_copy(f.tensor(16), 0, f.tensor(16), 0, 16)));
        cases.put(
                "copy past the end",
                Map.entry(NRT_INVALID, f -> f.nrt.nrt_tensor_copy(f.tensor(16), 0, f.tensor(16), 1, 16)));
        cases.put(
                "copy host to device",
                Map.entry(
                        NRT_SUCCESS,
                        f -> f.nrt.nrt_tensor_copy(
                                f.tensor(TensorPlacement.HOST, -1, 16, "h"), 0, f.tensor(16), 0, 16)));
        cases.put(
                "copy between HBMs",
                Map.entry(
                        NRT_INVALID,
                        f -> f.nrt.nrt_tensor_copy(
                                f.tensor(16), 0, f.tensor(TensorPlacement.DEVICE, 3, 16, "o"), 0, 16)));
        cases.put(
                "slice past the end",
                Map.entry(NRT_INVALID, f -> f.nrt.nrt_tensor_allocate_slice(f.tensor(16), 8, 9, "s", new Out<>())));
        cases.put(
                "slice freed",
                Map.entry(NRT_INVALID, f -> f.nrt.nrt_tensor_allocate_slice(f.freed(), 0, 1, "s", new Out<>())));
        cases.put(
                "attach more than the buffer",
                Map.entry(NRT_INVALID, f -> f.nrt.nrt_tensor_attach_buffer(f.tensor(16), buffer(), 65)));
        cases.put("attach freed", Map.entry(NRT_INVALID, f -> f.nrt.nrt_tensor_attach_buffer(f.freed(), buffer(), 1)));
        cases.put(
                "allocation info of a host tensor",
                Map.entry(
                        NRT_INVALID,
                        f -> f.nrt.nrt_tensor_get_device_allocation_info(
                                f.tensor(TensorPlacement.HOST, -1, 16, "h"), new Out<>())));
        cases.put(
                "completion of null",
                Map.entry(NRT_INVALID, f -> f.nrt.nrt_tensor_check_output_completion(null, 0, 1)));
        cases.put(
                "completion too late",
                Map.entry(NRT_TIMEOUT, f -> f.nrt.nrt_tensor_check_output_completion(f.tensor(16), 10, 1)));
        cases.put(
                "completion reached",
                Map.entry(NRT_SUCCESS, f -> f.nrt.nrt_tensor_check_output_completion(f.tensor(16), -1, 0)));
        cases.put(
                "reset completion of null",
                Map.entry(NRT_INVALID, f -> f.nrt.nrt_tensor_reset_output_completion(null)));
        cases.put("nrt_get_version 159", Map.entry(NRT_FAILURE, f -> f.nrt.nrt_get_version(new Out<>(), 159)));
        cases.put("nrt_get_version 160", Map.entry(NRT_SUCCESS, f -> f.nrt.nrt_get_version(new Out<>(), 160)));
    }

    private static void addSetCases(Map<String, Map.Entry<NrtStatus, Call>> cases) {
        cases.put("destroy null set", Map.entry(NRT_INVALID, f -> f.nrt.nrt_destroy_tensor_set(new Out<>())));
        cases.put(
                "add to null set",
                Map.entry(NRT_INVALID, f -> f.nrt.nrt_add_tensor_to_tensor_set(null, "n", f.tensor(1))));
        cases.put(
                "add null tensor", Map.entry(NRT_INVALID, f -> f.nrt.nrt_add_tensor_to_tensor_set(f.set(), "n", null)));
        cases.put("add", Map.entry(NRT_SUCCESS, f -> f.nrt.nrt_add_tensor_to_tensor_set(f.set(), "n", f.tensor(1))));
        cases.put(
                "get what is not in the set",
                Map.entry(NRT_FAILURE, f -> f.nrt.nrt_get_tensor_from_tensor_set(f.set(), "n", new Out<>())));
    }

    private static NrtStatus loadWithCount(NrtFixture f, int count) {
        try (ByteSource source = ByteSource.of(NrtFixture.ALL_REDUCE)) {
            return f.nrt.nrt_load(source, 0, count, new Out<>());
        }
    }

    private static NrtModel unloaded(NrtFixture f) {
        NrtModel model = f.load();
        f.nrt.nrt_unload(model);
        return model;
    }

    private static NrtStatus free(NrtFixture f, NrtTensor tensor) {
        Out<NrtTensor> out = new Out<>();
        out.set(tensor);
        return f.nrt.nrt_tensor_free(out);
    }
}
