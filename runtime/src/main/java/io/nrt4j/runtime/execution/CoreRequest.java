package io.nrt4j.runtime.execution;

import io.netty.buffer.ByteBuf;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.dma.DmaRegisters;
import io.nrt4j.hal.dma.DmaSide;
import io.nrt4j.hal.dma.QueueRegister;
import io.nrt4j.hal.engine.machine.HostMemory;
import io.nrt4j.hal.engine.machine.Interpreter;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.hal.memory.AddressMap;
import io.nrt4j.hal.memory.Bus;
import io.nrt4j.hal.memory.LittleEndian;
import io.nrt4j.loader.image.CoreProgram;
import io.nrt4j.loader.image.EngineImage;
import io.nrt4j.loader.image.ReservedSync;
import io.nrt4j.loader.image.StaticQueue;
import io.nrt4j.loader.variable.VariableTable;

/**
 * Requests on one core: bound tensors, the descriptors of the request and of the I/O switch, the doorbell.
 *
 * <p>The first request enters the images at their start, which sets the engines up and goes on with the inference; later
 * ones wake PE from its wait. Source: exec.md §3, image-assembly.md §14.
 */
final class CoreRequest {
    /** The longest request of any image profile. */
    private static final int REQUEST_BYTES = 52;

    private static final int RELOAD = 0x2C;
    private static final int LOAD_TABLES = 0x30;

    private final Interpreter machine;
    private final int index;
    private final int rank;
    private final AddressMap map;
    private final CoreProgram program;
    private final GraphBinding binding;

    CoreRequest(
            Interpreter machine, int index, int rank, AddressMap map, CoreProgram program, VariableTable variables) {
        this.machine = machine;
        this.index = index;
        this.rank = rank;
        this.map = map;
        this.program = program;
        this.binding = new GraphBinding(program, variables, machine.bus(index));
    }

    int rank() {
        return rank;
    }

    void verify(TensorBindings bindings) {
        binding.verify(bindings);
    }

    /** Tells the check of uninitialised reads what a request must not rely on. */
    void undefine(TensorBindings bindings) {
        binding.forEachUndefined(bindings, (address, size) -> machine.undefine(index, address, size));
    }

    /** Stages a request and rings its doorbell. */
    void post(TensorBindings bindings) {
        Bus device = machine.bus(index);
        HostMemory host = machine.hostMemory(index);
        binding.bind(bindings, device);
        machine.setCollectives(index, binding.collectives(bindings));
        boolean first = !machine.isStarted(index);
        boolean waits = !first || waitsAtStart();
        RequestRing ring = new RequestRing(device, host, map, program.core());
        if (waits) {
            ring.write(request(first), program.request()).setEvent(ReservedSync.HW_EXEC_QUEUE_REQUEST_LOAD);
        }
        appendSwitch(ring, bindings, host);
        ring.arm();
        if (first) {
            device.write(program.request(), request(true), 0, REQUEST_BYTES);
            for (EngineImage image : program.images()) {
                machine.start(index, image.engine(), image.address());
            }
        }
        if (waits) {
            device.writeInt(map.semaphoreIncrement(program.core(), ReservedSync.INFERENCE_START), 1);
        }
    }

    /** Images of old runtimes go from their set-up into the wait; newer ones jump over it. */
    private boolean waitsAtStart() {
        EngineImage image = program.image(EngineType.PE);
        int last = image.sections().programStart() - 1;
        ByteBuf bytes = image.content();
        return last < 0 || Slot.at(bytes, last * Slot.BYTES).opcodeCode() != Opcode.COMPARE_BRANCH.code();
    }

    private static byte[] request(boolean first) {
        byte[] request = new byte[REQUEST_BYTES];
        if (first) {
            LittleEndian.setInt(request, RELOAD, 1);
            LittleEndian.setInt(request, LOAD_TABLES, 1);
        }
        return request;
    }

    /** As many descriptors as PE's doorbell starts: two ring bases per engine and set, the table pointer, the event. */
    private void appendSwitch(RequestRing ring, TensorBindings bindings, HostMemory host) {
        DmaRegisters registers = DmaRegisters.of(map, program.core());
        int before = ring.descriptors();
        for (StaticQueue queue : program.queues()) {
            for (int engine = 0; queue.isIo() && engine < queue.set().engines(); engine++) {
                boolean switched = queue.set().touchesTensor(engine, DmaSide.M2S)
                        || queue.set().touchesTensor(engine, DmaSide.S2M);
                for (DmaSide side : DmaSide.values()) {
                    if (switched) {
                        ring.writeLong(
                                queue.rings().address(engine, side),
                                registers.register(engine, side, queue.set().index(), QueueRegister.RING_BASE_LOW));
                    }
                }
            }
        }
        program.argsTable()
                .ifPresent(pointer -> ring.writeLong(
                        host.map(bytes(binding.addressTable(bindings).orElse(new long[0]))), pointer));
        ring.setEvent(ReservedSync.IOQ_CODE_SWITCH);
        if (ring.descriptors() - before != program.switchDescriptors()) {
            throw new IllegalStateException("%d switch descriptors, the image starts %d"
                    .formatted(ring.descriptors() - before, program.switchDescriptors()));
        }
    }

    private static byte[] bytes(long[] words) {
        byte[] bytes = new byte[words.length * Long.BYTES];
        for (int i = 0; i < words.length; i++) {
            LittleEndian.setLong(bytes, i * Long.BYTES, words[i]);
        }
        return bytes;
    }
}
