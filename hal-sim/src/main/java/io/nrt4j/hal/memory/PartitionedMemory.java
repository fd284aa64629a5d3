package io.nrt4j.hal.memory;

import io.nrt4j.hal.Geometry;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * On-chip memory that is divided into partitions: the state buffer or the accumulators of one core.
 *
 * <p>Partition {@code p} starts at {@code p * stride} of the aperture; only its first {@code activeBytes} exist, the
 * rest is a hole. Little-endian. A partition comes into being on its first use through {@link #partition}. Threads
 * may use it concurrently; nothing but their own synchronisation orders their accesses.
 *
 * <p>Source: hal.md §2.1, §2.2.
 */
public final class PartitionedMemory {
    private final String name;
    private final int stride;
    private final int activeBytes;
    private final AtomicReferenceArray<byte @Nullable []> partitions;

    private PartitionedMemory(String name, int partitions, int stride, int activeBytes) {
        this.name = name;
        this.stride = stride;
        this.activeBytes = activeBytes;
        this.partitions = new AtomicReferenceArray<>(partitions);
    }

    /** The state buffer of one core. */
    public static PartitionedMemory stateBuffer(Geometry geometry) {
        Geometry.Sbuf sbuf = geometry.sbuf();
        return new PartitionedMemory("state buffer", sbuf.partitions(), sbuf.stride(), sbuf.activeBytes());
    }

    /** The accumulators of one core. */
    public static PartitionedMemory psum(Geometry geometry) {
        Geometry.Psum psum = geometry.psum();
        return new PartitionedMemory("PSUM", psum.partitions(), psum.stride(), psum.activeBytes());
    }

    public int partitions() {
        return partitions.length();
    }

    /** Distance of two partitions in the aperture, in bytes. */
    public int stride() {
        return stride;
    }

    /** Bytes that exist in each partition. */
    public int activeBytes() {
        return activeBytes;
    }

    /**
     * The bytes of a partition: always the same array of {@link #activeBytes} bytes, which callers read and write
     * directly.
     *
     * @throws MemoryFaultException if there is no such partition
     */
    public byte[] partition(int index) {
        if (index < 0 || index >= partitions.length()) {
            throw new MemoryFaultException(index, "no partition of " + name);
        }
        byte[] bytes = partitions.getAcquire(index);
        if (bytes != null) {
            return bytes;
        }
        byte[] fresh = new byte[activeBytes];
        byte[] witness = partitions.compareAndExchange(index, null, fresh);
        return witness == null ? fresh : witness;
    }

    public byte readByte(int partition, int offset) {
        return partition(partition)[checked(partition, offset, Byte.BYTES)];
    }

    public short readShort(int partition, int offset) {
        return LittleEndian.getShort(partition(partition), checked(partition, offset, Short.BYTES));
    }

    public int readInt(int partition, int offset) {
        return LittleEndian.getInt(partition(partition), checked(partition, offset, Integer.BYTES));
    }

    public long readLong(int partition, int offset) {
        return LittleEndian.getLong(partition(partition), checked(partition, offset, Long.BYTES));
    }

    public void writeByte(int partition, int offset, byte value) {
        partition(partition)[checked(partition, offset, Byte.BYTES)] = value;
    }

    public void writeShort(int partition, int offset, short value) {
        LittleEndian.setShort(partition(partition), checked(partition, offset, Short.BYTES), value);
    }

    public void writeInt(int partition, int offset, int value) {
        LittleEndian.setInt(partition(partition), checked(partition, offset, Integer.BYTES), value);
    }

    public void writeLong(int partition, int offset, long value) {
        LittleEndian.setLong(partition(partition), checked(partition, offset, Long.BYTES), value);
    }

    /**
     * Copies bytes out of the aperture.
     *
     * @param aperture offset from the first byte of partition 0: {@code partition * stride + offset}
     * @throws MemoryFaultException if any byte of the range lies in a hole
     */
    public void read(long aperture, byte[] target, int index, int length) {
        if (length > 0) {
            int offset = inPartition(aperture, length);
            System.arraycopy(partition(partitionOf(aperture)), offset, target, index, length);
        }
    }

    /** Copies bytes into the aperture; argument and faults as {@link #read}. */
    public void write(long aperture, byte[] source, int index, int length) {
        if (length > 0) {
            int offset = inPartition(aperture, length);
            System.arraycopy(source, index, partition(partitionOf(aperture)), offset, length);
        }
    }

    /** Forgets all content: every byte reads as zero again. Nobody may use the memory meanwhile. */
    public void clear() {
        for (int i = 0; i < partitions.length(); i++) {
            partitions.set(i, null);
        }
    }

    /** A contiguous range crosses the hole behind a partition before it reaches the next one. */
    private int inPartition(long aperture, int length) {
        if (aperture < 0 || aperture >= (long) partitions.length() * stride) {
            throw new MemoryFaultException(aperture, "outside of the " + name);
        }
        return checked(partitionOf(aperture), (int) (aperture % stride), length);
    }

    private int partitionOf(long aperture) {
        return (int) (aperture / stride);
    }

    private int checked(int partition, int offset, int length) {
        if (offset < 0 || offset > activeBytes - length) {
            throw new MemoryFaultException(
                    (long) partition * stride + offset,
                    "hole in " + name + " partition " + partition + " (" + activeBytes + " bytes), access of " + length
                            + " bytes");
        }
        return offset;
    }
}
