package io.nrt4j.runtime.c;

import java.util.HashMap;
import java.util.Map;

/** Who is connected to the debug streams of the cores; one client for each. Source: nrt-api.md §4.9. */
final class DebugClients {
    private final Map<Integer, Integer> coreByDescriptor = new HashMap<>();

    /** Connects a client; NRT_INVALID if the core has one. */
    synchronized void connect(int vnc, int descriptor) {
        if (coreByDescriptor.containsValue(vnc)) {
            throw ApiCall.misuse();
        }
        coreByDescriptor.put(descriptor, vnc);
    }

    /** Disconnects a client; NRT_INVALID for a number that none has. */
    synchronized void disconnect(int descriptor) {
        if (coreByDescriptor.remove(descriptor) == null) {
            throw ApiCall.misuse();
        }
    }

    /** NRT_INVALID for a number that no client has. */
    synchronized void require(int descriptor) {
        if (!coreByDescriptor.containsKey(descriptor)) {
            throw ApiCall.misuse();
        }
    }
}
