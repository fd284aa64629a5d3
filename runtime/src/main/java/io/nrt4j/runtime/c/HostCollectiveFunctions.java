package io.nrt4j.runtime.c;

import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_FAILURE;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_INVALID;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_RESOURCE;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_TIMEOUT;

import io.netty.buffer.ByteBuf;
import io.nrt4j.loader.diagnostics.NrtStatus;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Communicators, barrier and gather of hosts; ranks are threads of this process. Source: nrt-api.md §4.7. */
@SuppressWarnings("MemberName") // the names of the C API
public sealed interface HostCollectiveFunctions permits LibNrt {
    /** For this package only. */
    Library library();

    /** Makes the global communicator of a job; in one process nothing is left to do behind the checks. */
    @CFunction(statuses = NRT_INVALID, section = "4.7")
    default NrtStatus nrt_build_global_comm(int vnc, int rank, int count) {
        return asRank("nrt_build_global_comm", vnc, rank, count, call -> {});
    }

    /** Makes the global communicator for collectives without a model; as {@code nrt_build_global_comm}. */
    @CFunction(statuses = NRT_INVALID, section = "4.7")
    default NrtStatus nrt_cc_global_comm_init(int vnc, int rank, int count) {
        return asRank("nrt_cc_global_comm_init", vnc, rank, count, call -> {});
    }

    /** Waits until all ranks have called it. */
    @CFunction(
            statuses = {NRT_INVALID, NRT_TIMEOUT},
            section = "4.7")
    default NrtStatus nrt_barrier(int vnc, int rank, int count) {
        return asRank(
                "nrt_barrier",
                vnc,
                rank,
                count,
                call -> call.session().collectives().exchange("barrier", count, rank, new byte[0]));
    }

    /**
     * Gathers a buffer of every rank, in the order of ranks.
     *
     * @param size bytes that each rank gives
     * @param in read from its index 0 on
     * @param out gets {@code count * size} bytes from its index 0 on
     */
    @CFunction(
            statuses = {NRT_INVALID, NRT_TIMEOUT},
            section = "4.7")
    default NrtStatus nrt_all_gather(
            int vnc, int rank, int count, long size, @Nullable ByteBuf in, @Nullable ByteBuf out) {
        return asRank("nrt_all_gather", vnc, rank, count, call -> {
            ByteBuf source = Library.require(in);
            ByteBuf target = Library.require(out);
            if (size < 0 || size > source.capacity() || size * count > target.capacity()) {
                throw ApiCall.misuse();
            }
            byte[] part = new byte[(int) size];
            source.getBytes(0, part);
            List<byte[]> parts = call.session().collectives().exchange("gather " + size, count, rank, part);
            for (int position = 0; position < count; position++) {
                target.setBytes(position * part.length, parts.get(position));
            }
        });
    }

    /** Makes a stream of collectives on a core; each core has four. */
    @CFunction(
            statuses = {NRT_INVALID, NRT_RESOURCE},
            since = "2.31",
            section = "4.7")
    default NrtStatus nrt_cc_create_stream(int vnc, @Nullable Out<Integer> stream) {
        library().requireSince("nrt_cc_create_stream", 2, 31);
        return library().done("nrt_cc_create_stream", call -> {
            call.requireCore(vnc);
            Library.require(stream).set(call.session().collectives().newStream(vnc));
        });
    }

    /** Would store the network plugin; there is none, so NRT_FAILURE. */
    @CFunction(statuses = NRT_FAILURE, section = "4.7")
    default NrtStatus nrt_get_libnccl_net() {
        return library().gated("nrt_get_libnccl_net", call -> NRT_FAILURE);
    }

    private NrtStatus asRank(String function, int vnc, int rank, int count, Consumer<ApiCall> body) {
        return library().done(function, call -> {
            call.requireCore(vnc);
            if (rank < 0 || rank >= count) {
                throw ApiCall.misuse();
            }
            body.accept(call);
        });
    }
}
