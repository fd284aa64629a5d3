package io.nrt4j.runtime.trace;

import io.netty.buffer.Unpooled;
import io.nrt4j.hal.engine.sequencer.Actor;
import io.nrt4j.hal.engine.sequencer.ExecutionMonitor;
import io.nrt4j.hal.engine.sequencer.ReadySlot;
import io.nrt4j.hal.engine.sequencer.Sequencer;
import io.nrt4j.hal.isa.Instruction;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.PeOperands;
import io.nrt4j.hal.isa.Slot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts what a run does: instructions by engine and opcode, operations of the matrix engine, bytes by queue. */
public final class RunProfile implements ExecutionMonitor {
    private static final int OPCODES = 256;

    private final MachineNames names;
    private final IdentityHashMap<Sequencer, EngineCounts> engines = new IdentityHashMap<>();
    private final IdentityHashMap<Actor, TransferCounts> transfers = new IdentityHashMap<>();

    private static final class EngineCounts {
        private final long[] instructions = new long[OPCODES];
        private final IdentityHashMap<ReadySlot, Long> operations = new IdentityHashMap<>();
        private long flops;
    }

    private static final class TransferCounts {
        private long packets;
        private long bytes;
    }

    /**
     * What one engine did.
     *
     * @param core the core's name
     * @param flops floating-point operations of matrix products, two per multiplication with addition; the passes of a
     *     fp32 product count one by one
     * @param opcodes how often each ran, the most frequent first
     */
    public record EngineView(String core, String engine, long instructions, long flops, Map<String, Long> opcodes) {}

    /** What one DMA queue, descriptor generator or collective engine moved; source bytes. */
    public record QueueView(String core, String queue, long packets, long bytes) {}

    /** All counts; engines and queues that did nothing are left out. */
    public record View(List<EngineView> engines, List<QueueView> queues) {}

    public RunProfile(MachineNames names) {
        this.names = names;
    }

    @Override
    public void completed(Sequencer sequencer, ReadySlot slot) {
        EngineCounts counts = engines.computeIfAbsent(sequencer, s -> new EngineCounts());
        counts.instructions[slot.opcode()]++;
        if (slot.opcode() == Opcode.MATMUL.code()) {
            counts.flops += counts.operations.computeIfAbsent(slot, s -> operations(sequencer, s));
        }
    }

    private static long operations(Sequencer sequencer, ReadySlot slot) {
        Slot bytes = Slot.at(Unpooled.wrappedBuffer(slot.bytes()), 0);
        Instruction instruction =
                Instruction.decode(bytes, sequencer.coreModel().generation());
        return instruction.operands() instanceof PeOperands.MatMul product && product.transpose() == 0
                ? 2L * product.rows() * product.cols() * product.src().elements()
                : 0;
    }

    @Override
    public void transferred(Actor actor, long bytes) {
        TransferCounts counts = transfers.computeIfAbsent(actor, a -> new TransferCounts());
        counts.packets++;
        counts.bytes += bytes;
    }

    /** The counts so far. */
    public View view() {
        return new View(engineViews(), queueViews());
    }

    private List<EngineView> engineViews() {
        List<EngineView> views = new ArrayList<>();
        engines.keySet().stream()
                .sorted(Comparator.comparingInt(Sequencer::core).thenComparing(Sequencer::engine))
                .forEach(sequencer -> views.add(view(sequencer)));
        return views;
    }

    private EngineView view(Sequencer sequencer) {
        EngineCounts counts = engines.getOrDefault(sequencer, new EngineCounts());
        Map<String, Long> byName = new TreeMap<>();
        long total = 0;
        for (int code = 0; code < OPCODES; code++) {
            if (counts.instructions[code] > 0) {
                total += counts.instructions[code];
                String hex = "0x%02x".formatted(code);
                byName.put(Opcode.fromCode(code).map(Enum::name).orElse(hex), counts.instructions[code]);
            }
        }
        Map<String, Long> opcodes = new LinkedHashMap<>();
        byName.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .forEach(e -> opcodes.put(e.getKey(), e.getValue()));
        return new EngineView(names.core(sequencer.core()), sequencer.engine().name(), total, counts.flops, opcodes);
    }

    /** The rings of a queue together. */
    private List<QueueView> queueViews() {
        Map<Integer, Map<String, TransferCounts>> sums = new TreeMap<>();
        transfers.forEach((actor, counts) -> {
            TransferCounts sum = sums.computeIfAbsent(actor.core(), c -> new TreeMap<>())
                    .computeIfAbsent(names.queue(actor), q -> new TransferCounts());
            sum.packets += counts.packets;
            sum.bytes += counts.bytes;
        });
        List<QueueView> views = new ArrayList<>();
        sums.forEach((core, queues) -> queues.forEach(
                (queue, counts) -> views.add(new QueueView(names.core(core), queue, counts.packets, counts.bytes))));
        return views;
    }
}
