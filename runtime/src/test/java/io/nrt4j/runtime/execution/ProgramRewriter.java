package io.nrt4j.runtime.execution;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.nrt4j.hal.dma.DescriptorCount;
import io.nrt4j.hal.dma.DmaSide;
import io.nrt4j.hal.dma.QueueSet;
import io.nrt4j.hal.dma.TransferBlock;
import io.nrt4j.hal.dma.UdmaDescriptor;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.hal.memory.Bus;
import io.nrt4j.hal.memory.LittleEndian;
import io.nrt4j.loader.LoadedModel;
import io.nrt4j.loader.image.CoreProgram;
import io.nrt4j.loader.image.EngineImage;
import io.nrt4j.loader.image.PatchSection;
import io.nrt4j.loader.image.StaticQueue;
import io.nrt4j.loader.manifest.MemRefType;
import io.nrt4j.loader.variable.MemRef;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Rewrites a loaded program into what a machine with a broken rule would read in its place, so that the rule's weight
 * shows without a broken machine.
 */
final class ProgramRewriter {
    private final LoadedModel model;
    private final Bus device;

    ProgramRewriter(LoadedModel model) {
        this.model = model;
        this.device = model.core().device().bus();
    }

    /** Rewrites every slot of an opcode in the bodies of all programs. */
    ProgramRewriter slots(Opcode opcode, Consumer<Slot> rewrite) {
        return slots(slot -> {
            if (slot.opcodeCode() == opcode.code()) {
                rewrite.accept(slot);
            }
        });
    }

    /** Rewrites every slot in the bodies of all programs. */
    ProgramRewriter slots(Consumer<Slot> rewrite) {
        for (CoreProgram program : model.images().programs()) {
            for (EngineImage image : program.images()) {
                int end = image.sections().end(PatchSection.MAIN);
                for (int i = image.sections().start(PatchSection.MAIN); i < end; i++) {
                    byte[] bytes = new byte[Slot.BYTES];
                    long address = image.address() + (long) i * Slot.BYTES;
                    device.read(address, bytes, 0, bytes.length);
                    rewrite.accept(Slot.at(Unpooled.wrappedBuffer(bytes), 0));
                    device.write(address, bytes, 0, bytes.length);
                }
            }
        }
        return this;
    }

    /** Rewrites a side of every ring as a list of descriptors of 16 bytes. */
    ProgramRewriter rings(DmaSide side, Consumer<List<byte[]>> rewrite) {
        for (CoreProgram program : model.images().programs()) {
            for (StaticQueue queue : program.queues()) {
                for (int engine = 0; engine < queue.set().engines(); engine++) {
                    long ring = queue.rings().address(engine, side);
                    List<byte[]> descriptors =
                            read(ring, (int) queue.set().descriptors(engine).on(side));
                    rewrite.accept(descriptors);
                    write(ring, descriptors);
                }
            }
        }
        return this;
    }

    /** Fills every ring with other blocks than the set's, which must come to as many descriptors on every engine. */
    ProgramRewriter blocks(Function<TransferBlock, List<TransferBlock>> rewrite) {
        for (CoreProgram program : model.images().programs()) {
            for (StaticQueue queue : program.queues()) {
                QueueSet set = queue.set();
                List<TransferBlock> blocks = set.blocks().stream()
                        .flatMap(block -> rewrite.apply(block).stream())
                        .toList();
                if (!blocks.equals(set.blocks())) {
                    fill(queue, new QueueSet(set.name(), set.index(), set.engines(), blocks));
                }
            }
        }
        return this;
    }

    private void fill(StaticQueue queue, QueueSet other) {
        for (int engine = 0; engine < other.engines(); engine++) {
            ByteBuf m2s = Unpooled.buffer();
            ByteBuf s2m = Unpooled.buffer();
            other.writeRings(engine, constantOne(queue, engine), m2s, s2m);
            write(queue.rings().address(engine, DmaSide.M2S), m2s);
            write(queue.rings().address(engine, DmaSide.S2M), s2m);
        }
    }

