package io.nrt4j.hal.engine.operand;

import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.numeric.ElementBits;
import io.nrt4j.hal.engine.numeric.ElementCodec;
import io.nrt4j.hal.isa.AccessPattern;
import io.nrt4j.hal.isa.OnChipAddress;
import io.nrt4j.hal.memory.PartitionedMemory;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * A tensor operand in on-chip memory: the same elements in each of a number of neighbouring partitions ("channels").
 *
 * <p>Elements are numbered in the reading order of the pattern, dimension 0 innermost. Bounds and alignment are checked
 * once, when the operand is made. Source: isa.md §4.1, §4.2, §7 rule 4.
 */
public final class OnChipOperand {
    /** More than any partition holds: the emulator's own bound on what a broken pattern may ask for. */
    private static final int MAX_ELEMENTS = 1 << 18;

    private final PartitionedMemory memory;
    private final boolean inPsum;
    private final int firstPartition;
    private final int channels;
    private final ElementCodec codec;
    private final int offset;
    private final int elements;
    private final int runElements;
    private final int runStride;
    private final int[] counts;
    private final int[] strides;
    private final int lowestByte;
    private final int highestByte;

    private OnChipOperand(OnChipMemories.Place place, AccessPattern pattern, ElementCodec codec, int channels) {
        this.memory = place.memory();
        this.inPsum = place.inPsum();
        this.firstPartition = place.partition();
        this.channels = channels;
        this.codec = codec;
        this.offset = place.offset();
        this.elements = elements(pattern);
        int bytes = codec.bytes();
        int[] loops = loops(pattern);
        int inner = innerLoops(pattern, loops);
        int run = 1;
        for (int i = 0; i < inner; i++) {
            run *= pattern.count(loops[i]);
        }
        this.runElements = run;
        this.runStride = inner == 0 ? bytes : pattern.step(loops[0]) * bytes;
        this.counts = new int[loops.length - inner];
        this.strides = new int[loops.length - inner];
        for (int i = inner; i < loops.length; i++) {
            counts[i - inner] = pattern.count(loops[i]);
            strides[i - inner] = pattern.step(loops[i]) * bytes;
        }
        this.lowestByte = Math.toIntExact(offset + pattern.lowestOffset() * bytes);
        this.highestByte = Math.toIntExact(offset + pattern.highestOffset() * bytes + bytes - 1);
    }

    /**
     * Binds a pattern.
     *
     * @param channels number of partitions, 1 to 128
     * @throws InstructionFaultException where the operand leaves the memory or is not aligned
     */
    public static OnChipOperand bind(OnChipMemories memories, AccessPattern pattern, ElementCodec codec, int channels) {
        OnChipAddress start = pattern.start();
        OnChipOperand operand = new OnChipOperand(memories.place(start), pattern, codec, channels);
        operand.check(pattern);
        return operand;
    }

    private static int elements(AccessPattern pattern) {
        long product = 1;
        for (int d = 0; d < pattern.rank(); d++) {
            product *= pattern.count(d);
            if (product > MAX_ELEMENTS) {
                throw new InstructionFaultException(
                        FaultKind.BAD_OPERAND, "operand " + pattern + " has more than " + MAX_ELEMENTS + " elements");
            }
        }
        if (product == 0) {
            throw new InstructionFaultException(FaultKind.BAD_OPERAND, "operand " + pattern + " has no elements");
        }
        return (int) product;
    }

    /** The dimensions that repeat. */
    private static int[] loops(AccessPattern pattern) {
        return IntStream.range(0, pattern.rank())
                .filter(d -> pattern.count(d) != 1)
                .toArray();
    }

    /** How many of the innermost loops walk on by one constant distance, so that they are one run. */
    private static int innerLoops(AccessPattern pattern, int[] loops) {
        if (loops.length == 0) {
            return 0;
        }
        int inner = 1;
        long covered = pattern.count(loops[0]);
        while (inner < loops.length && pattern.step(loops[inner]) == covered * pattern.step(loops[0])) {
            covered *= pattern.count(loops[inner]);
            inner++;
        }
        return inner;
    }

    private void check(AccessPattern pattern) {
        if (channels < 1 || firstPartition + channels > memory.partitions()) {
            throw new InstructionFaultException(
                    FaultKind.OUT_OF_BOUNDS,
                    "operand %s takes partitions %d to %d of %d"
                            .formatted(pattern, firstPartition, firstPartition + channels - 1, memory.partitions()));
        }
        if (lowestByte < 0 || highestByte >= memory.activeBytes()) {
            throw new InstructionFaultException(
                    FaultKind.OUT_OF_BOUNDS,
                    "operand %s takes bytes %d to %d of a partition of %d bytes"
                            .formatted(pattern, lowestByte, highestByte, memory.activeBytes()));
        }
        if (offset % codec.bytes() != 0) {
            throw new InstructionFaultException(
                    FaultKind.MISALIGNED,
                    "operand %s of %s starts at byte %d"
                            .formatted(pattern, codec.type().text(), offset));
        }
    }

    public PartitionedMemory memory() {
        return memory;
    }

    public boolean inPsum() {
        return inPsum;
    }

    public int firstPartition() {
        return firstPartition;
    }

