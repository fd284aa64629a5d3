package io.nrt4j.runtime.c;

import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_FAILURE;

import io.nrt4j.loader.diagnostics.NrtStatus;
import org.jspecify.annotations.Nullable;

/**
 * Sending and receiving between hosts. The emulated machine has no network, so every function says NRT_FAILURE. Source:
 * nrt-api.md §4.9.
 *
 * <p>Handles are opaque and never made.
 */
@SuppressWarnings("MemberName") // the names of the C API
public sealed interface SendReceiveFunctions permits LibNrt {
    /** For this package only. */
    Library library();

    /** Would store the most communicators of a core. */
    @CFunction(statuses = NRT_FAILURE, section = "4.9")
    default NrtStatus nrt_async_sendrecv_get_max_num_communicators_per_lnc(@Nullable Out<Integer> count) {
        return unsupported("nrt_async_sendrecv_get_max_num_communicators_per_lnc");
    }

    /** Would store the most requests under way. */
    @CFunction(statuses = NRT_FAILURE, section = "4.9")
    default NrtStatus nrt_async_sendrecv_get_max_num_pending_request(@Nullable Out<Integer> count) {
        return unsupported("nrt_async_sendrecv_get_max_num_pending_request");
    }

    /** Would prepare a core. */
    @CFunction(statuses = NRT_FAILURE, section = "4.9")
    default NrtStatus nrt_async_sendrecv_init(int vnc) {
        return unsupported("nrt_async_sendrecv_init");
    }

    /** Would release a core. */
    @CFunction(statuses = NRT_FAILURE, section = "4.9")
    default NrtStatus nrt_async_sendrecv_close(int vnc) {
        return unsupported("nrt_async_sendrecv_close");
    }

    /** Would connect to a peer. */
    @CFunction(statuses = NRT_FAILURE, section = "4.9")
    default NrtStatus nrt_async_sendrecv_connect(
            @Nullable String peer, int peerVnc, int vnc, @Nullable Out<Long> sender) {
        return unsupported("nrt_async_sendrecv_connect");
    }

    /** Would wait for a peer to connect. */
    @CFunction(statuses = NRT_FAILURE, section = "4.9")
    default NrtStatus nrt_async_sendrecv_accept(
            @Nullable String peer, int peerVnc, int vnc, @Nullable Out<Long> receiver) {
        return unsupported("nrt_async_sendrecv_accept");
    }

    /** Would tell whether a connection is made. */
    @CFunction(statuses = NRT_FAILURE, section = "4.9")
    default NrtStatus nrt_async_sendrecv_test_comm(long communicator, @Nullable Out<Boolean> done) {
        return unsupported("nrt_async_sendrecv_test_comm");
    }

    /** Would send a part of a tensor. */
    @CFunction(statuses = NRT_FAILURE, section = "4.9")
    default NrtStatus nrt_async_sendrecv_send_tensor(
            @Nullable NrtTensor tensor, long offset, long size, long sender, @Nullable Out<Long> request) {
        return unsupported("nrt_async_sendrecv_send_tensor");
    }

    /** Would receive a part of a tensor. */
    @CFunction(statuses = NRT_FAILURE, section = "4.9")
    default NrtStatus nrt_async_sendrecv_recv_tensor(
            @Nullable NrtTensor tensor, long offset, long size, long receiver, @Nullable Out<Long> request) {
        return unsupported("nrt_async_sendrecv_recv_tensor");
    }

    /** Would tell whether a request is done. */
    @CFunction(statuses = NRT_FAILURE, section = "4.9")
    default NrtStatus nrt_async_sendrecv_test_request(
            long request, @Nullable Out<Boolean> done, @Nullable Out<Long> size) {
        return unsupported("nrt_async_sendrecv_test_request");
    }

    /** Would make what was received visible to the device. */
    @CFunction(statuses = NRT_FAILURE, section = "4.9")
    default NrtStatus nrt_async_sendrecv_flush(long receiver) {
        return unsupported("nrt_async_sendrecv_flush");
    }

    private NrtStatus unsupported(String function) {
        return library().gated(function, call -> NRT_FAILURE);
    }
}
