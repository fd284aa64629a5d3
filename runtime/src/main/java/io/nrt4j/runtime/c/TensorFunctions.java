package io.nrt4j.runtime.c;

import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_INVALID;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_RESOURCE;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_TIMEOUT;

import io.netty.buffer.ByteBuf;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.runtime.c.CFunction.Gate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tensors and their bytes. Source: nrt-api.md §4.3. */
@SuppressWarnings("MemberName") // the names of the C API
public sealed interface TensorFunctions permits LibNrt {
    /** For this package only. */
    Library library();

    /**
     * Allocates a tensor on the device or the host.
     *
     * @param vnc the logical core whose HBM is used; ignored on the host
     * @param name null for none
     */
    @CFunction(
            statuses = {NRT_INVALID, NRT_RESOURCE},
            section = "4.3")
    default NrtStatus nrt_tensor_allocate(
            @Nullable TensorPlacement placement,
            int vnc,
            long size,
            @Nullable String name,
            @Nullable Out<NrtTensor> tensor) {
        return library().reported("nrt_tensor_allocate", vnc, call -> {
            TensorPlacement place = Library.require(placement);
            Library.require(tensor).set(TensorCalls.allocate(call, library().profile(), place, vnc, size, name));
        });
    }

    /** Makes a tensor without bytes. */
    @CFunction(statuses = NRT_INVALID, section = "4.3")
    default NrtStatus nrt_tensor_allocate_empty(@Nullable String name, @Nullable Out<NrtTensor> tensor) {
        return library()
                .done(
                        "nrt_tensor_allocate_empty",
                        call -> Library.require(tensor).set(TensorCalls.allocateEmpty(call, name)));
    }

    /** Puts the caller's memory behind a tensor, in place of its own; the caller keeps it alive. */
    @CFunction(statuses = NRT_INVALID, section = "4.3")
    default NrtStatus nrt_tensor_attach_buffer(@Nullable NrtTensor tensor, @Nullable ByteBuf buffer, long size) {
        return library().done("nrt_tensor_attach_buffer", call -> TensorCalls.attach(call, tensor, buffer, size));
    }

    /** Makes a tensor that shares bytes of another and keeps them alive; offsets of slices of slices add up. */
    @CFunction(statuses = NRT_INVALID, section = "4.3")
    default NrtStatus nrt_tensor_allocate_slice(
            @Nullable NrtTensor source,
            long offset,
            long size,
            @Nullable String name,
            @Nullable Out<NrtTensor> tensor) {
        return library().reported("nrt_tensor_allocate_slice", 0, call -> {
            Out<NrtTensor> out = Library.require(tensor);
            out.set(TensorCalls.slice(call, source, offset, size, name));
        });
    }

    /** Frees a tensor and sets the caller's handle to null; the bytes go with the last slice. */
    @CFunction(statuses = NRT_INVALID, section = "4.3")
    default NrtStatus nrt_tensor_free(@Nullable Out<NrtTensor> tensor) {
        return library().done("nrt_tensor_free", call -> {
            Out<NrtTensor> out = Library.require(tensor);
            TensorCalls.free(call, out.value().orElse(null));
            out.clear();
        });
    }

    /** Copies from a tensor to the buffer, from its index 0 on; waits for queued requests that write it. */
    @CFunction(statuses = NRT_INVALID, section = "4.3")
    default NrtStatus nrt_tensor_read(@Nullable NrtTensor tensor, @Nullable ByteBuf buffer, long offset, long size) {
        return library().reported("nrt_tensor_read", 0, call -> TensorCalls.read(call, tensor, buffer, offset, size));
    }

    /** Copies from the buffer, from its index 0 on, to a tensor; waits for queued requests that use it. */
    @CFunction(statuses = NRT_INVALID, section = "4.3")
    default NrtStatus nrt_tensor_write(@Nullable NrtTensor tensor, @Nullable ByteBuf buffer, long offset, long size) {
        return library().reported("nrt_tensor_write", 0, call -> TensorCalls.write(call, tensor, buffer, offset, size));
    }

