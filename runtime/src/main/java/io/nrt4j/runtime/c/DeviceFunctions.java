package io.nrt4j.runtime.c;

import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_FAILURE;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_INVALID;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_INVALID_HANDLE;

import io.netty.buffer.ByteBuf;
import io.nrt4j.hal.device.LogicalCore;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.runtime.c.CFunction.Gate;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Device memory as the process sees it, its accounting, and the place of devices on the host. Source: nrt-api.md §4.3. */
@SuppressWarnings("MemberName") // the names of the C API
public sealed interface DeviceFunctions permits LibNrt {
    /** For this package only. */
    Library library();

    /**
     * Stores used bytes and the limit of a logical core's memory.
     *
     * @param size bytes of the caller's struct
     * @param written bytes that were stored
     */
    @CFunction(statuses = NRT_INVALID, since = "2.27", section = "4.3")
    default NrtStatus nrt_get_vnc_memory_stats(
            int vnc, @Nullable Out<VncMemoryStats> stats, long size, @Nullable Out<Long> written) {
        library().requireSince("nrt_get_vnc_memory_stats", 2, 27);
        return library().done("nrt_get_vnc_memory_stats", call -> {
            call.requireCore(vnc);
            LogicalCore core = call.session().core(vnc);
            Library.require(stats).set(new VncMemoryStats(core.memoryUsed(), core.memoryLimit()));
            Library.require(written).set(Math.min(size, VncMemoryStats.BYTES));
        });
    }

    /** Stores a number that stands for a DMA buffer of mapped memory; NRT_INVALID without P2P or on a fake instance. */
    @CFunction(statuses = NRT_INVALID, section = "4.3")
    default NrtStatus nrt_get_dmabuf_fd(long address, long size, @Nullable Out<Integer> descriptor) {
        return library()
                .done(
                        "nrt_get_dmabuf_fd",
                        call -> Library.require(descriptor).set(DeviceCalls.exportBuffer(call, address, size)));
    }

    /**
     * Copies to an address that {@code nrt_tensor_get_va} or {@code nrt_get_hbm_mmap_va} gave; NRT_INVALID for one behind
     * which there is nothing, where the C function crashes.
     *
     * @param source read from its index 0 on
     */
    @CFunction(gate = Gate.NONE, statuses = NRT_INVALID, section = "4.3")
    default NrtStatus nrt_memcpy_to_device(long address, @Nullable ByteBuf source, long size) {
        return DeviceCalls.copyToDevice(library(), address, source, size);
    }

    /** Stores where an HBM begins in the process, and its bytes; NRT_INVALID_HANDLE for one that there is not. */
    @CFunction(
            statuses = {NRT_INVALID, NRT_INVALID_HANDLE},
            section = "4.3")
    default NrtStatus nrt_get_hbm_mmap_va(int device, int hbm, @Nullable Out<Long> address, @Nullable Out<Long> size) {
        return library()
                .done(
                        "nrt_get_hbm_mmap_va",
                        call -> DeviceCalls.mapHbm(call, device, hbm, Library.require(address), Library.require(size)));
    }

    /** Stores the host's number of a device, which is its own. */
    @CFunction(statuses = NRT_INVALID, since = "2.31", section = "4.3")
    default NrtStatus nrt_host_device_id_get(int device, @Nullable Out<Integer> hostDevice) {
        library().requireSince("nrt_host_device_id_get", 2, 31);
        return library().done("nrt_host_device_id_get", call -> {
            if (device < 0 || device >= call.session().instance().devices().size()) {
                throw ApiCall.misuse();
            }
            Library.require(hostDevice).set(device);
        });
    }

    /** Stores the routing ids of all devices by the host's numbers, which is the identity. */
    @CFunction(statuses = NRT_INVALID, since = "2.31", section = "4.3")
    default NrtStatus nrt_host_device_id_rid_map_get(@Nullable Out<Map<Integer, Integer>> routing) {
        library().requireSince("nrt_host_device_id_rid_map_get", 2, 31);
        return library()
                .done(
                        "nrt_host_device_id_rid_map_get",
                        call -> Library.require(routing).set(DeviceCalls.routing(call.session())));
    }

    /** Would store the PCI address of a device's network adapter; there is none, so NRT_FAILURE. */
    @CFunction(statuses = NRT_FAILURE, since = "2.31", section = "4.3")
    default NrtStatus nrt_get_attached_efa_bdf(int device, @Nullable Out<String> address) {
        library().requireSince("nrt_get_attached_efa_bdf", 2, 31);
        return library().gated("nrt_get_attached_efa_bdf", call -> NRT_FAILURE);
    }

    /** Prints the table of a logical core's memory, as a failed allocation does. */
    @CFunction(statuses = NRT_INVALID, since = "2.33", section = "4.8")
    default NrtStatus nrt_debug_log_oom_report(int vnc) {
        library().requireSince("nrt_debug_log_oom_report", 2, 33);
        return library().done("nrt_debug_log_oom_report", call -> DeviceCalls.printMemory(call, library(), vnc));
    }

    /** Stores the table of a logical core's memory as text; what the C function writes and where is not known. */
    @CFunction(statuses = NRT_INVALID, since = "2.33", section = "4.8")
    default NrtStatus nrt_dump_device_allocation_info(int vnc, @Nullable Out<String> text) {
        library().requireSince("nrt_dump_device_allocation_info", 2, 33);
        return library()
                .done(
                        "nrt_dump_device_allocation_info",
                        call -> Library.require(text).set(DeviceCalls.memoryTable(call, library(), vnc)));
    }
}
