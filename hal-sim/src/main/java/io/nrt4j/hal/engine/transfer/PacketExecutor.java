package io.nrt4j.hal.engine.transfer;

import io.nrt4j.hal.dma.MetaDescriptor;
import io.nrt4j.hal.dma.Transfer;
import io.nrt4j.hal.dma.UdmaDescriptor;
import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.numeric.ElementCodec;
import io.nrt4j.hal.engine.numeric.ElementCodecs;
import io.nrt4j.hal.engine.numeric.ElementConversion;
import io.nrt4j.hal.engine.numeric.FloatAlu;
import io.nrt4j.hal.engine.sequencer.Actor;
import io.nrt4j.hal.engine.sequencer.EngineBus;
import io.nrt4j.hal.engine.sequencer.ExecutionMonitor;
import io.nrt4j.hal.isa.AluOp;
import io.nrt4j.hal.isa.Dtype;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Carries out the packets of a core's DMA rings. */
final class PacketExecutor {
    private final EngineBus bus;
    private final ElementCodecs codecs;
    private final ExecutionMonitor monitor;

    PacketExecutor(EngineBus bus, ElementCodecs codecs, ExecutionMonitor monitor) {
        this.bus = bus;
        this.codecs = codecs;
        this.monitor = monitor;
    }

    ElementCodecs codecs() {
        return codecs;
    }

    /** Bytes that a packet's data become. */
    static long bytesOut(List<UdmaDescriptor> sources, Optional<MetaDescriptor> operation, ElementCodecs codecs) {
        long bytes = 0;
        for (UdmaDescriptor source : sources) {
            bytes += source.meta() ? 0 : source.length();
        }
        if (operation.isEmpty()) {
            return bytes;
        }
        MetaDescriptor meta = operation.get();
        return switch (meta.operation()) {
            case CAST -> conversion(meta, codecs).convertedBytes((int) bytes);
            case TRANSPOSE -> bytes;
            case COMPUTE -> {
                UdmaDescriptor first = sources.get(0);
                int elements = first.length() / codec(meta.sourceType(), codecs).bytes();
                yield (long) elements * codec(meta.targetType(), codecs).bytes();
            }
        };
    }

    /** Moves the bytes of a packet. */
    void execute(Actor actor, Packet packet) {
        monitor.transferring(actor, describe(packet));
        byte[] data = read(actor, packet.data());
        if (packet.operation().isEmpty()) {
            write(actor, packet.destinations(), data);
        } else {
            MetaDescriptor meta = packet.operation().get();
            switch (meta.operation()) {
                case CAST ->
                    write(actor, packet.destinations(), conversion(meta, codecs).convert(data, data.length));
                case TRANSPOSE -> transpose(actor, packet, data);
                case COMPUTE -> write(actor, packet.destinations(), compute(packet, meta, data));
            }
        }
        monitor.transferred(actor, data.length);
    }

    private static String describe(Packet packet) {
        return packet.operation()
                .map(o -> o.operation().name().toLowerCase(Locale.ROOT))
                .orElse(ExecutionMonitor.COPY);
    }

    private byte[] read(Actor actor, List<UdmaDescriptor> sources) {
        int total = 0;
        for (UdmaDescriptor source : sources) {
            total += source.length();
        }
        byte[] data = new byte[total];
        int at = 0;
        for (UdmaDescriptor source : sources) {
            bus.read(actor, source.address(), data, at, source.length());
            at += source.length();
        }
        return data;
    }

    private void write(Actor actor, List<UdmaDescriptor> destinations, byte[] data) {
        int at = 0;
        for (UdmaDescriptor destination : destinations) {
            bus.write(actor, destination.address(), data, at, destination.length());
            at += destination.length();
        }
    }

    /**
     * Every destination descriptor names the place of its piece's first element; the following elements lie one target
     * row further each.
     */
    private void transpose(Actor actor, Packet packet, byte[] data) {
        MetaDescriptor meta = packet.operation().orElseThrow();
        int elementBytes = meta.elementBytes();
        long step = meta.rowStep();
        int at = 0;
        for (UdmaDescriptor destination : packet.destinations()) {
            if (destination.meta()) {
                continue;
            }
            for (int done = 0; done < destination.length(); done += elementBytes) {
                bus.write(actor, destination.address() + done / elementBytes * step, data, at + done, elementBytes);
            }
            at += destination.length();
        }
    }

    /** Every operand times its factor, folded in fp32 and rounded once. Source: exec-sunda.md §3 item 3, dma.md §5. */
    private byte[] compute(Packet packet, MetaDescriptor meta, byte[] data) {
        ElementCodec codec = codec(meta.sourceType(), codecs);
        ElementCodec target = codec(meta.targetType(), codecs);
        int count = Math.toIntExact(bytesOut(packet.sources(), packet.operation(), codecs)) / target.bytes();
        AluOp op = fold(meta.computeOp());
        float[] result = new float[count];
        float[] next = new float[count];
        int at = 0;
        boolean first = true;
        for (UdmaDescriptor source : packet.data()) {
            if (source.length() != count * codec.bytes()) {
                throw new InstructionFaultException(
                        FaultKind.BAD_DESCRIPTOR,
                        "an operand of %d bytes for %d elements".formatted(source.length(), count));
            }
            codec.widen(data, at, codec.bytes(), count, first ? result : next, 0);
            FloatAlu.apply(AluOp.MULTIPLY, first ? result : next, MetaDescriptor.scale(source), false, count);
            if (!first) {
                FloatAlu.apply(op, result, next, count);
            }
            first = false;
            at += source.length();
        }
        meta.constant().ifPresent(constant -> FloatAlu.apply(op, result, constant, false, count));
        byte[] out = new byte[count * target.bytes()];
        target.narrow(result, 0, count, out, 0, target.bytes());
        return out;
    }

    private static AluOp fold(int code) {
        for (Transfer.ComputeOp op : Transfer.ComputeOp.values()) {
            if (op.code() == code) {
                return switch (op) {
                    case ADD, FMA -> AluOp.ADD;
                    case MAX -> AluOp.MAX;
                    case MIN -> AluOp.MIN;
                };
            }
        }
        throw new InstructionFaultException(FaultKind.BAD_DESCRIPTOR, "compute operation " + code);
    }

    private static ElementConversion conversion(MetaDescriptor meta, ElementCodecs codecs) {
        return new ElementConversion(codec(meta.sourceType(), codecs), codec(meta.targetType(), codecs));
    }

    private static ElementCodec codec(int code, ElementCodecs codecs) {
        return Dtype.fromCode(code)
                .flatMap(codecs::find)
                .orElseThrow(() -> new InstructionFaultException(
                        FaultKind.BAD_DTYPE, "a DMA of element type 0x%x".formatted(code)));
    }
}
