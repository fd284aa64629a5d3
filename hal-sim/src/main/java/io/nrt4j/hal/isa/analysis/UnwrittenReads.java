package io.nrt4j.hal.isa.analysis;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.AccessPattern;
import io.nrt4j.hal.isa.Generation;
import io.nrt4j.hal.isa.Instruction;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.TensorAccess;
import io.nrt4j.hal.isa.TensorAccesses;
import io.nrt4j.hal.isa.analysis.ByteMap.Partitions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The on-chip bytes that a core's programs read and that no instruction and no transfer of theirs ever writes.
 *
 * <p>Order is not looked at: a byte that is written after it was read counts as written. Accesses by register, and
 * transfers whose place in the state buffer is not known before they run, are left out on both sides; where such a
 * transfer may write anywhere, {@link #isComplete()} is false.
 */
public final class UnwrittenReads {
    /** Patterns with more elements than a partition has bytes touch bytes repeatedly; their hull is taken instead. */
    private static final long MOST_ELEMENTS = 1 << 16;

    private final CorePrograms programs;
    private final ByteMap sbuf;
    private final ByteMap psum;
    private final List<UnwrittenRead> reads = new ArrayList<>();
    private boolean complete = true;

    private UnwrittenReads(CorePrograms programs) {
        this.programs = programs;
        this.sbuf = new ByteMap(programs.generation().sbufUsable());
        this.psum = new ByteMap(programs.generation().psumUsable());
    }

    /**
     * A read of a byte that nobody writes.
     *
     * @param slot the reading slot
     * @param operand name of the operand
     * @param isPsum which memory
     * @param partition the first partition concerned
     * @param offset the first byte concerned, within the partition
     * @param inLaneBlock whether the instruction moves whole blocks of 32 partitions, of which the program may use a
     *     few: compilers leave the others unwritten on purpose
     */
    public record UnwrittenRead(
            SlotReference slot, String operand, boolean isPsum, int partition, int offset, boolean inLaneBlock) {
        @Override
        public String toString() {
            return "%s reads %s partition %d byte 0x%x (%s), which nothing writes"
                    .formatted(slot, isPsum ? "PSUM" : "SBUF", partition, offset, operand);
        }
    }

    /** Analyses a core's programs. */
    public static UnwrittenReads of(CorePrograms programs) {
        UnwrittenReads analysis = new UnwrittenReads(programs);
        analysis.run();
        return analysis;
    }

    private void run() {
        StateBufferTransfers transfers = new StateBufferTransfers(programs);
        complete = transfers.allPlacesKnown();
        transfers.writes().forEach(access -> {
            for (StateBufferTransfers.Run run : StateBufferTransfers.runs(access, programs.generation())) {
                sbuf.set(run.offset(), run.bytes(), run.partitions());
            }
        });
        Set<TensorAccess> written = new HashSet<>();
        forEachAccess((slot, access) -> {
            if (access.isWrite() && written.add(access)) {
                forEachRun(access, (map, offset, bytes, partitions) -> map.set(offset, bytes, partitions));
            }
        });
        Map<TensorAccess, Optional<Place>> missing = new HashMap<>();
        forEachAccess((slot, access) -> {
            if (!access.isWrite()) {
                missing.computeIfAbsent(access, this::firstUnwritten)
                        .ifPresent(place -> reads.add(new UnwrittenRead(
                                slot,
                                access.name(),
                                place.isPsum(),
                                place.partition(),
                                place.offset(),
                                movesLaneBlocks(slot))));
            }
        });
    }

    /** A byte of one of the memories. */
    private record Place(boolean isPsum, int partition, int offset) {}

    private boolean movesLaneBlocks(SlotReference slot) {
        Opcode opcode = programs.of(slot.engine()).get(slot.slot()).opcode();
        return opcode == Opcode.STREAM_SHUFFLE || opcode == Opcode.STREAM_TRANSPOSE;
    }

    private Optional<Place> firstUnwritten(TensorAccess access) {
        List<Place> found = new ArrayList<>();
        forEachRun(access, (map, offset, bytes, partitions) -> {
            int unset = found.isEmpty() ? map.firstUnset(offset, bytes, partitions) : -1;
            if (unset >= 0) {
                found.add(new Place(map == psum, map.unset(unset, partitions).first(), unset));
            }
        });
        return found.stream().findFirst();
    }

    @FunctionalInterface
    private interface AccessVisitor {
        void visit(SlotReference slot, TensorAccess access);
    }

    private void forEachAccess(AccessVisitor visitor) {
        for (EngineType engine : EngineType.values()) {
            List<Instruction> instructions = programs.of(engine);
            for (int i = 0; i < instructions.size(); i++) {
                for (TensorAccess access : TensorAccesses.of(instructions.get(i))) {
                    if (access.isStatic()) {
                        visitor.visit(new SlotReference(engine, i), access);
                    }
                }
            }
        }
    }

    @FunctionalInterface
    private interface RunVisitor {
        void visit(ByteMap map, long offset, long bytes, Partitions partitions);
    }

    /** The contiguous byte runs of an access; innermost elements that touch each other are one run. */
    private void forEachRun(TensorAccess access, RunVisitor visitor) {
        Generation generation = programs.generation();
        AccessPattern pattern = access.pattern();
        ByteMap map = pattern.start().isPsum(generation) ? psum : sbuf;
        Partitions partitions = Partitions.range(pattern.start().partition(generation), access.partitions());
        long elements = pattern.elements();
        if (elements == 0) {
            return;
        }
        if (elements > MOST_ELEMENTS) {
            long first = access.firstByte(generation);
            visitor.visit(map, first, access.endByte(generation) - first, partitions);
            return;
        }
        int elementBytes = access.elementBytes() * access.width();
        long base = pattern.start().byteInPartition(generation);
        boolean joined = pattern.step(0) == access.width() || pattern.count(0) == 1;
        long inner = joined ? pattern.count(0) : 1;
        for (long i = 0; i < elements; i += inner) {
            visitor.visit(map, base + pattern.offset(i) * access.elementBytes(), inner * elementBytes, partitions);
        }
    }

    /** The reads, one per operand: the first byte that nothing writes. */
    public List<UnwrittenRead> reads() {
        return List.copyOf(reads);
    }

    /** Whether every write of the programs was taken into account. */
    public boolean isComplete() {
        return complete;
    }
}
