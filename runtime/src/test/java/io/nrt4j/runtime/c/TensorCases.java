package io.nrt4j.runtime.c;

import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_FAILURE;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_INVALID;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_RESOURCE;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_SUCCESS;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_TIMEOUT;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.nrt4j.loader.diagnostics.NrtStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Tensors and tensor sets. Source: nrt-api.md §4.3, §4.4. */
final class TensorCases {
    private final List<FunctionCase> cases = new ArrayList<>();

    private TensorCases() {}

    static List<FunctionCase> all() {
        TensorCases all = new TensorCases();
        all.addAllocations();
        all.addSlicesAndBuffers();
        all.addTransfers();
        all.addBatches();
        all.addFacts();
        all.addSets();
        return all.cases;
    }

    private void add(String function, NrtStatus status, String what, Function<NrtFixture, NrtStatus> call) {
        cases.add(FunctionCase.of(function, status, what, call));
    }

    private void addAllocations() {
        String allocate = "nrt_tensor_allocate";
        add(allocate, NRT_SUCCESS, "on device", f -> allocate(f, TensorPlacement.DEVICE, 0, 16));
        add(allocate, NRT_SUCCESS, "0 bytes", f -> allocate(f, TensorPlacement.DEVICE, 0, 0));
        add(allocate, NRT_SUCCESS, "5 GiB", f -> allocate(f, TensorPlacement.DEVICE, 0, 5L << 30));
        add(allocate, NRT_SUCCESS, "on host", f -> allocate(f, TensorPlacement.HOST, -1, 16));
        add(allocate, NRT_SUCCESS, "virtual", f -> allocate(f, TensorPlacement.VIRTUAL, -1, 16));
        add(allocate, NRT_INVALID, "no placement", f -> allocate(f, null, 0, 16));
        add(allocate, NRT_INVALID, "core past the end", f -> allocate(f, TensorPlacement.DEVICE, 4, 16));
        add(allocate, NRT_INVALID, "core -1", f -> allocate(f, TensorPlacement.DEVICE, -1, 16));
        add(allocate, NRT_RESOURCE, "1 TiB", f -> allocate(f, TensorPlacement.DEVICE, 0, 1L << 40));
        add(allocate, NRT_RESOURCE, "-1 bytes on host", f -> allocate(f, TensorPlacement.HOST, -1, -1));
        String empty = "nrt_tensor_allocate_empty";
        add(empty, NRT_SUCCESS, "with a name", f -> f.nrt.nrt_tensor_allocate_empty("e", new Out<>()));
        add(empty, NRT_SUCCESS, "without a name", f -> f.nrt.nrt_tensor_allocate_empty(null, new Out<>()));
        add(empty, NRT_INVALID, "null", f -> f.nrt.nrt_tensor_allocate_empty("e", null));
        String free = "nrt_tensor_free";
        add(free, NRT_SUCCESS, "once", f -> free(f, f.tensor(16)));
        add(free, NRT_INVALID, "null", f -> f.nrt.nrt_tensor_free(null));
        add(free, NRT_INVALID, "null handle", f -> f.nrt.nrt_tensor_free(new Out<>()));
        add(free, NRT_INVALID, "twice", f -> free(f, f.freed()));
    }

    private void addSlicesAndBuffers() {
        String slice = "nrt_tensor_allocate_slice";
        add(slice, NRT_SUCCESS, "to the end", f -> slice(f, f.tensor(16), 8, 8));
        add(slice, NRT_INVALID, "past the end", f -> slice(f, f.tensor(16), 8, 9));
        add(slice, NRT_INVALID, "before the start", f -> slice(f, f.tensor(16), -1, 8));
        add(slice, NRT_INVALID, "freed", f -> slice(f, f.freed(), 0, 1));
        add(slice, NRT_INVALID, "null", f -> slice(f, null, 0, 1));
        String attach = "nrt_tensor_attach_buffer";
        add(attach, NRT_SUCCESS, "", f -> f.nrt.nrt_tensor_attach_buffer(f.tensor(16), buffer(), 64));
        add(
                attach,
                NRT_INVALID,
                "more than the buffer",
                f -> f.nrt.nrt_tensor_attach_buffer(f.tensor(16), buffer(), 65));
        add(attach, NRT_INVALID, "freed", f -> f.nrt.nrt_tensor_attach_buffer(f.freed(), buffer(), 1));
        add(attach, NRT_INVALID, "null", f -> f.nrt.nrt_tensor_attach_buffer(f.tensor(16), null, 1));
    }