    /** Number of partitions. */
    public int channels() {
        return channels;
    }

    /** Elements in each partition. */
    public int elements() {
        return elements;
    }

    public ElementCodec codec() {
        return codec;
    }

    /** Offset of the first element in its partition, bytes. */
    public int offset() {
        return offset;
    }

    /** Lowest byte of a partition that the operand touches. */
    public int lowestByte() {
        return lowestByte;
    }

    /** Highest byte of a partition that the operand touches. */
    public int highestByte() {
        return highestByte;
    }

    /** Reads the elements of a channel as fp32 values, in reading order. */
    public void read(int channel, float[] out) {
        byte[] bytes = memory.partition(firstPartition + channel);
        if (counts.length == 0) {
            codec.widen(bytes, offset, runStride, runElements, out, 0);
            return;
        }
        int at = 0;
        for (RunWalk walk = new RunWalk(); walk.hasNext(); walk.advance()) {
            codec.widen(bytes, walk.offset, runStride, runElements, out, at);
            at += runElements;
        }
    }

    /** Rounds values to the element type and stores them in a channel. */
    public void write(int channel, float[] in) {
        byte[] bytes = memory.partition(firstPartition + channel);
        if (counts.length == 0) {
            codec.narrow(in, 0, runElements, bytes, offset, runStride);
            return;
        }
        int at = 0;
        for (RunWalk walk = new RunWalk(); walk.hasNext(); walk.advance()) {
            codec.narrow(in, at, runElements, bytes, walk.offset, runStride);
            at += runElements;
        }
    }

    /** Reads the elements of a channel as bits, zero-extended. */
    public void readBits(int channel, long[] out) {
        byte[] bytes = memory.partition(firstPartition + channel);
        int size = codec.bytes();
        int at = 0;
        for (RunWalk walk = new RunWalk(); walk.hasNext(); walk.advance()) {
            for (int i = 0; i < runElements; i++) {
                out[at++] = ElementBits.get(bytes, walk.offset + i * runStride, size);
            }
        }
    }

    /** Stores the low bits of words as the elements of a channel. */
    public void writeBits(int channel, long[] in) {
        byte[] bytes = memory.partition(firstPartition + channel);
        int size = codec.bytes();
        int at = 0;
        for (RunWalk walk = new RunWalk(); walk.hasNext(); walk.advance()) {
            for (int i = 0; i < runElements; i++) {
                ElementBits.put(bytes, walk.offset + i * runStride, size, in[at++]);
            }
        }
    }

    /** Reads the elements of a channel as integers, extended by their type's sign. */
    public void readIntegers(int channel, long[] out) {
        readBits(channel, out);
        for (int i = 0; i < elements; i++) {
            out[i] = codec.integer(out[i]);
        }
    }

    /**
     * Stores integers as the elements of a channel: modulo the width of an integer type, else rounded to the float type.
     * Overwrites {@code in}.
     */
    public void writeIntegers(int channel, long[] in) {
        if (!codec.type().isInteger()) {
            for (int i = 0; i < elements; i++) {
                in[i] = codec.bits((float) in[i]);
            }
        }
        writeBits(channel, in);
    }

    /** Whether source elements lie without gaps in reading order, so that bytes can be moved in one piece. */
    public boolean isContiguous() {
        return counts.length == 0 && runStride == codec.bytes();
    }

    /** Copies the bytes of a channel to another operand of the same size; both must be {@link #isContiguous}. */
    public void copyTo(OnChipOperand destination, int channel) {
        System.arraycopy(
                memory.partition(firstPartition + channel),
                offset,
                destination.memory.partition(destination.firstPartition + channel),
                destination.offset,
                elements * codec.bytes());
    }

    /** Calls {@code visitor} for every stretch of bytes of a partition that the operand touches, in reading order. */
    public void forEachRun(RunVisitor visitor) {
        int size = codec.bytes();
        for (RunWalk walk = new RunWalk(); walk.hasNext(); walk.advance()) {
            if (runStride == size) {
                visitor.visit(walk.offset, runElements * size);
                continue;
            }
            for (int i = 0; i < (runStride == 0 ? 1 : runElements); i++) {
                visitor.visit(walk.offset + i * runStride, size);
            }
        }
    }

    /** Calls {@code visitor} with the offset of every element in its partition, in reading order. */
    public void forEachElement(IntConsumer visitor) {
        for (RunWalk walk = new RunWalk(); walk.hasNext(); walk.advance()) {
            for (int i = 0; i < runElements; i++) {
                visitor.accept(walk.offset + i * runStride);
            }
        }
    }

    /** Receives stretches of bytes within a partition. */
    @FunctionalInterface
    public interface RunVisitor {
        void visit(int offset, int length);
    }

    /** Walks the outer dimensions of the pattern; {@link #offset} is where the present run starts. */
    private final class RunWalk {
        private final int[] index = new int[counts.length];
        private int offset = OnChipOperand.this.offset;
        private boolean done;

        boolean hasNext() {
            return !done;
        }

        void advance() {
            for (int d = 0; d < index.length; d++) {
                offset += strides[d];
                if (++index[d] < counts[d]) {
                    return;
                }
                offset -= counts[d] * strides[d];
                index[d] = 0;
            }
            done = true;
        }
    }
}
