package io.nrt4j.loader.ucode;

/**
 * The manifest of SUNDA's own library: the document {@code ext_isa_ucode_lib_def}. Source: q7.md §1.6.
 *
 * <p>Names and opcodes are those of the real one; its white space is not known.
 */
final class SundaManifest {
    static final String JSON = """
            {
              "library": "all.stripped.so",
              "ulib_to_ucode_version": "1.21.1.0",
              "functions": [
                {"name": "pool_tensor_tensor_arith_op", "opcode": 65},
                {"name": "pool_tensor_scalar_arith_op", "opcode": 67},
                {"name": "pool_copy", "opcode": 70},
                {"name": "pool_cast", "opcode": 71},
                {"name": "pool_memset", "opcode": 73},
                {"name": "pool_pool_buffer_load", "opcode": 103},
                {"name": "pool_gather", "opcode": 104},
                {"name": "dma_memcopy", "opcode": 184},
                {"name": "pool_indirect_copy", "opcode": 231},
                {"name": "pool_tensor_scalar_addr", "opcode": 116},
                {"name": "pool_embedding_update", "opcode": 121},
                {"name": "pool_load_pool_argument", "opcode": 122},
                {"name": "pool_cross_lane_reduce_arith", "opcode": 124},
                {"name": "pool_cross_lane_reduce_bitvec", "opcode": 125},
                {"name": "pool_iota", "opcode": 126},
                {"name": "pool_tensor_scalar_affine_select", "opcode": 146},
                {"name": "dma_memcopy_indirect", "opcode": 187}
              ]
            }
            """;

    private SundaManifest() {}
}
