package io.nrt4j.hal.engine.collective;

import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.numeric.ElementBits;
import io.nrt4j.hal.engine.numeric.ElementCodec;
import io.nrt4j.hal.engine.numeric.ElementCodecs;
import io.nrt4j.hal.engine.numeric.FloatAlu;
import io.nrt4j.hal.isa.AluOp;
import io.nrt4j.hal.isa.CollectiveType;
import io.nrt4j.hal.isa.Dtype;
import java.util.Arrays;
import java.util.List;

/**
 * What a collective makes of the sources of its ranks.
 *
 * <p>Floats are accumulated in fp32 in position order and rounded once; integers wrap. Source: exec.md §7.2.
 */
public final class CollectiveArithmetic {
    private final ElementCodecs codecs;

    public CollectiveArithmetic(ElementCodecs codecs) {
        this.codecs = codecs;
    }

    /**
     * The result of one rank.
     *
     * @param code the type of the collective, see {@link CollectiveType}
     * @param reduceOp the ALU code of the reduction
     * @param dtype the element type's code
     * @param sources source bytes by position
     * @param position of the rank
     * @throws InstructionFaultException for a type, reduction or element type that there is not
     */
    public byte[] result(int code, int reduceOp, int dtype, List<byte[]> sources, int position) {
        CollectiveType type = CollectiveType.fromCode(code)
                .orElseThrow(() -> new InstructionFaultException(FaultKind.COLLECTIVE, "collective type " + code));
        return switch (type) {
            case ALL_REDUCE -> reduce(reduceOp, dtype, sources);
            case ALL_GATHER -> gather(sources);
            case REDUCE_SCATTER -> scatter(reduce(reduceOp, dtype, sources), sources.size(), position);
        };
    }

    private static byte[] gather(List<byte[]> sources) {
        int each = sources.get(0).length;
        byte[] result = new byte[each * sources.size()];
        for (int k = 0; k < sources.size(); k++) {
            System.arraycopy(sources.get(k), 0, result, k * each, each);
        }
        return result;
    }

    private static byte[] scatter(byte[] reduced, int members, int position) {
        int each = reduced.length / members;
        return Arrays.copyOfRange(reduced, position * each, (position + 1) * each);
    }

    private byte[] reduce(int reduceOp, int dtype, List<byte[]> sources) {
        if (sources.size() == 1) {
            return sources.get(0);
        }
        ElementCodec codec = Dtype.fromCode(dtype)
                .flatMap(codecs::find)
                .orElseThrow(() -> new InstructionFaultException(
                        FaultKind.BAD_DTYPE, "a reduction of element type 0x%x".formatted(dtype)));
        AluOp op = AluOp.of(reduceOp);
        if (op != AluOp.ADD && op != AluOp.MAX && op != AluOp.MIN) {
            throw new InstructionFaultException(FaultKind.COLLECTIVE, "a reduction by " + op);
        }
        return codec.type().isInteger() ? reduceIntegers(op, codec, sources) : reduceFloats(op, codec, sources);
    }

    private static byte[] reduceFloats(AluOp op, ElementCodec codec, List<byte[]> sources) {
        int count = sources.get(0).length / codec.bytes();
        float[] sum = new float[count];
        float[] next = new float[count];
        codec.widen(sources.get(0), 0, codec.bytes(), count, sum, 0);
        for (byte[] source : sources.subList(1, sources.size())) {
            codec.widen(source, 0, codec.bytes(), count, next, 0);
            FloatAlu.apply(op, sum, next, count);
        }
        byte[] result = new byte[count * codec.bytes()];
        codec.narrow(sum, 0, count, result, 0, codec.bytes());
        return result;
    }

    private static byte[] reduceIntegers(AluOp op, ElementCodec codec, List<byte[]> sources) {
        byte[] result = sources.get(0).clone();
        for (byte[] source : sources.subList(1, sources.size())) {
            for (int at = 0; at < result.length; at += codec.bytes()) {
                long a = codec.integer(ElementBits.get(result, at, codec.bytes()));
                long b = codec.integer(ElementBits.get(source, at, codec.bytes()));
                long value = switch (op) {
                    case MAX -> Math.max(a, b);
                    case MIN -> Math.min(a, b);
                    default -> a + b;
                };
                ElementBits.put(result, at, codec.bytes(), value);
            }
        }
        return result;
    }
}
