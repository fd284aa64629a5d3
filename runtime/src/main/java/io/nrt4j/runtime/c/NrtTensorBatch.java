package io.nrt4j.runtime.c;

import io.netty.buffer.ByteBuf;
import java.util.List;

/**
 * {@code nrt_tensor_batch_t}: reads or writes of one tensor. Source: nrt-api.md §2.
 *
 * @param tensor the tensor
 * @param operations in the order in which they are done
 */
public record NrtTensorBatch(NrtTensor tensor, List<Operation> operations) {
    public NrtTensorBatch {
        operations = List.copyOf(operations);
    }

    /**
     * {@code nrt_tensor_batch_op_t}.
     *
     * @param offset bytes from the start of the tensor
     * @param size bytes
     * @param buffer the caller's memory, used from its index 0 on
     */
    public record Operation(long offset, long size, ByteBuf buffer) {}
}
