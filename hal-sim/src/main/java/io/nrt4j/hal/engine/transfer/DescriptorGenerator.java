package io.nrt4j.hal.engine.transfer;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.fault.MachineFaultException;
import io.nrt4j.hal.engine.sequencer.Actor;
import io.nrt4j.hal.engine.sequencer.ExecutionMonitor;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * The dynamic DMA queue of one engine: transfers that its instructions issued, carried out in the order of issue.
 *
 * <p>A real queue spreads a transfer over sixteen rings; here it is one step, which no waiter can tell apart, since
 * all wait for the whole increment. Source: dma.md §8.3, §9 item 8; exec-corpus.md §3 item 7.
 */
public final class DescriptorGenerator implements Actor {
    private final int core;
    private final EngineType engine;
    private final ExecutionMonitor monitor;
    private final Queue<TransferTask> tasks = new ArrayDeque<>();
    private long issued;
    private boolean begun;

    public DescriptorGenerator(int core, EngineType engine, ExecutionMonitor monitor) {
        this.core = core;
        this.engine = engine;
        this.monitor = monitor;
    }

    void issue(Actor by, TransferTask task) {
        issued++;
        monitor.handed(by, this, 0, issued);
        tasks.add(task);
    }

    @Override
    public int core() {
        return core;
    }

    @Override
    public String label() {
        return "dynamic DMA of " + engine;
    }

    @Override
    public boolean isReady() {
        return !tasks.isEmpty();
    }

    @Override
    public void step() {
        TransferTask task = tasks.element();
        monitor.took(this, this, 0, issued - tasks.size() + 1);
        if (!begun) {
            monitor.transferring(this, task.describe());
        }
        try {
            begun = !task.advance(this);
            if (!begun) {
                tasks.remove();
                monitor.transferred(this, task.bytes());
                task.complete(this);
            }
        } catch (RuntimeException e) {
            throw MachineFaultException.atActor(InstructionFaultException.of(e, FaultKind.BAD_OPERAND), core, label());
        }
    }

    /** Transfers issued and not carried out. */
    public int outstanding() {
        return tasks.size();
    }
}
