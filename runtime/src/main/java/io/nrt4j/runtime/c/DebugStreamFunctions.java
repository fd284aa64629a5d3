package io.nrt4j.runtime.c;

import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_INVALID;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_QUEUE_EMPTY;

import io.nrt4j.loader.diagnostics.NrtStatus;
import org.jspecify.annotations.Nullable;

/** The stream of debug events of a core. Emulated engines write none, so it is always empty. Source: nrt-api.md §4.9. */
@SuppressWarnings("MemberName") // the names of the C API
public sealed interface DebugStreamFunctions permits LibNrt {
    /** For this package only. */
    Library library();

    /** Connects to the stream of a core and stores a descriptor; NRT_INVALID if there is a client. */
    @CFunction(statuses = NRT_INVALID, section = "4.9")
    default NrtStatus nrt_debug_client_connect(int vnc, @Nullable Out<Integer> descriptor) {
        return library().done("nrt_debug_client_connect", call -> {
            call.requireCore(vnc);
            Out<Integer> out = Library.require(descriptor);
            int number = call.session().newDescriptor();
            call.session().debugClients().connect(vnc, number);
            out.set(number);
        });
    }

    /** Disconnects from a stream. */
    @CFunction(statuses = NRT_INVALID, section = "4.9")
    default NrtStatus nrt_debug_client_connect_close(int descriptor) {
        return library()
                .done(
                        "nrt_debug_client_connect_close",
                        call -> call.session().debugClients().disconnect(descriptor));
    }

    /**
     * Would store the next event.
     *
     * @param header the 64 bytes in front of an event
     * @param payload what follows them
     */
    @CFunction(
            statuses = {NRT_INVALID, NRT_QUEUE_EMPTY},
            section = "4.9")
    default NrtStatus nrt_debug_client_read_one_event(
            int descriptor, @Nullable Out<byte[]> header, @Nullable Out<byte[]> payload) {
        return library().gated("nrt_debug_client_read_one_event", call -> {
            call.session().debugClients().require(descriptor);
            return NRT_QUEUE_EMPTY;
        });
    }
}
