package io.nrt4j.runtime.c;

import io.netty.buffer.ByteBuf;
import io.nrt4j.hal.device.LogicalCore;
import io.nrt4j.hal.memory.AllocationException;
import io.nrt4j.hal.memory.AllocationException.Errno;
import io.nrt4j.hal.memory.AllocationRequest;
import io.nrt4j.hal.memory.DeviceMemory;
import io.nrt4j.hal.memory.MemoryUsage;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.profile.RuntimeProfile;
import io.nrt4j.loader.variable.OutOfMemoryReport;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The functions of the API that work on tensors. Source: nrt-api.md §4.3. */
final class TensorCalls {
    private static final LogMessage ALLOCATE_FAILED =
            LogMessage.error("TDRV", "tensor_allocate", "Failed to allocate %lu bytes on DEVICE for tensor %s.");
    /** The runtime's own text is not known. */
    private static final String NO_CORE = "Invalid logical core %d, the runtime has %d";

    private static final String READ_FAILED = "Failed to read nrt tensor %s";
    private static final String WRITE_FAILED = "Failed to write nrt tensor %s";
    private static final String SLICE_FAILED = "Failed to set nrt tensor slice with src: %s";
    private static final String OTHER_HBM = "Tensors must be allocated on same HBM (SRC: %u) (DST: %u)";
    private static final LogMessage NULL_TENSOR = LogMessage.error(
            "NRT",
            "nrt_tensor_check_output_completion",
            "The given tensor is null. Please provide valid function arguments.");
    /** The runtime's own text is not known. */
    private static final LogMessage STILL_WAITING = LogMessage.warn(
            "NRT", "nrt_tensor_check_output_completion", "Still waiting for output completion of tensor %s");

    private static final LogMessage UNEXPECTED_STATE =
            LogMessage.error("NRT", "nrt_tensor_get_va", "Unexpected runtime state: %s");
    private static final long UNBOUNDED_WARNING_SECONDS = 30;
    /** The name of a tensor without one in lines about memory. */
    private static final String UNKNOWN = "UNKNOWN";

    private TensorCalls() {}

    static NrtTensor allocate(
            ApiCall call,
            RuntimeProfile profile,
            TensorPlacement placement,
            int vnc,
            long size,
            @Nullable String name) {
        Session session = call.session();
        TensorStorage storage;
        if (session.isFake()) {
            storage = new TensorStorage.Nothing();
        } else if (placement == TensorPlacement.DEVICE) {
            storage = onDevice(call, profile, vnc, size, name);
        } else {
            storage = onHost(call, size, name);
        }
        return register(session, name, new StorageHandle(storage, size), 0, size);
    }

    private static TensorStorage onDevice(
            ApiCall call, RuntimeProfile profile, int vnc, long size, @Nullable String name) {
        Session session = call.session();
        if (!session.cores().has(vnc)) {
            throw call.fail(NrtStatus.NRT_INVALID, NO_CORE, vnc, session.cores().count());
        }
        LogicalCore core = session.core(vnc);
        String hint = name == null ? UNKNOWN : name;
        AllocationRequest request = new AllocationRequest(core.core(0).index(), MemoryUsage.TENSOR, size, 0, hint);
        try {
            return new TensorStorage.OnDevice(
                    core.device().heap().allocate(request),
                    core.device().heap(),
                    vnc,
                    core.device().index());
        } catch (AllocationException e) {
            if (e.errno() == Errno.ENOMEM) {
                new OutOfMemoryReport(
                                profile, core.size(), session.configuration().memoryTables())
                        .print(core.device(), request, call.nlog());
            }
            call.nlog().log(ALLOCATE_FAILED, size, hint);
            throw new CallFailedException(NrtStatus.NRT_RESOURCE);
        }
    }

    private static TensorStorage onHost(ApiCall call, long size, @Nullable String name) {
        if (size < 0) {
            throw call.fail(
                    NrtStatus.NRT_RESOURCE, "Failed to allocate memory for tensor %s", name == null ? UNKNOWN : name);
        }
        return new TensorStorage.OnHost(
                new DeviceMemory(0, size), call.session().newHostAddress(size));
    }

    static NrtTensor allocateEmpty(ApiCall call, @Nullable String name) {
        return register(call.session(), name, new StorageHandle(new TensorStorage.Nothing(), 0), 0, 0);
    }