    /**
     * Does several reads of several tensors, in order.
     *
     * @param unsafe does not wait for queued requests
     */
    @CFunction(statuses = NRT_INVALID, section = "4.3")
    default NrtStatus nrt_tensor_read_batch(@Nullable List<NrtTensorBatch> batches, boolean unsafe) {
        return library()
                .reported(
                        "nrt_tensor_read_batch",
                        0,
                        call -> Library.require(batches)
                                .forEach(batch -> TensorCalls.batch(call, batch, unsafe, false)));
    }

    /**
     * Does several writes of several tensors, in order.
     *
     * @param unsafe does not wait for queued requests
     */
    @CFunction(statuses = NRT_INVALID, section = "4.3")
    default NrtStatus nrt_tensor_write_batch(@Nullable List<NrtTensorBatch> batches, boolean unsafe) {
        return library()
                .reported(
                        "nrt_tensor_write_batch",
                        0,
                        call -> Library.require(batches)
                                .forEach(batch -> TensorCalls.batch(call, batch, unsafe, true)));
    }

    /** Copies between tensors; on devices only within one HBM. */
    @CFunction(statuses = NRT_INVALID, section = "4.3")
    default NrtStatus nrt_tensor_copy(
            @Nullable NrtTensor source, long sourceOffset, @Nullable NrtTensor target, long targetOffset, long size) {
        return library()
                .reported(
                        "nrt_tensor_copy",
                        0,
                        call -> TensorCalls.copy(call, source, sourceOffset, target, targetOffset, size));
    }

    /** Fills bytes of a tensor. */
    @CFunction(statuses = NRT_INVALID, section = "4.3")
    default NrtStatus nrt_tensor_memset(@Nullable NrtTensor tensor, long offset, int value, long size) {
        return library()
                .reported("nrt_tensor_memset", 0, call -> TensorCalls.fill(call, tensor, offset, (byte) value, size));
    }

    /** Returns the bytes of the tensor; 0 for null. */
    @CFunction(gate = Gate.NONE, section = "4.3")
    default long nrt_tensor_get_size(@Nullable NrtTensor tensor) {
        return tensor == null ? 0 : tensor.size();
    }

    /** Returns the address of the tensor's bytes in the process; 0, which is null, outside of INIT. */
    @CFunction(gate = Gate.NONE, section = "4.3")
    default long nrt_tensor_get_va(@Nullable NrtTensor tensor) {
        return TensorCalls.virtualAddress(library(), tensor);
    }

    /** Stores where a device tensor lies; NRT_INVALID for one on the host. */
    @CFunction(statuses = NRT_INVALID, section = "4.3")
    default NrtStatus nrt_tensor_get_device_allocation_info(
            @Nullable NrtTensor tensor, @Nullable Out<DeviceAllocationInfo> info) {
        return library()
                .done(
                        "nrt_tensor_get_device_allocation_info",
                        call -> Library.require(info).set(TensorCalls.allocationInfo(call, tensor)));
    }

    /**
     * Waits until requests have written a tensor so many times.
     *
     * @param timeoutMicros microseconds; negative for ever, with a warning after 30 seconds
     */
    @CFunction(
            gate = Gate.NONE,
            statuses = {NRT_INVALID, NRT_TIMEOUT},
            section = "4.3")
    default NrtStatus nrt_tensor_check_output_completion(
            @Nullable NrtTensor tensor, long timeoutMicros, long expected) {
        return TensorCalls.checkCompletion(library(), tensor, timeoutMicros, expected);
    }

    /** Counts the requests that write a tensor from 0 again. */
    @CFunction(gate = Gate.NONE, statuses = NRT_INVALID, section = "4.3")
    default NrtStatus nrt_tensor_reset_output_completion(@Nullable NrtTensor tensor) {
        return Library.ungated(() -> Library.require(tensor).resetCompletions());
    }
}
