package io.nrt4j.runtime.execution;

import java.util.stream.Stream;

/** The cayman files of the corpus by the key of their golden output; source: exec-corpus.md §2, §4. */
final class CaymanFiles {
    static final String CONV_FP16_SMALL = "2749713b9132c0b3";
    static final String CONV_FP32_SMALL = "b9380897364ecbf2";
    static final String POOL_FP16_SMALL = "8c2ad8609d2effb7";
    static final String POOL_FP32_SMALL = "7a3a5568dcb6c073";
    static final String CONV_FP16 = "7cc0ceb17b4119d5";
    static final String CONV_FP32 = "c11b54fca6b7ff47";
    static final String POOL_FP32 = "1de73d4ddb534626";
    static final String ADD = "6a660f1074759478";
    static final String TRANSPOSE = "a3533bee0263392f";
    static final String ATTENTION_FP32 = "b61912bce5b8c590";
    static final String ATTENTION_BF16 = "71985e804edc25c6";
    static final String MATMUL_SMALL = "48d90c283409fee0";
    static final String MATMUL_LARGE = "122c8bebdbfc8151";
    static final String EXPERTS = "7ed405bc9ff7bfcf";

    private CaymanFiles() {}

    /** Files that run within a second or two. */
    static Stream<GoldenCase> small() {
        return Stream.of(
                new GoldenCase("chengli-conv2d_1_float16_smaller", CONV_FP16_SMALL),
                new GoldenCase("chengli-conv2d_1_float32_smaller", CONV_FP32_SMALL),
                new GoldenCase("chengli-conv2d_2_float16_smaller", CONV_FP16_SMALL),
                new GoldenCase("chengli-conv2d_3_float16_smaller", CONV_FP16_SMALL),
                new GoldenCase("chengli-conv2d_4_float16_smaller", CONV_FP16_SMALL),
                new GoldenCase("chengli-conv2d_4_float32_smaller", CONV_FP32_SMALL),
                new GoldenCase("chengli-conv2d_5_float16_smaller", CONV_FP16_SMALL),
                new GoldenCase("chengli-stream_256k_fd1k", ADD),
                new GoldenCase("chengli-stream_256k_fd2k", ADD),
                new GoldenCase("chengli-transpose_1024", TRANSPOSE),
                new GoldenCase("chenhzhu-final_float16_smaller", CONV_FP16_SMALL),
                new GoldenCase("chenhzhu-final_float32_smaller", CONV_FP32_SMALL),
                new GoldenCase("chenhzhu-final_pool_float16_smaller", POOL_FP16_SMALL),
                new GoldenCase("chenhzhu-stream_256k_fd1k", ADD),
                new GoldenCase("chenhzhu-stream_256k_fd2k", ADD),
                new GoldenCase("chenhzhu-transpose_1024", TRANSPOSE),
                new GoldenCase("dkedia-part2_conv_float16_smaller", CONV_FP16_SMALL),
                new GoldenCase("dkedia-part2_conv_pool_float32_smaller", POOL_FP32_SMALL),
                new GoldenCase("dkedia-stream_256k_fd1k", ADD),
                new GoldenCase("dkedia-stream_256k_fd2k", ADD),
                new GoldenCase("dkedia-transpose_1024", TRANSPOSE),
                new GoldenCase("ni2002ka-stream_256k_fd1k", ADD),
                new GoldenCase("ni2002ka-stream_256k_fd2k", ADD),
                new GoldenCase("ni2002ka-transpose1024", TRANSPOSE),
                new GoldenCase("nkimoe-fused-moe", EXPERTS),
                new GoldenCase("nkimoe-v6b", EXPERTS),
                new GoldenCase("nkipy-matmul_small", MATMUL_SMALL),
                new GoldenCase("riya-my_conv_kernel_float16_smaller", CONV_FP16_SMALL),
                new GoldenCase("riya-my_conv_kernel_float32_smaller", CONV_FP32_SMALL),
                new GoldenCase("riya-my_convpool_kernel_pool_float16_smaller", POOL_FP16_SMALL),
                new GoldenCase("riya-stream_256k_fd1k", ADD),
                new GoldenCase("riya-stream_256k_fd2k", ADD),
                new GoldenCase("tkf-baseline_attention", ATTENTION_FP32),
                new GoldenCase("tkf-baseline_bf16_s1024", ATTENTION_BF16),
                new GoldenCase("tkf-fused_attention", ATTENTION_FP32));
    }

    /** One file of each family and type, and of each way to round. */
    static Stream<String> representatives() {
        return Stream.of(
                "chengli-conv2d_2_float16_smaller",
                "chengli-conv2d_4_float32_smaller",
                "chenhzhu-final_pool_float16_smaller",
                "chenhzhu-stream_256k_fd1k",
                "chenhzhu-transpose_1024",
                "dkedia-part2_conv_pool_float32_smaller",
                "nkimoe-v6b",
                "nkipy-matmul_small",
                "riya-my_conv_kernel_float16_smaller",
                "tkf-baseline_attention",
                "tkf-baseline_bf16_s1024",
                "tkf-fused_attention");
    }

    /** What the files with a golden output compute. */
    static String computes(String digest) {
        return switch (digest) {
            case CONV_FP16_SMALL, CONV_FP16 -> "convolution, fp16";
            case CONV_FP32_SMALL, CONV_FP32 -> "convolution, fp32";
            case POOL_FP16_SMALL -> "convolution and pooling, fp16";
            case POOL_FP32_SMALL, POOL_FP32 -> "convolution and pooling, fp32";
            case ADD -> "sum of vectors, fp32";
            case TRANSPOSE -> "transpose, fp32";
            case ATTENTION_FP32 -> "attention, fp32";
            case ATTENTION_BF16 -> "attention, bf16";
            case MATMUL_SMALL, MATMUL_LARGE -> "matrix product, fp16";
            case EXPERTS -> "mixture of experts, bf16";
            default -> throw new IllegalArgumentException("no golden output has digest " + digest);
        };
    }

    /** Convolutions of 224 x 224 pictures. */
    static Stream<GoldenCase> large() {
        return Stream.of(
                new GoldenCase("chengli-conv2d_1_float16", CONV_FP16),
                new GoldenCase("chengli-conv2d_2_float16", CONV_FP16),
                new GoldenCase("chengli-conv2d_2_float32", CONV_FP32),
                new GoldenCase("chengli-conv2d_3_float16", CONV_FP16),
                new GoldenCase("chengli-conv2d_4_float32", CONV_FP32),
                new GoldenCase("chengli-conv2d_5_float32", CONV_FP32),
                new GoldenCase("chenhzhu-final_float16", CONV_FP16),
                new GoldenCase("chenhzhu-final_pool_float32", POOL_FP32),
                new GoldenCase("dkedia-part2_conv_float16", CONV_FP16),
                new GoldenCase("dkedia-part2_conv_float32", CONV_FP32),
                new GoldenCase("dkedia-part2_conv_pool_float32", POOL_FP32),
                new GoldenCase("riya-my_conv_kernel_float16", CONV_FP16),
                new GoldenCase("riya-my_convpool_kernel_pool_float32", POOL_FP32));
    }
}
