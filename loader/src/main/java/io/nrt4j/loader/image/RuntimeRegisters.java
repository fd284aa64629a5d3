package io.nrt4j.loader.image;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.Geometry;
import io.nrt4j.hal.dma.DmaRegisters;
import io.nrt4j.hal.dma.DmaSide;
import io.nrt4j.hal.dma.QueueRegister;
import io.nrt4j.hal.memory.AddressMap;

/**
 * The registers that the runtime's own slots write, for one physical core.
 *
 * <p>Source: image-assembly.md §7-§9, hal.md §4.2.
 */
final class RuntimeRegisters {
    private final AddressMap map;
    private final int core;
    private final DmaRegisters dma;

    RuntimeRegisters(AddressMap map, int core) {
        this.map = map;
        this.core = core;
        this.dma = DmaRegisters.of(map, core);
    }

    Arch arch() {
        return map.geometry().arch();
    }

    /** How many events and semaphores the core has. */
    Geometry.Sync sync() {
        return map.geometry().sync();
    }

    /** First address of the core's state buffer. */
    long stateBuffer() {
        return map.tpb(core);
    }

    DmaRegisters dma() {
        return dma;
    }

    /** A local register of an engine; offsets differ between sunda and later chips. */
    long local(EngineType engine, int offset) {
        return map.localRegisters(core, engine) + offset;
    }

    /** The word that reads the count of pending inferences. */
    long inferenceStartCount() {
        return map.semaphoreRead(core, ReservedSync.INFERENCE_START);
    }

    /** The word whose write adds to a semaphore of this core. */
    long semaphoreIncrement(int semaphore) {
        return map.semaphoreIncrement(core, semaphore);
    }

    /** The word whose write sets or clears an event of this core. */
    long event(int event) {
        return map.event(core, event);
    }

    /** The DMA engine whose queue 14 fetches execution requests and switches the I/O rings. */
    int executionEngine() {
        return sundaOrOlder() ? 9 : 5;
    }

    /** The DMA engine whose queue 14 loads an engine's tables. ACT's place on sunda is an analogy (§9.1). */
    int tableEngine(EngineType engine) {
        int act = sundaOrOlder() ? 10 : 9;
        return engine == EngineType.ACT ? act : act + 1;
    }

    /** The doorbell of the execution and I/O-switch ring. */
    long executionDoorbell(DmaSide side) {
        return dma.register(executionEngine(), side, DmaRegisters.RUNTIME_QUEUE, QueueRegister.TAIL_INCREMENT);
    }

    /**
     * A register beside the notification queues that P227 and P225 zero before they start; its purpose is unknown.
     *
     * @param engine ACT, POOL or DVE
     */
    long notificationControl(EngineType engine) {
        int place = switch (engine) {
            case POOL -> 0x100;
            case ACT -> 0x200;
            case DVE -> 0x300;
            case PE, SP -> throw new IllegalArgumentException(engine + " has none");
        };
        return map.notifications(core) - 0x1000 + 0x10 + place;
    }

    /**
     * The words in firmware memory through which sunda's older images are switched: +0 switch requested, +4 switch now,
     * +8 scratch of the bound check. Another core than 0 was never seen; its words are taken to follow.
     */
    long switchWords() {
        return map.bases().miscRam() + 0xC0 + core * 0x10L;
    }

    /** Sunda's flag of a failed bound check, a local register of POOL. */
    long boundCheckFlag() {
        return local(EngineType.POOL, 0x848);
    }

    /**
     * The host trigger of the top-SP that serves a collective stream; a core has as many top-SPs as divide evenly.
     * Source: hal.md §4.2.
     */
    long topSpTrigger(int stream) {
        int perCore = Math.max(1, map.geometry().topSps() / map.geometry().cores());
        return map.topSp(core * perCore + stream % perCore) + (sundaOrOlder() ? 0x60848 : 0x615A0);
    }

    /** The place of one of ACT's four tables in the engine. Source: hal.md §2.3. */
    long actTable(int table) {
        int[] places = {0x100000, 0x120000, 0x140000, 0x180000};
        return map.engine(core, EngineType.ACT) + places[table];
    }

    /** The place of one of DVE's tables in the engine. Source: hal.md §3.4, where sunda's are not given. */
    long dveTable(DveTable table) {
        boolean mariana = arch() == Arch.MARIANA;
        int place = switch (table) {
            case DATAPATH -> mariana ? 0x7B000 : 0x82000;
            case CONTROL_FAST -> mariana ? 0x79000 : 0x80000;
            case CONTROL_SLOW -> mariana ? 0x7A000 : 0x81000;
            case OPCODE -> mariana ? 0x7F000 : 0x86000;
            case PARAMETERS -> mariana ? 0x80000 : 0x87000;
        };
        return map.engine(core, EngineType.DVE) + place;
    }

    private boolean sundaOrOlder() {
        return arch() == Arch.SUNDA || arch() == Arch.TONGA;
    }
}
