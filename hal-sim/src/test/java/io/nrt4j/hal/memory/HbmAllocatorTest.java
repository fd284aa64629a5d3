package io.nrt4j.hal.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.Geometry;
import io.nrt4j.hal.memory.AllocationException.Errno;
import io.nrt4j.hal.memory.HbmAllocator.Chunk;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Expected values: memory.md §6.1. */
class HbmAllocatorTest {
    private static final long GIB = 1L << 30;
    private static final long MIB = 1L << 20;

    private final List<String> kernelLog = new ArrayList<>();
    private final HbmAllocator cayman = allocator(Arch.CAYMAN);

    private HbmAllocator allocator(Arch arch) {
        return new HbmAllocator(Geometry.of(arch), 0, kernelLog::add);
    }

    private static long take(HbmAllocator allocator, int channel, long size, long align) {
        return allocator
                .allocate(channel, 0, size, align, DriverCategory.CONSTANTS_DEVICE)
                .address();
    }

    @Test
    void workedExamplesOfV3() {
        assertThat(take(cayman, 0, 32768, 32768)).isEqualTo(0x5C0000000L);
        assertThat(take(cayman, 0, 65536, 65536)).isEqualTo(0x5C0010000L);
        assertThat(take(cayman, 0, 4096, 0)).isEqualTo(0x5C0008000L);
        assertThat(take(cayman, 0, 524289, 0)).isEqualTo(0x1000000L);
        assertThat(take(cayman, 0, 4096 + 524288, 0)).as("524289 took 528384").isEqualTo(0x1000000L + 528384);
        assertThat(take(cayman, 1, 4096, 0)).isEqualTo(0x45C0000000L);
        assertThat(take(cayman, 2, MIB, 0)).isEqualTo(0x800001000000L);
    }

    @Test
    void workedExamplesOfV2AndV4() {
        HbmAllocator sunda = allocator(Arch.SUNDA);
        assertThat(take(sunda, 0, 4096, 0)).isEqualTo(0x3C0000000L);
        assertThat(take(sunda, 0, MIB, 0)).isEqualTo(0x1000000L);
        assertThat(take(sunda, 1, 4096, 0)).isEqualTo(0x13C0000000L);
        assertThat(take(allocator(Arch.MARIANA), 0, 4096, 0)).isEqualTo(0x8C0000000L);
    }

    @Test
    void contiguousScratchpadGrowsDownwards() {
        Chunk first = cayman.allocate(0, 0, 64 * MIB, 0, DriverCategory.CONTIGUOUS_SCRATCHPAD_DEVICE);
        Chunk second = cayman.allocate(0, 0, 64 * MIB, 0, DriverCategory.CONTIGUOUS_SCRATCHPAD_DEVICE);
        assertThat(first.address()).isEqualTo(0x5BC000000L);
        assertThat(second.address()).isEqualTo(0x5B8000000L);
        assertFails(Errno.EINVAL, () -> cayman.free(first));
        cayman.free(second);
        cayman.free(first);
        assertThat(cayman.occupied()).isEqualTo(4 * 16 * MIB);
    }

    @Test
    void contiguousScratchpadStopsAtAnAllocation() {
        Chunk blocker = cayman.allocate(0, 0, 23 * GIB - 16 * MIB, 0, DriverCategory.TENSORS_DEVICE);
        assertFails(
                Errno.ENOMEM, () -> cayman.allocate(0, 0, 64 * MIB, 0, DriverCategory.CONTIGUOUS_SCRATCHPAD_DEVICE));
        assertThat(kernelLog)
                .containsExactly("nd 0 HBM 0: Could not allocate 67108864 bytes at offset 24628953088 for contiguous"
                        + " scratchpad");
        cayman.free(blocker);
    }

