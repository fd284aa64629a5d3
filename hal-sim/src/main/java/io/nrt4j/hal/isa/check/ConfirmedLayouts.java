package io.nrt4j.hal.isa.check;

import io.nrt4j.hal.isa.Opcode;
import java.util.EnumSet;
import java.util.Set;

/**
 * The opcodes whose operand layout real slots confirm. Of the others the sheets give a layout from other material, so
 * what looks like a broken rule may be a byte that is misread. Source: corpus/opcodes.tsv, without v1.
 */
final class ConfirmedLayouts {
    private static final Set<Opcode> OPCODES = EnumSet.of(
            Opcode.LDWEIGHTS,
            Opcode.MATMUL,
            Opcode.ACTIVATE,
            Opcode.ACTIVATION_TABLE_LOAD,
            Opcode.TENSOR_TENSOR_ARITH_OP,
            Opcode.TENSOR_REDUCE_ARITH_OP,
            Opcode.TENSOR_SCALAR_ARITH_OP,
            Opcode.COPY,
            Opcode.CAST,
            Opcode.RECIPROCAL,
            Opcode.MEMSET,
            Opcode.RNG,
            Opcode.TENSOR_TENSOR_BITVEC_OP,
            Opcode.TENSOR_SCALAR_BITVEC_OP,
            Opcode.BATCH_NORM_STATS2,
            Opcode.BATCH_NORM_AGGREGATE,
            Opcode.POOL_BUFFER_LOAD,
            Opcode.GATHER,
            Opcode.LOAD_MASK_SELECT,
            Opcode.STREAM_SHUFFLE,
            Opcode.STREAM_TRANSPOSE,
            Opcode.MAX8,
            Opcode.MATCH_VALUE_LOAD,
            Opcode.FIND_INDEX8,
            Opcode.MATCH_REPLACE8,
            Opcode.COPY_PREDICATED,
            Opcode.TENSOR_SCALAR_ADDR,
            Opcode.IOTA,
            Opcode.EVENT_SEMAPHORE,
            Opcode.DRAIN,
            Opcode.NOP,
            Opcode.MOVE,
            Opcode.ALU_OP,
            Opcode.SET_ORDERING_MODE,
            Opcode.PSEUDO_DMATRIGGER,
            Opcode.PSEUDO_DMAMEMCPY_FULL_IND,
            Opcode.PSEUDO_TRIGGER_COLLECTIVE,
            Opcode.PSEUDO_BRANCH_LABEL,
            Opcode.PSEUDO_TENSOR_LOAD,
            Opcode.PSEUDO_DMA_DIRECT2D,
            Opcode.PSEUDO_RANGE_CHECK,
            Opcode.PSEUDO_TRIGGER_COLLECTIVE2,
            Opcode.PSEUDO_EXTENSION,
            Opcode.TENSOR_TENSOR_SCAN_ARITH,
            Opcode.COPY_PREDICATED_SCALAR);

    private ConfirmedLayouts() {}

    static boolean contains(Opcode opcode) {
        return OPCODES.contains(opcode);
    }
}
