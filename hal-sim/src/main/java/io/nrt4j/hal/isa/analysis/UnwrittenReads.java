package io.nrt4j.hal.isa.analysis;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.AccessPattern;
import io.nrt4j.hal.isa.Generation;
import io.nrt4j.hal.isa.Instruction;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.TensorAccess;
import io.nrt4j.hal.isa.TensorAccesses;
import io.nrt4j.hal.isa.analysis.ByteMap.Partitions;
import io.nrt4j.hal.isa.check.TransferAccess;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The on-chip bytes that a core's programs read and that no instruction and no transfer of theirs ever writes.
 *
 * <p>Order is not looked at: a byte that is written after it was read counts as written. Where something may write that
 * only shows when it runs (an address in a register, an instruction whose operands are not known, a transfer to an
 * absolute address), or where there is too much to look at, nothing can be said: {@link #isComplete()} is false and
 * there are no reads.
 */
public final class UnwrittenReads {
    /** Patterns with more elements than a partition has bytes touch bytes repeatedly; their hull is taken instead. */
    private static final long MOST_ELEMENTS = 1 << 16;
    /** Bytes looked at, far above what any program of the known sizes needs and below what a person would notice. */
    private static final long MOST_BYTES = 1L << 28;
    /** Compute instructions that fill a memory of their engine. */
    private static final Set<Opcode> WRITE_NOTHING_ON_CHIP = EnumSet.of(
            Opcode.LDWEIGHTS, Opcode.LDWEIGHTS_MX, Opcode.LDTAGS, Opcode.PE_MANAGE_SEED, Opcode.POOL_BUFFER_LOAD);

    private final CorePrograms programs;
    private final ByteMap sbuf;
    private final ByteMap psum;
    private final List<UnwrittenRead> reads = new ArrayList<>();
    private boolean complete = true;
    private long bytesLeft = MOST_BYTES;

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
        complete = transfers.allPlacesKnown() && everyWriteIsKnown();
        if (complete) {
            collectWrites(transfers);
            collectReads();
        }
        if (!complete) {
            reads.clear();
        }
    }

    private boolean everyWriteIsKnown() {
        return Arrays.stream(EngineType.values())
                .flatMap(engine -> programs.of(engine).stream())
                .allMatch(UnwrittenReads::isWriteKnown);
    }

    private static boolean isWriteKnown(Instruction slot) {
        List<TensorAccess> writes =
                TensorAccesses.of(slot).stream().filter(TensorAccess::isWrite).toList();
        return switch (slot.opcode().opcodeClass()) {
            case COMPUTE ->
                writes.stream().allMatch(TensorAccess::isStatic)
                        && (!writes.isEmpty() || WRITE_NOTHING_ON_CHIP.contains(slot.opcode()));
            case CONTROL, PSEUDO ->
                switch (slot.opcode()) {
                    case WRITE, TENSOR_STORE, PSEUDO_TENSOR_STORE -> false;
                    default -> true;
                };
            case DMA, SENTINEL -> !writes.isEmpty() && writes.stream().allMatch(TensorAccess::isStatic);
        };
    }

    private void collectWrites(StateBufferTransfers transfers) {
        for (TransferAccess access : transfers.writes()) {
            for (StateBufferTransfers.Run run : StateBufferTransfers.runs(access, programs.generation())) {
                if (!spend(run.bytes())) {
                    return;
                }
                sbuf.set(run.offset(), run.bytes(), run.partitions());
            }
        }
        Set<TensorAccess> written = new HashSet<>();
        forEachAccess((slot, access) -> {
            if (access.isWrite() && written.add(access)) {
                forEachRun(access, (map, offset, bytes, partitions) -> map.set(offset, bytes, partitions));
            }
        });
    }

    private void collectReads() {
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

    /** Counts the bytes of one more run; false when there were too many. */
    private boolean spend(long bytes) {
        bytesLeft -= 1 + Math.max(0, bytes);
        complete &= bytesLeft > 0;
        return complete;
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
            long first = Math.max(0, access.firstByte(generation));
            long bytes = Math.min(map.bytesPerPartition(), access.endByte(generation)) - first;
            if (spend(bytes)) {
                visitor.visit(map, first, bytes, partitions);
            }
            return;
        }
        int elementBytes = access.elementBytes() * access.width();
        long base = pattern.start().byteInPartition(generation);
        boolean joined = pattern.step(0) == access.width() || pattern.count(0) == 1;
        long inner = joined ? pattern.count(0) : 1;
        for (long i = 0; i < elements && spend(inner * elementBytes); i += inner) {
            visitor.visit(map, base + pattern.offset(i) * access.elementBytes(), inner * elementBytes, partitions);
        }
    }

    /** The reads, one per operand: the first byte that nothing writes. */
    public List<UnwrittenRead> reads() {
        return List.copyOf(reads);
    }

    /** Whether every access of the programs was taken into account. */
    public boolean isComplete() {
        return complete;
    }
}
