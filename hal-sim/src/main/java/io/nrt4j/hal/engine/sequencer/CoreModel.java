package io.nrt4j.hal.engine.sequencer;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.device.Device;
import io.nrt4j.hal.device.NeuronCore;
import io.nrt4j.hal.engine.operand.OnChipMemories;
import io.nrt4j.hal.isa.Generation;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** One physical core of a running machine: its memories and counters, and its five sequencers. */
public final class CoreModel {
    private final int index;
    private final Device device;
    private final NeuronCore core;
    private final OnChipMemories memories;
    private final SyncPort sync;
    private final ExecutionMonitor monitor;
    private Consumer<Notification> receiver = notification -> {};
    private final Map<EngineType, Sequencer> sequencers = new EnumMap<>(EngineType.class);

    /**
     * A core whose sequencers stand still.
     *
     * @param index number of the core in the machine
     */
    public CoreModel(int index, Device device, NeuronCore core, ExecutionMonitor monitor) {
        this.index = index;
        this.device = device;
        this.core = core;
        this.memories = new OnChipMemories(Generation.of(device.arch()), core.stateBuffer(), core.psum());
        this.sync = new SyncPort(index, core.semaphores(), core.events(), monitor);
        this.monitor = monitor;
    }

    /** Gives the core its sequencers; once. */
    public void build(EngineBus bus, OperationDecoder decoder) {
        for (EngineType engine : EngineType.values()) {
            sequencers.put(engine, new Sequencer(this, engine, bus, decoder));
        }
    }

    /** Sends notifications to a receiver, besides the monitor. */
    public void onNotification(Consumer<Notification> receiver) {
        this.receiver = receiver;
    }

    void notified(Notification notification) {
        receiver.accept(notification);
    }

    /** Number of the core in the machine. */
    public int index() {
        return index;
    }

    public Device device() {
        return device;
    }

    /** The core of the device. */
    public NeuronCore core() {
        return core;
    }

    public Generation generation() {
        return memories.generation();
    }

    public OnChipMemories memories() {
        return memories;
    }

    /** Device address of the state buffer. */
    public long stateBuffer() {
        return device.addressMap().tpb(core.index());
    }

    public SyncPort sync() {
        return sync;
    }

    public ExecutionMonitor monitor() {
        return monitor;
    }

    public Sequencer sequencer(EngineType engine) {
        Sequencer sequencer = sequencers.get(engine);
        if (sequencer == null) {
            throw new IllegalStateException("core " + index + " has no sequencers yet");
        }
        return sequencer;
    }

    /** The five sequencers in engine order. */
    public List<Sequencer> sequencers() {
        return List.copyOf(sequencers.values());
    }
}