    private void addTransfers() {
        String read = "nrt_tensor_read";
        add(read, NRT_SUCCESS, "all", f -> f.nrt.nrt_tensor_read(f.tensor(64), buffer(), 0, 64));
        add(read, NRT_INVALID, "past the end", f -> f.nrt.nrt_tensor_read(f.tensor(16), buffer(), 1, 16));
        add(read, NRT_INVALID, "before the start", f -> f.nrt.nrt_tensor_read(f.tensor(16), buffer(), -1, 1));
        add(read, NRT_INVALID, "freed", f -> f.nrt.nrt_tensor_read(f.freed(), buffer(), 0, 1));
        add(read, NRT_INVALID, "null", f -> f.nrt.nrt_tensor_read(f.tensor(16), null, 0, 1));
        String write = "nrt_tensor_write";
        add(write, NRT_SUCCESS, "all", f -> f.nrt.nrt_tensor_write(f.tensor(64), buffer(), 0, 64));
        add(write, NRT_INVALID, "past the end", f -> f.nrt.nrt_tensor_write(f.tensor(16), buffer(), 8, 9));
        add(write, NRT_INVALID, "freed", f -> f.nrt.nrt_tensor_write(f.freed(), buffer(), 0, 1));
        add(write, NRT_INVALID, "more than the buffer", f -> f.nrt.nrt_tensor_write(f.tensor(65), buffer(), 0, 65));
        String memset = "nrt_tensor_memset";
        add(memset, NRT_SUCCESS, "all", f -> f.nrt.nrt_tensor_memset(f.tensor(16), 0, 7, 16));
        add(memset, NRT_INVALID, "past the end", f -> f.nrt.nrt_tensor_memset(f.tensor(16), 0, 7, 17));
        add(memset, NRT_INVALID, "null", f -> f.nrt.nrt_tensor_memset(null, 0, 7, 1));
        String copy = "nrt_tensor_copy";
        add(copy, NRT_SUCCESS, "", f -> f.nrt.nrt_tensor_copy(f.tensor(16), 0, f.tensor(16), 0, 16));
        add(copy, NRT_SUCCESS, "host to device", f -> f.nrt.nrt_tensor_copy(host(f), 0, f.tensor(16), 0, 16));
        add(copy, NRT_SUCCESS, "host to host", f -> f.nrt.nrt_tensor_copy(host(f), 0, host(f), 0, 16));
        add(copy, NRT_INVALID, "past the end", f -> f.nrt.nrt_tensor_copy(f.tensor(16), 0, f.tensor(16), 1, 16));
        add(
                copy,
                NRT_INVALID,
                "between HBMs",
                f -> f.nrt.nrt_tensor_copy(f.tensor(16), 0, f.tensor(TensorPlacement.DEVICE, 3, 16, "o"), 0, 16));
        add(copy, NRT_INVALID, "null", f -> f.nrt.nrt_tensor_copy(f.tensor(16), 0, null, 0, 1));
    }

    private void addBatches() {
        String read = "nrt_tensor_read_batch";
        add(read, NRT_SUCCESS, "", f -> f.nrt.nrt_tensor_read_batch(List.of(batch(f.tensor(16), 16)), false));
        add(read, NRT_SUCCESS, "unsafe", f -> f.nrt.nrt_tensor_read_batch(List.of(batch(f.tensor(16), 16)), true));
        add(
                read,
                NRT_INVALID,
                "past the end",
                f -> f.nrt.nrt_tensor_read_batch(List.of(batch(f.tensor(16), 17)), false));
        add(read, NRT_INVALID, "null", f -> f.nrt.nrt_tensor_read_batch(null, false));
        String write = "nrt_tensor_write_batch";
        add(write, NRT_SUCCESS, "", f -> f.nrt.nrt_tensor_write_batch(List.of(batch(f.tensor(16), 16)), false));
        add(write, NRT_SUCCESS, "unsafe", f -> f.nrt.nrt_tensor_write_batch(List.of(batch(f.tensor(16), 16)), true));
        add(write, NRT_INVALID, "freed", f -> f.nrt.nrt_tensor_write_batch(List.of(batch(f.freed(), 16)), false));
        add(write, NRT_INVALID, "null", f -> f.nrt.nrt_tensor_write_batch(null, false));
    }

