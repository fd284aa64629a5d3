package io.nrt4j.runtime.c;

import io.netty.buffer.ByteBuf;
import io.nrt4j.hal.device.Device;
import io.nrt4j.hal.device.LogicalCore;
import io.nrt4j.hal.memory.DeviceMemory;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.variable.OutOfMemoryReport;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What stands behind {@link DeviceFunctions}. Source: nrt-api.md §4.3. */
final class DeviceCalls {
    private static final LogMessage MEMORY_TABLE = LogMessage.error("TDRV", "log_dev_mem_usage_table", "%s");

    private DeviceCalls() {}

    static int exportBuffer(ApiCall call, long address, long size) {
        Session session = call.session();
        boolean mapped = !session.isFake()
                && session.configuration().peerToPeer()
                && size > 0
                && MappedDevices.find(session.instance(), address, size).isPresent();
        if (!mapped) {
            throw ApiCall.misuse();
        }
        return session.newDescriptor();
    }

    static NrtStatus copyToDevice(Library library, long address, @Nullable ByteBuf source, long size) {
        return Library.ungated(() -> {
            ByteBuf bytes = Library.require(source);
            if (size < 0 || size > bytes.capacity()) {
                throw ApiCall.misuse();
            }
            boolean copied = library.guard()
                    .peek(session -> copy(session, address, bytes, (int) size))
                    .orElse(false);
            if (!copied) {
                throw ApiCall.misuse();
            }
        });
    }

    private static boolean copy(Session session, long address, ByteBuf source, int size) {
        Optional<MappedDevices.Range> range = MappedDevices.find(session.instance(), address, size);
        if (range.isPresent()) {
            range.get().memory().write(range.get().address(), source.slice(0, size));
            return true;
        }
        Optional<NrtTensor.Use> tensor = session.hostTensor(address, size).flatMap(NrtTensor::use);
        tensor.ifPresent(use -> {
            try (use) {
                if (use.storage() instanceof TensorStorage.OnHost host) {
                    host.memory().write(address - host.virtualAddress(), source.slice(0, size));
                }
            }
        });
        return tensor.isPresent();
    }

    static void mapHbm(ApiCall call, int device, int hbm, Out<Long> address, Out<Long> size) {
        Session session = call.session();
        if (session.isFake()) {
            throw ApiCall.misuse();
        }
        boolean exists = device >= 0
                && device < session.instance().devices().size()
                && hbm >= 0
                && hbm < session.instance().device(device).geometry().hbm().count();
        if (!exists) {
            throw new CallFailedException(NrtStatus.NRT_INVALID_HANDLE);
        }
        DeviceMemory memory = session.instance().device(device).hbm(hbm);
        address.set(MappedDevices.virtual(device, memory.base()));
        size.set(memory.size());
    }

    static Map<Integer, Integer> routing(Session session) {
        Map<Integer, Integer> routing = new TreeMap<>();
        for (Device device : session.instance().devices()) {
            routing.put(device.index(), device.index());
        }
        return routing;
    }

    static void printMemory(ApiCall call, Library library, int vnc) {
        call.requireCore(vnc);
        call.nlog().log(MEMORY_TABLE, memoryTable(call, library, vnc));
    }

    static String memoryTable(ApiCall call, Library library, int vnc) {
        call.requireCore(vnc);
        LogicalCore core = call.session().core(vnc);
        return new OutOfMemoryReport(library.profile(), core.size())
                .table(core.device(), core.core(0).index());
    }
}