    /** What completions copy: the source of the last descriptor of a block that has one. */
    private long constantOne(StaticQueue queue, int engine) {
        long end = 0;
        for (TransferBlock block : queue.set().blocks()) {
            end += count(queue, block, engine).m2s();
            if (!block.completions().isEmpty()) {
                break;
            }
        }
        List<byte[]> descriptors = read(queue.rings().address(engine, DmaSide.M2S), (int) end);
        return LittleEndian.getLong(descriptors.get(descriptors.size() - 1), 8);
    }

    /** Exchanges neighbouring blocks of a queue set, completions included, where they have as many descriptors. */
    ProgramRewriter exchangeBlocks() {
        for (CoreProgram program : model.images().programs()) {
            for (StaticQueue queue : program.queues()) {
                for (int engine = 0; engine < queue.set().engines(); engine++) {
                    for (DmaSide side : DmaSide.values()) {
                        exchangeBlocks(queue, engine, side);
                    }
                }
            }
        }
        return this;
    }

    private void exchangeBlocks(StaticQueue queue, int engine, DmaSide side) {
        List<byte[]> descriptors = read(queue.rings().address(engine, side), (int)
                queue.set().descriptors(engine).on(side));
        List<TransferBlock> blocks = queue.set().blocks();
        int at = 0;
        for (int i = 0; i + 1 < blocks.size(); i += 2) {
            DescriptorCount first = count(queue, blocks.get(i), engine);
            DescriptorCount second = count(queue, blocks.get(i + 1), engine);
            int middle = at + (int) first.on(side);
            int end = middle + (int) second.on(side);
            if (first.equals(second)) {
                Collections.rotate(descriptors.subList(at, end), end - middle);
            }
            at = end;
        }
        write(queue.rings().address(engine, side), descriptors);
    }

    private static DescriptorCount count(StaticQueue queue, TransferBlock block, int engine) {
        return queue.set().counts(block.id(), block.function()).orElseThrow().get(engine);
    }

    /** Lets every variable of the scratch memory begin at the start of the first one. */
    ProgramRewriter forgetScratchOffsets() {
        List<MemRef> scratch = new ArrayList<>();
        model.variables()
                .tables()
                .forEach(table -> table.variables().stream()
                        .filter(v -> v.type() == MemRefType.MR_VIRTUAL_TMP_BUF && v.staged())
                        .forEach(scratch::add));
        long base = scratch.stream().mapToLong(MemRef::physicalAddress).min().orElseThrow();
        for (DmaSide side : DmaSide.values()) {
            rings(
                    side,
                    descriptors -> descriptors.forEach(d -> {
                        if ((LittleEndian.getInt(d, 0) & UdmaDescriptor.META) == 0) {
                            LittleEndian.setLong(d, 8, moved(LittleEndian.getLong(d, 8), scratch, base));
                        }
                    }));
        }
        return slots(Opcode.DMAMEMCPY, slot -> {
            slot.setI64(16, moved(slot.i64(16), scratch, base));
            slot.setI64(40, moved(slot.i64(40), scratch, base));
        });
    }

    private static long moved(long address, List<MemRef> scratch, long base) {
        for (MemRef variable : scratch) {
            long offset = address - variable.physicalAddress();
            if (offset >= 0 && offset < variable.size()) {
                return base + offset;
            }
        }
        return address;
    }

    private List<byte[]> read(long ring, int count) {
        List<byte[]> descriptors = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] descriptor = new byte[UdmaDescriptor.SIZE];
            device.read(ring + (long) i * UdmaDescriptor.SIZE, descriptor, 0, descriptor.length);
            descriptors.add(descriptor);
        }
        return descriptors;
    }

    private void write(long ring, ByteBuf descriptors) {
        byte[] bytes = new byte[descriptors.readableBytes()];
        descriptors.readBytes(bytes);
        device.write(ring, bytes, 0, bytes.length);
    }

    private void write(long ring, List<byte[]> descriptors) {
        for (int i = 0; i < descriptors.size(); i++) {
            device.write(ring + (long) i * UdmaDescriptor.SIZE, descriptors.get(i), 0, UdmaDescriptor.SIZE);
        }
    }
}
