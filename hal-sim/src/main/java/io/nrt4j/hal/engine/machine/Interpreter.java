package io.nrt4j.hal.engine.machine;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.device.Device;
import io.nrt4j.hal.dma.CollectiveOp;
import io.nrt4j.hal.engine.check.MachineChecks;
import io.nrt4j.hal.engine.collective.CollectiveExchange;
import io.nrt4j.hal.engine.numeric.ElementCodecs;
import io.nrt4j.hal.engine.numeric.Fp8Config;
import io.nrt4j.hal.engine.sequencer.Actor;
import io.nrt4j.hal.engine.sequencer.ExecutionMonitor;
import io.nrt4j.hal.engine.sequencer.Notification;
import io.nrt4j.hal.engine.sequencer.Sequencer;
import io.nrt4j.hal.memory.Bus;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The machine that runs programs slot by slot.
 *
 * <p>One thread at a time may use it. The devices' memories belong to whoever made the devices; nothing else may change
 * them while a run is under way.
 */
public final class Interpreter implements Machine {
    private static final int STEPS_BETWEEN_CHECKS = 1024;

    private final MachineOptions options;
    private final ExecutionMonitor monitor;
    private final MachineChecks checks;
    private final List<MachineCore> cores = new ArrayList<>();
    private final IdentityHashMap<Device, MachineBus> buses = new IdentityHashMap<>();
    private final IdentityHashMap<Device, HostMemory> hosts = new IdentityHashMap<>();
    private final List<Notification> notifications = new ArrayList<>();
    private final List<Set<EngineType>> finished = new ArrayList<>();
    private final List<Actor> actors = new ArrayList<>();
    private int actingQueues;
    private long steps;

    /** A machine of some cores, whose sequencers stand still. */
    public Interpreter(List<CoreSpec> specs, MachineOptions options) {
        this.options = options;
        this.checks = new MachineChecks(
                options.checks(), specs.stream().map(CoreSpec::device).toList());
        this.monitor = ExecutionMonitor.all(List.of(options.monitor(), checks.monitor()));
        MachineOptions watched = options.withMonitor(monitor);
        Map<Integer, CollectiveExchange> exchanges = new HashMap<>();
        for (CoreSpec spec : specs) {
            MachineBus bus = buses.computeIfAbsent(spec.device(), this::bus);
            CollectiveExchange exchange = exchanges.computeIfAbsent(
                    spec.graph(), g -> new CollectiveExchange(options.world(), new ElementCodecs(Fp8Config.DEFAULT)));
            MachineCore core = new MachineCore(cores.size(), spec, bus, exchange, watched);
            core.model().onNotification(this::notified);
            bus.add(core);
            cores.add(core);
            finished.add(EnumSet.noneOf(EngineType.class));
        }
    }

    private MachineBus bus(Device device) {
        HostMemory host = new HostMemory(device.addressMap().hostWindow());
        hosts.put(device, host);
        return new MachineBus(device, host, monitor);
    }

    /** Starts an engine at a slot of its image. */
    public void start(int core, EngineType engine, long address) {
        cores.get(core).model().sequencer(engine).start(address);
    }

    /** Says which collective operations the triggers of a core's program name; their addresses are bound. */
    public void setCollectives(int core, List<CollectiveOp> operations) {
        cores.get(core).setCollectives(operations);
    }

    /**
     * Says that a stretch of device memory holds nothing that a program may rely on; of interest to the check of
     * uninitialised reads only.
     *
     * @param core a core of the device
     * @param address device address in an HBM
     * @param length bytes
     */
    public void undefine(int core, long address, long length) {
        checks.undefine(core, address, length);
    }

    /** Whether any engine of a core was started. */
    public boolean isStarted(int core) {
        return cores.get(core).model().sequencers().stream().anyMatch(Sequencer::isRunning);
    }

    /** The address space of a core's device as the host uses it between runs. */
    public Bus bus(int core) {
        Device device = cores.get(core).model().device();
        MachineBus bus = buses.get(device);
        if (bus == null) {
            throw new IllegalStateException("core " + core + " has no bus");
        }
        return bus;
    }

    /** The host's memory as a core's device sees it. */
    public HostMemory hostMemory(int core) {
        HostMemory host = hosts.get(cores.get(core).model().device());
        if (host == null) {
            throw new IllegalStateException("core " + core + " has no host memory");
        }
        return host;
    }

    @Override
    public RunResult run(RunLimits limits) {
        notifications.clear();
        finished.forEach(Set::clear);
        steps = 0;
        monitor.begun();
        long deadline = System.nanoTime() + limits.time().toNanos();
        long nextCheck = STEPS_BETWEEN_CHECKS;
        while (!isFinished()) {
            int taken = options.schedule().advance(actors());
            if (taken == 0) {
                throw deadlock();
            }
            steps += taken;
            if (steps >= nextCheck) {
                nextCheck = steps + STEPS_BETWEEN_CHECKS;
                limits.progress().accept(steps);
                if (System.nanoTime() - deadline > 0) {
                    throw new WatchdogException(limits.time(), steps, engineReports());
                }
            }
        }
        return new RunResult(steps, notifications);
    }

    /** What the engines have told the host since the last run began, however that run ended. */
    public List<Notification> notifications() {
        return List.copyOf(notifications);
    }

    /** All actors; DMA queues join when they are first used. */
    private List<Actor> actors() {
        int queues = 0;
        for (MachineCore core : cores) {
            queues += core.dma().queues().size();
        }
        if (actors.isEmpty() || queues != actingQueues) {
            actingQueues = queues;
            actors.clear();
            cores.forEach(core -> actors.addAll(core.actors()));
        }
        return actors;
    }

    private void notified(Notification notification) {
        notifications.add(notification);
        if (notification.isEnd()) {
            finished.get(notification.core()).add(notification.engine());
        }
    }

    private boolean isFinished() {
        return finished.stream().allMatch(engines -> engines.size() == EngineType.values().length);
    }

    private DeadlockException deadlock() {
        List<String> outstanding = new ArrayList<>();
        boolean inCollectives = false;
        for (MachineCore core : cores) {
            core.outstanding()
                    .forEach(line -> outstanding.add("core " + core.model().index() + " " + line));
            if (core.collectives().outstanding() > 0) {
                inCollectives = true;
                outstanding.add(
                        core.collectives().label() + ": " + core.collectives().waiting());
            }
        }
        return new DeadlockException(engineReports(), outstanding, inCollectives);
    }

    private List<EngineReport> engineReports() {
        List<EngineReport> reports = new ArrayList<>();
        for (MachineCore core : cores) {
            for (Sequencer sequencer : core.model().sequencers()) {
                String waiting = sequencer.isRunning() ? sequencer.waiting() : "";
                reports.add(new EngineReport(
                        sequencer.core(),
                        sequencer.engine(),
                        sequencer.programCounter(),
                        sequencer.isRunning()
                                ? sequencer.current().disassemble().text()
                                : "",
                        waiting,
                        state(sequencer, waiting)));
            }
        }
        return reports;
    }

    private EngineReport.State state(Sequencer sequencer, String waiting) {
        if (finished.get(sequencer.core()).contains(sequencer.engine())) {
            return EngineReport.State.FINISHED;
        }
        if (!sequencer.isRunning()) {
            return EngineReport.State.HALTED;
        }
        return waiting.isEmpty() ? EngineReport.State.READY : EngineReport.State.WAITING;
    }
}