    static void attach(ApiCall call, @Nullable NrtTensor tensor, @Nullable ByteBuf buffer, long size) {
        ByteBuf memory = Library.require(buffer);
        if (size < 0 || size > memory.capacity()) {
            throw ApiCall.misuse();
        }
        StorageHandle borrowed = new StorageHandle(new TensorStorage.Borrowed(memory), size);
        if (!own(call, tensor).attach(borrowed)) {
            throw ApiCall.misuse();
        }
    }

    static NrtTensor slice(ApiCall call, @Nullable NrtTensor source, long offset, long size, @Nullable String name) {
        // Not closed: the slice takes the use over.
        NrtTensor.Use use = use(call, source);
        if (!use.covers(offset, size)) {
            use.close();
            throw call.fail(
                    NrtStatus.NRT_INVALID, SLICE_FAILED, own(call, source).name());
        }
        return register(call.session(), name, use.handle(), use.offset() + offset, size);
    }

    static void free(ApiCall call, @Nullable NrtTensor tensor) {
        NrtTensor owned = own(call, tensor);
        if (!owned.free()) {
            throw ApiCall.misuse();
        }
        call.session().unregister(owned);
    }

    /** Copies to the buffer from its index 0 on; its indices do not move. */
    static void read(ApiCall call, @Nullable NrtTensor tensor, @Nullable ByteBuf buffer, long offset, long size) {
        try (NrtTensor.Use use = use(call, tensor)) {
            use.handle().awaitWriters();
            if (!read(use, Library.require(buffer), offset, size)) {
                throw call.fail(
                        NrtStatus.NRT_INVALID, READ_FAILED, own(call, tensor).name());
            }
        }
    }

    /** Copies from the buffer from its index 0 on; its indices do not move. */
    static void write(ApiCall call, @Nullable NrtTensor tensor, @Nullable ByteBuf buffer, long offset, long size) {
        try (NrtTensor.Use use = use(call, tensor)) {
            use.handle().awaitUsers();
            if (!write(use, Library.require(buffer), offset, size)) {
                throw call.fail(
                        NrtStatus.NRT_INVALID, WRITE_FAILED, own(call, tensor).name());
            }
        }
    }

    /**
     * The operations of one tensor of a batch, one after the other.
     *
     * @param unsafe whether requests that use the tensor are not waited for
     */
    static void batch(ApiCall call, NrtTensorBatch batch, boolean unsafe, boolean writes) {
        try (NrtTensor.Use use = use(call, batch.tensor())) {
            if (!unsafe && writes) {
                use.handle().awaitUsers();
            } else if (!unsafe) {
                use.handle().awaitWriters();
            }
            for (NrtTensorBatch.Operation operation : batch.operations()) {
                boolean done = writes
                        ? write(use, operation.buffer(), operation.offset(), operation.size())
                        : read(use, operation.buffer(), operation.offset(), operation.size());
                if (!done) {
                    throw call.fail(
                            NrtStatus.NRT_INVALID,
                            writes ? WRITE_FAILED : READ_FAILED,
                            batch.tensor().name());
                }
            }
        }
    }

    /** False for a range that is not in the tensor or the buffer. */
    static boolean read(NrtTensor.Use use, ByteBuf buffer, long offset, long size) {
        if (!use.covers(offset, size) || size > buffer.capacity()) {
            return false;
        }
        use.storage().copyTo(use.offset() + offset, new TensorStorage.Borrowed(buffer), 0, size);
        return true;
    }

    /** False for a range that is not in the tensor or the buffer. */
    static boolean write(NrtTensor.Use use, ByteBuf buffer, long offset, long size) {
        if (!use.covers(offset, size) || size > buffer.capacity()) {
            return false;
        }
        new TensorStorage.Borrowed(buffer).copyTo(0, use.storage(), use.offset() + offset, size);
        return true;
    }

    static void fill(ApiCall call, @Nullable NrtTensor tensor, long offset, byte value, long size) {
        try (NrtTensor.Use use = use(call, tensor)) {
            if (!use.covers(offset, size)) {
                throw ApiCall.misuse();
            }
            use.handle().awaitUsers();
            use.storage().fill(use.offset() + offset, size, value);
        }
    }

