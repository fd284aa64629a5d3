package io.nrt4j.hal.isa;

import java.util.Optional;
import java.util.function.IntFunction;

/**
 * What the bytes of a field mean: width, Java type, and for coded bytes the enum behind the code.
 *
 * <p>Numbers are little-endian. A coded byte stays an {@code int} in the operand records, because real programs may
 * carry codes that the sheets do not define.
 */
public enum FieldType {
    /** Unsigned byte, printed in decimal. */
    U8(1, int.class),
    /** Unsigned 16-bit number. */
    U16(2, int.class),
    /** Signed 32-bit number. */
    I32(4, int.class),
    /** Unsigned 32-bit number. */
    U32(4, long.class),
    /** 64 bits, printed in decimal as unsigned. */
    U64(8, long.class),
    /** 32 bits whose meaning another field decides (fp32, pointer, raw bits of a type), printed in hex. */
    RAW32(4, int.class),
    /** A 64-bit device address, printed in hex. */
    ADDRESS64(8, long.class),
    /** 0 or 1. */
    FLAG(1, int.class),
    /** A byte that real programs set and whose meaning is not known. Counted among the undecoded fields. */
    UNNAMED(1, int.class),
    /** {@code num_active_channels}: partitions an access covers, 1 to 128. */
    CHANNELS(1, int.class),
    /** Number of a sequencer register. */
    REGISTER(1, int.class),
    /** Number of a semaphore. */
    SEMAPHORE(1, int.class),

    DTYPE(1, int.class, Dtype::fromCode),
    /** Two {@link Dtype} nibbles, the first operand's low. */
    DTYPE_PAIR(1, int.class),
    ALU_OP(1, int.class, AluOp::fromCode),
    FUNCTION(1, int.class, ActivationFunction::fromCode),
    IMMEDIATE_SOURCE(1, int.class, ImmediateSource::fromCode),
    BIAS_SOURCE(1, int.class, BiasSource::fromCode),
    ACCUMULATOR_COMMAND(1, int.class, AccumulatorCommand::fromCode),
    REDUCE_COMMAND(1, int.class, ReduceCommand::fromCode),
    REDUCE_DIMENSION(1, int.class, ReduceDimension::fromCode),
    FP32_MODE(1, int.class, Fp32Mode::fromCode),
    ORDERING_MODE(1, int.class, OrderingMode::fromCode),
    RANGE_CLEAR_MODE(1, int.class, RangeClearMode::fromCode),
    COMPARE_OP(1, int.class, CompareOp::fromCode),
    NOTIFICATION_KIND(1, int.class, NotificationKind::fromCode),
    COMPUTE_OP(1, int.class, DgeComputeOp::fromCode),
    COLLECTIVE_TYPE(1, int.class, CollectiveType::fromCode),
    WAIT_MODE(1, int.class, WaitMode::fromCode),
    UPDATE_MODE(1, int.class, UpdateMode::fromCode),
    TRACE_MODE(1, int.class, TraceMode::fromCode),

    /** An on-chip address, {@link OnChipAddress}. */
    ADDR4(4, int.class),
    /** A DMA address. */
    ADDR8(8, DmaAddress.class),
    /** A tensor operand of one to four dimensions. */
    TENSOR1D(AccessPattern.bytes(1), AccessPattern.class),
    TENSOR2D(AccessPattern.bytes(2), AccessPattern.class),
    TENSOR3D(AccessPattern.bytes(3), AccessPattern.class),
    TENSOR4D(AccessPattern.bytes(4), AccessPattern.class),
    /** Four-dimensional like {@link #TENSOR4D}, but of numbers: the "address" is the first value. */
    SEQUENCE4D(AccessPattern.bytes(4), AccessPattern.class),
    /** Steps and counts of a DMA side. */
    DMA_PATTERN(DmaPattern.BYTES, DmaPattern.class),
    /** Address and pattern of a collective's operand. */
    COLLECTIVE_OPERAND(CollectiveOperand.BYTES, CollectiveOperand.class),
    /** NUL-terminated ASCII. */
    TEXT(0, Bytes.class),
    /** Bytes that the record's own methods take apart. */
    BYTES(0, Bytes.class);

    private final int bytes;
    private final Class<?> javaType;
    private final boolean coded;

    @SuppressWarnings("ImmutableEnumChecker") // method references without state
    private final IntFunction<? extends Optional<? extends WireCode>> codes;

    FieldType(int bytes, Class<?> javaType) {
        this.bytes = bytes;
        this.javaType = javaType;
        this.coded = false;
        this.codes = code -> Optional.empty();
    }

    FieldType(int bytes, Class<?> javaType, IntFunction<? extends Optional<? extends WireCode>> codes) {
        this.bytes = bytes;
        this.javaType = javaType;
        this.coded = true;
        this.codes = codes;
    }

    /** Bytes in the slot, 0 where each field says how many. */
    int bytes() {
        return bytes;
    }

    /** Type of the record component. */
    Class<?> javaType() {
        return javaType;
    }

    /** Whether the byte is a code of an enum. */
    public boolean isCode() {
        return coded;
    }

    /** The constant behind a code, or empty for an undefined code and for types that are no codes. */
    public Optional<? extends WireCode> constant(int code) {
        return codes.apply(code);
    }

    /** Dimensions of a tensor operand in memory, 0 for everything else. */
    public int tensorRank() {
        return switch (this) {
            case TENSOR1D -> 1;
            case TENSOR2D -> 2;
            case TENSOR3D -> 3;
            case TENSOR4D -> 4;
            default -> 0;
        };
    }
}
