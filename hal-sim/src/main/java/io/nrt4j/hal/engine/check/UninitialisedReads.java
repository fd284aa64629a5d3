package io.nrt4j.hal.engine.check;

import io.nrt4j.hal.device.Device;
import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.sequencer.Actor;
import io.nrt4j.hal.engine.sequencer.ExecutionMonitor;
import io.nrt4j.hal.engine.sequencer.MemoryAccess;
import io.nrt4j.hal.engine.sequencer.MemoryMove;
import io.nrt4j.hal.memory.Block;
import io.nrt4j.hal.memory.Region;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Stops a machine at the first read of a byte that holds nothing.
 *
 * <p>State buffer and PSUM hold nothing when the machine is built, and keep from one request to the next what they were
 * given. Copies, like moves within an engine, carry the state of what they copy along: programs spill whole buffers of
 * which parts were never used (chengli-conv2d_2_float32). An HBM holds what the host put there, except for stretches
 * that were declared undefined. Source: exec.md §5.
 */
final class UninitialisedReads implements ExecutionMonitor {
    private enum Content {
        DEFINED,
        UNDEFINED
    }

    private final List<Device> devices;
    private final IdentityHashMap<Device, ShadowMemory<Content>> shadows = new IdentityHashMap<>();
    private final IdentityHashMap<Actor, Copy> copies = new IdentityHashMap<>();

    UninitialisedReads(List<Device> devices) {
        this.devices = devices;
        devices.forEach(device -> shadows.put(device, new ShadowMemory<>()));
    }

    void undefine(int core, long address, long length) {
        shadow(core).update(address, length, new Becomes(Content.UNDEFINED));
    }

    @Override
    public boolean watchesMemory() {
        return true;
    }

    /** The bytes that a copy has read and not yet written, and which of them hold nothing. */
    private static final class Copy {
        private final BitSet undefined = new BitSet();
        private int read;
        private int written;
    }

    @Override
    public void transferring(Actor actor, String what) {
        if (what.equals(COPY)) {
            copies.put(actor, new Copy());
        } else {
            copies.remove(actor);
        }
    }

    @Override
    public void transferred(Actor actor, long bytes) {
        copies.remove(actor);
    }

    @Override
    public void read(Actor actor, MemoryAccess access) {
        Copy copy = copies.get(actor);
        if (copy != null) {
            access.forEach((address, length) -> take(copy, actor, address, length));
        } else if (actor.core() >= 0) {
            ShadowMemory<Content> shadow = shadow(actor.core());
            Read read = new Read(devices.get(actor.core()));
            access.forEach((address, length) -> shadow.update(address, length, read));
        }
    }

    private void take(Copy copy, Actor actor, long address, int length) {
        ShadowMemory<Content> shadow = shadow(actor.core());
        Device device = devices.get(actor.core());
        for (int i = 0; i < length; i++) {
            if (isUndefined(device, shadow.stateAt(address + i), address + i)) {
                copy.undefined.set(copy.read + i);
            }
        }
        copy.read += length;
    }

    private void put(Copy copy, Actor actor, long address, int length) {
        ShadowMemory<Content> shadow = shadow(actor.core());
        shadow.update(address, length, new Becomes(Content.DEFINED));
        for (int i = copy.undefined.nextSetBit(copy.written);
                i >= 0 && i < copy.written + length;
                i = copy.undefined.nextSetBit(i + 1)) {
            shadow.update(address + i - copy.written, 1, new Becomes(Content.UNDEFINED));
        }
        copy.written += length;
    }

    @Override
    public void written(Actor actor, MemoryAccess access) {
        Copy copy = copies.get(actor);
        if (copy != null) {
            access.forEach((address, length) -> put(copy, actor, address, length));
        } else if (actor.core() >= 0) {
            ShadowMemory<Content> shadow = shadow(actor.core());
            Becomes defined = new Becomes(Content.DEFINED);
            access.forEach((address, length) -> shadow.update(address, length, defined));
        }
    }

    /** A move of nothing is no fault: instructions move whole blocks of which only some lanes matter. */
    @Override
    public void moved(Actor actor, MemoryMove move) {
        Copy copy = new Copy();
        move.forEach((from, to, bytes) -> take(copy, actor, from, bytes));
        move.forEach((from, to, bytes) -> put(copy, actor, to, bytes));
    }

    private static boolean isUndefined(Device device, @Nullable Content content, long address) {
        return content == Content.UNDEFINED || (content == null && isOnChip(device, address));
    }

    private static boolean isOnChip(Device device, long address) {
        Region region = device.addressMap().regionAt(address);
        return region != null && (region.block() == Block.SBUF || region.block() == Block.PSUM);
    }

    private ShadowMemory<Content> shadow(int core) {
        ShadowMemory<Content> shadow = shadows.get(devices.get(core));
        if (shadow == null) {
            throw new IllegalStateException("core " + core + " has no shadow");
        }
        return shadow;
    }

    private static final class Becomes extends ShadowMemory.Transition<Content> {
        private final Content content;

        Becomes(Content content) {
            this.content = content;
        }

        @Override
        Content next(@Nullable Content state, long address, int length) {
            return content;
        }
    }

    private static final class Read extends ShadowMemory.Transition<Content> {
        private final Device device;

        Read(Device device) {
            this.device = device;
        }

        @Override
        Content next(@Nullable Content state, long address, int length) {
            if (isUndefined(device, state, address)) {
                throw new InstructionFaultException(
                        FaultKind.UNINITIALISED, "nothing has written the byte at " + AddressText.of(device, address));
            }
            return Content.DEFINED;
        }
    }
}