    @Test
    void theSmallPoolTakesUpTo512KibAndIsTheAlternativeOfTheMainOne() {
        assertThat(take(cayman, 0, 524288, 0)).isEqualTo(0x5C0000000L);
        take(cayman, 0, 23 * GIB - 16 * MIB, 0);
        assertThat(take(cayman, 0, MIB, 0)).as("main pool full").isEqualTo(0x5C0080000L);
        assertThat(kernelLog)
                .containsExactly("no space in main genpool for HBM 0, needed 1048576, trying small genpool");
        take(cayman, 0, MIB, 0);
        assertThat(kernelLog).as("said once").hasSize(1);
    }

    @Test
    void aFullMemorySaysWhatIsLeft() {
        take(cayman, 1, 23 * GIB - 16 * MIB, 0);
        assertFails(Errno.ENOMEM, () -> take(cayman, 1, 2 * GIB, 0));
        assertThat(kernelLog)
                .containsExactly(
                        "no space in main genpool for HBM 1, needed 2147483648, trying small genpool",
                        "device mempool [0:1] total 25769803776 occupied 24696061952 needed 2147483648 available - main"
                                + " gen pool 0, small gen pool 1073741824",
                        "device regions 1 occupied " + (23 * GIB + 3 * 16 * MIB));
    }

    @Test
    void anAlignmentThatCannotBeMetDoesNotPrintTheTotals() {
        assertFails(Errno.ENOMEM, () -> take(cayman, 0, 24 * GIB, 8192));
        assertThat(kernelLog)
                .containsExactly(
                        "no space in main genpool for HBM 0, needed 25769803776 (alignment 8192), trying small"
                                + " genpool",
                        "Aligned memory allocation failed! size: 0x600000000, alignment: 0x2000");
    }

    @Test
    void requestsThatMakeNoSense() {
        assertFails(Errno.EINVAL, () -> take(cayman, 4, 4096, 0));
        assertFails(Errno.EINVAL, () -> take(cayman, -1, 4096, 0));
        assertFails(Errno.EINVAL, () -> take(cayman, 0, -1, 0));
        assertFails(Errno.EINVAL, () -> take(cayman, 0, Long.MAX_VALUE, 0));
        assertFails(Errno.EINVAL, () -> take(cayman, 0, 4096, 1L << 31));
        assertThat(kernelLog).containsExactly("alignment value not supported 2147483648");
        HbmAllocator tonga = allocator(Arch.TONGA);
        assertFails(Errno.EINVAL, () -> tonga.allocate(0, 4, 4096, 0, DriverCategory.CODE_DEVICE));
    }

    @Test
    void tongaHasFourRegionsPerChannelAndNeitherSmallPoolNorCarveOut() {
        HbmAllocator tonga = allocator(Arch.TONGA);
        assertThat(tonga.allocate(0, 0, 4096, 0, DriverCategory.CODE_DEVICE).address())
                .isZero();
        assertThat(tonga.allocate(1, 3, 4096, 0, DriverCategory.CODE_DEVICE).address())
                .isEqualTo(0x10C0000000L);
        assertFails(Errno.ENOMEM, () -> tonga.allocate(0, 0, GIB, 0, DriverCategory.CODE_DEVICE));
        assertThat(kernelLog)
                .containsExactly(
                        "device mempool [0:0] total 1073741824 occupied 4096 needed 1073741824 available - main gen pool"
                                + " 1073737728",
                        "device regions 4 occupied 8192");
    }

    @Test
    void freedRunsJoinAndAreTakenAgainFromTheLowestAddress() {
        List<Chunk> chunks = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            chunks.add(cayman.allocate(0, 0, 4096, 0, DriverCategory.CODE_DEVICE));
        }
        cayman.free(chunks.get(1));
        cayman.free(chunks.get(2));
        assertThat(take(cayman, 0, 8192, 0)).isEqualTo(chunks.get(1).address());
        assertFails(Errno.EINVAL, () -> cayman.free(chunks.get(2)));
    }

    private static void assertFails(Errno errno, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        AllocationException.class, e -> assertThat(e.errno()).isEqualTo(errno));
    }
}