    private void addFacts() {
        add(
                "nrt_tensor_get_size",
                NRT_SUCCESS,
                "of null",
                f -> f.nrt.nrt_tensor_get_size(null) == 0 ? NRT_SUCCESS : NRT_FAILURE);
        add(
                "nrt_tensor_get_va",
                NRT_SUCCESS,
                "of a host tensor",
                f -> f.nrt.nrt_tensor_get_va(host(f)) != 0 ? NRT_SUCCESS : NRT_FAILURE);
        String info = "nrt_tensor_get_device_allocation_info";
        add(info, NRT_SUCCESS, "", f -> f.nrt.nrt_tensor_get_device_allocation_info(f.tensor(16), new Out<>()));
        add(info, NRT_INVALID, "host", f -> f.nrt.nrt_tensor_get_device_allocation_info(host(f), new Out<>()));
        add(info, NRT_INVALID, "null", f -> f.nrt.nrt_tensor_get_device_allocation_info(null, new Out<>()));
        String check = "nrt_tensor_check_output_completion";
        add(check, NRT_SUCCESS, "reached", f -> f.nrt.nrt_tensor_check_output_completion(f.tensor(16), -1, 0));
        add(check, NRT_INVALID, "null", f -> f.nrt.nrt_tensor_check_output_completion(null, 0, 1));
        add(check, NRT_TIMEOUT, "too late", f -> f.nrt.nrt_tensor_check_output_completion(f.tensor(16), 10, 1));
        String reset = "nrt_tensor_reset_output_completion";
        add(reset, NRT_SUCCESS, "", f -> f.nrt.nrt_tensor_reset_output_completion(f.tensor(16)));
        add(reset, NRT_INVALID, "null", f -> f.nrt.nrt_tensor_reset_output_completion(null));
    }

    private void addSets() {
        add("nrt_allocate_tensor_set", NRT_SUCCESS, "", f -> f.nrt.nrt_allocate_tensor_set(new Out<>()));
        add("nrt_allocate_tensor_set", NRT_INVALID, "null", f -> f.nrt.nrt_allocate_tensor_set(null));
        String destroy = "nrt_destroy_tensor_set";
        add(destroy, NRT_SUCCESS, "once", f -> destroy(f, f.set()));
        add(destroy, NRT_INVALID, "null", f -> f.nrt.nrt_destroy_tensor_set(null));
        add(destroy, NRT_INVALID, "null handle", f -> f.nrt.nrt_destroy_tensor_set(new Out<>()));
        add(destroy, NRT_INVALID, "twice", f -> {
            NrtTensorSet set = f.set();
            destroy(f, set);
            return destroy(f, set);
        });
        String put = "nrt_add_tensor_to_tensor_set";
        add(put, NRT_SUCCESS, "", f -> f.nrt.nrt_add_tensor_to_tensor_set(f.set(), "n", f.tensor(1)));
        add(put, NRT_INVALID, "null set", f -> f.nrt.nrt_add_tensor_to_tensor_set(null, "n", f.tensor(1)));
        add(put, NRT_INVALID, "null name", f -> f.nrt.nrt_add_tensor_to_tensor_set(f.set(), null, f.tensor(1)));
        add(put, NRT_INVALID, "null tensor", f -> f.nrt.nrt_add_tensor_to_tensor_set(f.set(), "n", null));
        String get = "nrt_get_tensor_from_tensor_set";
        add(get, NRT_SUCCESS, "", f -> {
            NrtTensorSet set = f.set();
            f.nrt.nrt_add_tensor_to_tensor_set(set, "n", f.tensor(1));
            return f.nrt.nrt_get_tensor_from_tensor_set(set, "n", new Out<>());
        });
        add(get, NRT_FAILURE, "missing", f -> f.nrt.nrt_get_tensor_from_tensor_set(f.set(), "n", new Out<>()));
        add(get, NRT_INVALID, "null set", f -> f.nrt.nrt_get_tensor_from_tensor_set(null, "n", new Out<>()));
    }

    private static ByteBuf buffer() {
        return Unpooled.buffer(64, 64);
    }

    private static NrtTensor host(NrtFixture f) {
        return f.tensor(TensorPlacement.HOST, -1, 16, "h");
    }

    private static NrtTensorBatch batch(NrtTensor tensor, long size) {
        return new NrtTensorBatch(tensor, List.of(new NrtTensorBatch.Operation(0, size, buffer())));
    }

    private static NrtStatus allocate(NrtFixture f, TensorPlacement placement, int vnc, long size) {
        return f.nrt.nrt_tensor_allocate(placement, vnc, size, "t", new Out<>());
    }

    private static NrtStatus slice(NrtFixture f, NrtTensor source, long offset, long size) {
        return f.nrt.nrt_tensor_allocate_slice(source, offset, size, "s", new Out<>());
    }

    private static NrtStatus free(NrtFixture f, NrtTensor tensor) {
        Out<NrtTensor> out = new Out<>();
        out.set(tensor);
        return f.nrt.nrt_tensor_free(out);
    }

    private static NrtStatus destroy(NrtFixture f, NrtTensorSet set) {
        Out<NrtTensorSet> out = new Out<>();
        out.set(set);
        return f.nrt.nrt_destroy_tensor_set(out);
    }
}
