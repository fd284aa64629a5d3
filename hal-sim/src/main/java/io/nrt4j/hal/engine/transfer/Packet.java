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
    /** More descriptors in one packet than any hardware takes (dma.md §5.2: 128); the emulator's own bound. */
    private static final int MOST_DESCRIPTORS = 4096;

    private static final int MOST_PIECES = 1 << 17;
    /** More data in one packet than any known ring has; the emulator's own bound. */
    private static final long MOST_BYTES = 1L << 26;

    /** The next packet of two rings, or null while it is not complete. */
    static @Nullable Packet peek(RingReader m2s, RingReader s2m, ElementCodecs codecs) {
        List<UdmaDescriptor> sources = new ArrayList<>();
        UdmaDescriptor last;
        long bytes = 0;
        do {
            if (sources.size() == m2s.available()) {
                return null;
            }
            last = m2s.peek(sources.size());
            sources.add(last);
            bytes += last.length();
            expect(sources.size() <= MOST_DESCRIPTORS, "a packet of more than 4096 source descriptors");
        } while (!last.last());
        Optional<MetaDescriptor> operation = last.meta() ? Optional.of(MetaDescriptor.of(last)) : Optional.empty();
        List<UdmaDescriptor> destinations = new ArrayList<>();
        expect(bytes <= MOST_BYTES, "a packet of more than 64 MiB");
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
            expect(destinations.size() <= MOST_PIECES, "a packet of more than 131072 destination descriptors");
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

    private static void expect(boolean holds, String otherwise) {
        if (!holds) {
            throw new InstructionFaultException(FaultKind.BAD_DESCRIPTOR, otherwise);
        }
    }

    /** The source descriptors that hold data. */
    List<UdmaDescriptor> data() {
        return operation.isPresent() ? sources.subList(0, sources.size() - 1) : sources;
    }
}
