package io.nrt4j.loader.image;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.dma.DmaRegisters;
import io.nrt4j.hal.dma.DmaSide;
import io.nrt4j.hal.dma.QueueRegister;
import io.nrt4j.hal.isa.DmaAddress;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.hal.memory.AddressMap;
import io.nrt4j.loader.manifest.Variable;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Answers every demand with the address that the real runtime's allocator chose, read out of the recorded images.
 *
 * <p>Rings whose base register is 0 at load get an address that is in no image, so that a wrong one shows.
 */
final class RecordedAddresses implements ImageMemory, VariableAddresses {
    private static final long NOT_RECORDED = 0x7777_7000L;

    private final RecordedImage recorded;
    private final SourceGraph graph;
    private final RuntimeRegisters registers;
    private final Map<Integer, Long> variables = new HashMap<>();

    RecordedAddresses(RecordedImage recorded, SourceGraph graph, AddressMap map, int core) {
        this.recorded = recorded;
        this.graph = graph;
        this.registers = new RuntimeRegisters(map, core);
        for (EngineType engine : EngineType.values()) {
            collectVariables(engine);
        }
    }

    @Override
    public long place(MemoryDemand demand) {
        MemoryDemand.Use use = demand.use();
        if (use instanceof MemoryDemand.QueueRing ring) {
            return ringBase(ring.engine(), ring.side(), ring.index());
        }
        if (use instanceof MemoryDemand.TableRingMemory ring) {
            return ringBase(registers.tableEngine(ring.engine()), ring.side(), DmaRegisters.RUNTIME_QUEUE);
        }
        if (use instanceof MemoryDemand.Image image) {
            return recorded.address(image.engine());
        }
        if (use instanceof MemoryDemand.ArgsTablePointer) {
            return recorded.loadedInto(130).orElseThrow();
        }
        if (use == MemoryDemand.Resident.EXECUTION_REQUEST) {
            return recorded.loadedInto(0).orElseThrow();
        }
        if (use == MemoryDemand.Resident.POOL_LIBRARY) {
            return recorded.library().orElse(NOT_RECORDED);
        }
        return NOT_RECORDED;
    }

    private long ringBase(int engine, DmaSide side, int queue) {
        long register = registers.dma().register(engine, side, queue, QueueRegister.RING_BASE_LOW);
        long base = recorded.stored(register).orElse(0);
        return base == 0 ? NOT_RECORDED : base;
    }

    @Override
    public Optional<Variable> variable(int varId) {
        return graph.definition().variable(varId);
    }

    @Override
    public long resolve(int varId, long offset, long size) {
        boolean stateBuffer = variable(varId).orElseThrow() instanceof Variable.StateBuffer;
        return offset + (stateBuffer ? registers.stateBuffer() : variables.getOrDefault(varId, NOT_RECORDED));
    }

    @Override
    public void checkRange(int varId, long offset, long size) {
        // What the real runtime loaded is in range.
    }

    /** The k-th dynamic DMA of a program is the k-th DMAMEMCPY of its image. */
    private void collectVariables(EngineType engine) {
        SourceProgram program = graph.program(engine);
        int image = 0;
        for (int i = 0; i < program.slots(); i++) {
            if (program.opcode(i) != 0xD4) {
                continue;
            }
            while (recorded.slot(engine, image).opcodeCode() != 0xB8) {
                image++;
            }
            for (int field : new int[] {16, 40}) {
                remember(program.slot(i), recorded.slot(engine, image), field);
            }
            image++;
        }
    }

    private void remember(Slot source, Slot loaded, int field) {
        DmaAddress address = new DmaAddress(source.i64(field));
        if (address.form() == DmaAddress.Form.VARIABLE) {
            variables.putIfAbsent(address.id(), loaded.i64(field) - Integer.toUnsignedLong(address.offset()));
        }
    }
}
