package io.nrt4j.hal.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.Geometry;
import org.junit.jupiter.api.Test;

/** Expected values: hal.md §2.1, §2.2. */
class PartitionedMemoryTest {
    private final PartitionedMemory sbuf = PartitionedMemory.stateBuffer(Geometry.of(Arch.CAYMAN));
    private final PartitionedMemory psum = PartitionedMemory.psum(Geometry.of(Arch.CAYMAN));

    @Test
    void partitionAndApertureShowTheSameBytes() {
        sbuf.writeInt(3, 16, 0x01020304);
        byte[] read = new byte[4];
        sbuf.read(3 * 0x40000 + 16, read, 0, 4);
        assertThat(read).containsExactly(4, 3, 2, 1);
        psum.write(127 * 0x8000 + 0x3FFC, read, 0, 4);
        assertThat(psum.readInt(127, 0x3FFC)).isEqualTo(0x01020304);
        assertThat(psum.partition(127)[0x3FFF]).isEqualTo((byte) 1);
    }

    @Test
    void holesFault() {
        sbuf.writeByte(0, 229375, (byte) 1);
        assertThatThrownBy(() -> sbuf.readByte(0, 229376)).isInstanceOf(MemoryFaultException.class);
        assertThatThrownBy(() -> sbuf.readInt(0, 229374)).isInstanceOf(MemoryFaultException.class);
        assertThatThrownBy(() -> sbuf.read(229374, new byte[4], 0, 4))
                .isInstanceOf(MemoryFaultException.class)
                .hasMessageContaining("hole in state buffer partition 0");
        assertThatThrownBy(() -> sbuf.write(0x2000000, new byte[1], 0, 1)).isInstanceOf(MemoryFaultException.class);
        assertThatThrownBy(() -> sbuf.partition(128)).isInstanceOf(MemoryFaultException.class);
        assertThatThrownBy(() -> psum.readByte(0, 0x4000)).isInstanceOf(MemoryFaultException.class);
        assertThatThrownBy(() -> sbuf.read(-4, new byte[4], 0, 4)).isInstanceOf(MemoryFaultException.class);
    }

    @Test
    void clearing() {
        sbuf.writeLong(5, 0, -1);
        sbuf.writeShort(5, 8, (short) 7);
        assertThat(sbuf.readLong(5, 0)).isEqualTo(-1);
        assertThat(sbuf.readShort(5, 8)).isEqualTo((short) 7);
        sbuf.clear();
        assertThat(sbuf.readLong(5, 0)).isZero();
    }
}
