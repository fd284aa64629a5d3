package io.nrt4j.loader.diagnostics;

import java.util.Arrays;
import java.util.Optional;

/**
 * {@code NRT_STATUS}: the return value of every function of the C API.
 *
 * <p>Numbers 8 and 12 do not exist. Source: nrt-api.md §1.1.
 */
public enum NrtStatus {
    NRT_SUCCESS(0),
    /** Unspecific failure. */
    NRT_FAILURE(1),
    /** Invalid NEFF, instruction, descriptor, tensor or argument. */
    NRT_INVALID(2),
    NRT_INVALID_HANDLE(3),
    /** An allocation failed: device memory, rings, scratchpad pages, descriptors. */
    NRT_RESOURCE(4),
    NRT_TIMEOUT(5),
    NRT_HW_ERROR(6),
    NRT_QUEUE_FULL(7),
    NRT_LOAD_NOT_ENOUGH_NC(9),
    /** NEFF major version, feature bits or packager not supported. */
    NRT_UNSUPPORTED_NEFF_VERSION(10),
    NRT_FAIL_HOST_MEM_ALLOC(11),
    NRT_UNINITIALIZED(13),
    NRT_CLOSED(14),
    NRT_QUEUE_EMPTY(15),
    NRT_EXEC_UNIT_UNRECOVERABLE(101),
    NRT_EXEC_BAD_INPUT(1002),
    NRT_EXEC_COMPLETED_WITH_NUM_ERR(1003),
    NRT_EXEC_COMPLETED_WITH_ERR(1004),
    NRT_EXEC_NC_BUSY(1005),
    NRT_EXEC_OOB(1006),
    NRT_COLL_PENDING(1100),
    NRT_EXEC_HW_ERR_COLLECTIVES(1200),
    NRT_EXEC_HW_ERR_HBM_UE(1201),
    NRT_EXEC_HW_ERR_NC_UE(1202),
    NRT_EXEC_HW_ERR_DMA_ABORT(1203),
    NRT_EXEC_SW_NQ_OVERFLOW(1204),
    NRT_EXEC_HW_ERR_REPAIRABLE_HBM_UE(1205),
    NRT_NETWORK_PROXY_FAILURE(1206);

    private final int code;

    NrtStatus(int code) {
        this.code = code;
    }

    /** The C value. */
    public int code() {
        return code;
    }

    /** The status of a C value, or empty for a number the header does not define. */
    public static Optional<NrtStatus> fromCode(int code) {
        return Arrays.stream(values()).filter(s -> s.code == code).findFirst();
    }
}
