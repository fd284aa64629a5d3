package io.nrt4j.hal.engine.transfer;

import io.nrt4j.hal.dma.MetaDescriptor;
import io.nrt4j.hal.dma.UdmaDescriptor;
import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.numeric.ElementCodecs;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a DMA engine moves in one piece: source descriptors from FIRST to LAST, and the destination descriptors that
 * take their bytes.
 *
 * <p>Source: dma.md §9 items 1 and 2.
 *
 * @param sources the source descriptors, an operation at their end included
 * @param destinations the destination descriptors
 * @param operation what happens to the bytes on the way; empty for a copy
 */
record Packet(List<UdmaDescriptor> sources, List<UdmaDescriptor> destinations, Optional<MetaDescriptor> operation) {
    /** The next packet of two rings, or null while it is not complete. */
    static @Nullable Packet peek(RingReader m2s, RingReader s2m, ElementCodecs codecs) {
        List<UdmaDescriptor> sources = new ArrayList<>();
        do {
            if (sources.size() == m2s.available()) {
                return null;
            }
            sources.add(m2s.peek(sources.size()));
        } while (!sources.get(sources.size() - 1).last());
        UdmaDescriptor last = sources.get(sources.size() - 1);
        Optional<MetaDescriptor> operation = last.meta() ? Optional.of(MetaDescriptor.of(last)) : Optional.empty();
        List<UdmaDescriptor> destinations = new ArrayList<>();
        long wanted = PacketExecutor.bytesOut(sources, operation, codecs);
        boolean endsWithMeta = operation
                .filter(o -> o.operation() == MetaDescriptor.Operation.TRANSPOSE)
                .isPresent();
        while (wanted > 0 || endsWithMeta) {
            if (destinations.size() == s2m.available()) {
                return null;
            }
            UdmaDescriptor descriptor = s2m.peek(destinations.size());
            destinations.add(descriptor);
            if (descriptor.meta()) {
                endsWithMeta = false;
            } else {
                wanted -= descriptor.length();
            }
        }
        if (wanted < 0) {
            throw new InstructionFaultException(
                    FaultKind.BAD_DESCRIPTOR,
                    "a packet ends %d bytes before its destination descriptors".formatted(-wanted));
        }
        return new Packet(sources, destinations, operation);
    }

    /** The source descriptors that hold data. */
    List<UdmaDescriptor> data() {
        return operation.isPresent() ? sources.subList(0, sources.size() - 1) : sources;
    }
}
