package io.nrt4j.loader.container;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The bits of {@code feature_bits} that compilers set. The runtime itself has no names for them and consults only
 * {@link #VNC} again. A construct is never refused because its bit is missing: real files set too few. Source:
 * container.md §7.
 */
public enum FeatureBit {
    /** Apply a per-operation offset in collectives. */
    COLLECTIVE_HAS_OFFSET(1, "collective_has_offset"),
    /** Load GPSIMD ucode libraries. */
    CUSTOM_OPS(2, "neff_feature_custom_ops"),
    /** Multi-channel coalesced collective descriptors. */
    COALESCED_CCOPS(3, "neff_coalesced_ccops"),
    /** DMA queue-set instances. */
    QUEUE_SET_INSTANCES(4, "neff_queue_set_instances"),
    /** A function call table in engine streams. */
    HAS_FUNCTIONS(5, "neff_has_functions"),
    /** Activation tables reprogrammed at run time. */
    DYNAMIC_PWP(6, "neff_feature_dynamic_pwp"),
    /** A 32-bit wait value in indirect DMA. */
    INDIRECT_MEMCPY_32B_SEM_WAIT(7, "neff_feature_indirect_memcpy_32b_sem_wait"),
    /** An index bounds check in indirect DMA. */
    INDIRECT_MEMCPY_BOUND_CHECK(8, "neff_feature_indirect_memcpy_bound_check"),
    /** DMA descriptors of three and four dimensions. */
    DMA_DESC_HIGHER_DIM(9, "neff_feature_DMA_desc_higher_dim"),
    /** Several physical cores per logical core. */
    VNC(10, "neff_feature_vnc"),
    /** Performance mode of DVE; compilers have no name for the bit. */
    DVE_PERF_MODE(11, ""),
    /** The descriptor generation engine. */
    DGE(12, "neff_feature_DGE"),
    POOL_RSQRT(13, "neff_feature_POOL_RSQRT"),
    /** Semaphore updates on another core. */
    REMOTE_SEM(14, "neff_feature_remote_sem"),
    /** Descriptor generation with a cast. */
    DGE_CAST(15, "neff_feature_DGE_cast"),
    VECTOR_DGE(16, "neff_feature_vector_DGE"),
    EMBEDDING_STRIDE32(17, "neff_feature_embedding_stride32"),
    SQI_NO_REARM(20, "neff_feature_SQI_no_rearm"),
    /** Queues fed by the hardware descriptor generator. */
    HARDWARE_DGE(21, "neff_feature_hardware_DGE"),
    PARTIAL_SB2SB_CCOP(22, "neff_feature_partial_sb2sb_ccop"),
    /** Set for architecture levels above 39; compilers have no name for the bit. */
    ARCH_LEVEL_ABOVE_39(24, ""),
    /** 64-bit tensor offsets. */
    LARGE_TENSOR_SUPPORT(25, "neff_feature_large_tensor_support");

    private final int bit;
    private final String wireName;

    FeatureBit(int bit, String wireName) {
        this.bit = bit;
        this.wireName = wireName;
    }

    /** The bit number, 0 for the least significant. */
    public int bit() {
        return bit;
    }

    /** The value with only this bit set. */
    public long mask() {
        return 1L << bit;
    }

    /** The compiler's name of the bit; empty for the two that have none. */
    public Optional<String> wireName() {
        return wireName.isEmpty() ? Optional.empty() : Optional.of(wireName);
    }

    /** The name for reports: the compiler's, or this constant's in lower case. */
    public String label() {
        return wireName().orElseGet(() -> name().toLowerCase(java.util.Locale.ROOT));
    }

    /** The feature of a bit number; empty for bits that no known compiler sets. */
    public static Optional<FeatureBit> fromBit(int bit) {
        return Arrays.stream(values()).filter(f -> f.bit == bit).findFirst();
    }

    /** The feature with a {@link #label}. */
    public static Optional<FeatureBit> fromLabel(String label) {
        return Arrays.stream(values()).filter(f -> f.label().equals(label)).findFirst();
    }

    /** The known features in {@code featureBits}, in bit order. */
    public static List<FeatureBit> decode(long featureBits) {
        return Arrays.stream(values())
                .filter(f -> (featureBits & f.mask()) != 0)
                .toList();
    }
}