    static void copy(
            ApiCall call,
            @Nullable NrtTensor source,
            long sourceOffset,
            @Nullable NrtTensor target,
            long targetOffset,
            long size) {
        try (NrtTensor.Use from = use(call, source);
                NrtTensor.Use to = use(call, target)) {
            requireCopyable(call, from, sourceOffset, to, targetOffset, size);
            from.handle().awaitWriters();
            to.handle().awaitUsers();
            copy(from, sourceOffset, to, targetOffset, size);
        }
    }

    /** Refuses copies between HBMs, and ranges that are not in the tensors. */
    static void requireCopyable(
            ApiCall call, NrtTensor.Use from, long sourceOffset, NrtTensor.Use to, long targetOffset, long size) {
        int fromHbm = from.storage().hbm();
        int toHbm = to.storage().hbm();
        if (fromHbm >= 0 && toHbm >= 0 && !sameHbm(from.storage(), to.storage())) {
            throw call.fail(NrtStatus.NRT_INVALID, OTHER_HBM, fromHbm, toHbm);
        }
        if (!from.covers(sourceOffset, size) || !to.covers(targetOffset, size)) {
            throw ApiCall.misuse();
        }
    }

    static void copy(NrtTensor.Use from, long sourceOffset, NrtTensor.Use to, long targetOffset, long size) {
        from.storage().copyTo(from.offset() + sourceOffset, to.storage(), to.offset() + targetOffset, size);
    }

    /** HBMs of one number on two devices are not the same. */
    private static boolean sameHbm(TensorStorage a, TensorStorage b) {
        return a instanceof TensorStorage.OnDevice x
                && b instanceof TensorStorage.OnDevice y
                && x.allocation().memory() == y.allocation().memory();
    }

    static DeviceAllocationInfo allocationInfo(ApiCall call, @Nullable NrtTensor tensor) {
        try (NrtTensor.Use use = use(call, tensor)) {
            if (use.storage() instanceof TensorStorage.OnDevice device) {
                return new DeviceAllocationInfo(
                        device.allocation().address() + use.offset(),
                        device.allocation().allocatedSize(),
                        device.hbm());
            }
            throw ApiCall.misuse();
        }
    }

    /** The address that stands for the tensor's in this process; 0 where there is none. */
    static long virtualAddress(Library library, @Nullable NrtTensor tensor) {
        RuntimeState state = library.guard().state();
        if (state != RuntimeState.INIT) {
            library.nlog().log(UNEXPECTED_STATE, state.text());
            return 0;
        }
        return tensor == null ? 0 : tensor.use().map(TensorCalls::addressOf).orElse(0L);
    }

    private static long addressOf(NrtTensor.Use use) {
        try (use) {
            return use.storage().address().stream()
                    .map(address -> address + use.offset())
                    .findFirst()
                    .orElse(0);
        }
    }

    static NrtStatus checkCompletion(Library library, @Nullable NrtTensor tensor, long timeoutMicros, long expected) {
        Nlog nlog = library.nlog();
        if (tensor == null) {
            nlog.log(NULL_TENSOR);
            return NrtStatus.NRT_INVALID;
        }
        try {
            if (timeoutMicros >= 0) {
                boolean reached = tensor.awaitCompletions(expected, TimeUnit.MICROSECONDS.toNanos(timeoutMicros));
                return reached ? NrtStatus.NRT_SUCCESS : NrtStatus.NRT_TIMEOUT;
            }
            while (!tensor.awaitCompletions(expected, TimeUnit.SECONDS.toNanos(UNBOUNDED_WARNING_SECONDS))) {
                nlog.log(STILL_WAITING, tensor.name());
            }
            return NrtStatus.NRT_SUCCESS;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return NrtStatus.NRT_TIMEOUT;
        }
    }

    /** The tensor's bytes; refuses null, a freed tensor, and one of an earlier session. */
    static NrtTensor.Use use(ApiCall call, @Nullable NrtTensor tensor) {
        return own(call, tensor).use().orElseThrow(ApiCall::misuse);
    }

    private static NrtTensor own(ApiCall call, @Nullable NrtTensor tensor) {
        if (tensor == null || tensor.session() != call.session()) {
            throw ApiCall.misuse();
        }
        return tensor;
    }

    private static NrtTensor register(
            Session session, @Nullable String name, StorageHandle handle, long offset, long size) {
        NrtTensor tensor = new NrtTensor(session, name == null ? NrtTensor.UNNAMED : name, handle, offset, size);
        session.register(tensor);
        return tensor;
    }
}
