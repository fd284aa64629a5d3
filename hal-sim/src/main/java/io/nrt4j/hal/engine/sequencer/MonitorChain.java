package io.nrt4j.hal.engine.sequencer;

import io.nrt4j.hal.isa.WaitMode;
import java.util.List;

/** Tells several monitors the same things, in their order. */
final class MonitorChain implements ExecutionMonitor {
    private final List<ExecutionMonitor> monitors;
    private final boolean watchesMemory;

    MonitorChain(List<ExecutionMonitor> monitors) {
        this.monitors = monitors;
        this.watchesMemory = monitors.stream().anyMatch(ExecutionMonitor::watchesMemory);
    }

    @Override
    public boolean watchesMemory() {
        return watchesMemory;
    }

    @Override
    public void begun() {
        monitors.forEach(ExecutionMonitor::begun);
    }

    @Override
    public void issued(Sequencer sequencer, ReadySlot slot) {
        monitors.forEach(m -> m.issued(sequencer, slot));
    }

    @Override
    public void completed(Sequencer sequencer, ReadySlot slot) {
        monitors.forEach(m -> m.completed(sequencer, slot));
    }

    @Override
    public void waited(Actor actor, SyncObject object, WaitMode mode, long threshold) {
        monitors.forEach(m -> m.waited(actor, object, mode, threshold));
    }

    @Override
    public void updated(Actor actor, SyncObject object, long before, long after) {
        monitors.forEach(m -> m.updated(actor, object, before, after));
    }

    @Override
    public void handed(Actor by, Actor to, int stream, long end) {
        monitors.forEach(m -> m.handed(by, to, stream, end));
    }

    @Override
    public void took(Actor actor, Actor owner, int stream, long end) {
        monitors.forEach(m -> m.took(actor, owner, stream, end));
    }

    @Override
    public void transferring(Actor actor, String what) {
        monitors.forEach(m -> m.transferring(actor, what));
    }

    @Override
    public void transferred(Actor actor, long bytes) {
        monitors.forEach(m -> m.transferred(actor, bytes));
    }

    @Override
    public void read(Actor actor, MemoryAccess access) {
        monitors.forEach(m -> m.read(actor, access));
    }

    @Override
    public void written(Actor actor, MemoryAccess access) {
        monitors.forEach(m -> m.written(actor, access));
    }

    @Override
    public void moved(Actor actor, MemoryMove move) {
        monitors.forEach(m -> m.moved(actor, move));
    }

    @Override
    public void notified(Sequencer sequencer, Notification notification) {
        monitors.forEach(m -> m.notified(sequencer, notification));
    }
}
