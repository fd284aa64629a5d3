package io.nrt4j.loader.image;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The complete program of one engine as it lies in device memory.
 *
 * <p>Immutable. Source: image-assembly.md §5.
 */
public final class EngineImage {
    private static final String LOOK_UP = "kbin_patch_device_ip_to_neff_ip";

    static final LogMessage NO_SECTION =
            LogMessage.error("TDRV", LOOK_UP, "Failed to find section %d in the patch list");
    static final LogMessage OUTSIDE_MAIN =
            LogMessage.error("TDRV", LOOK_UP, "device_ip 0x%lx is out of bounds of the main buffer");
    static final LogMessage OUTSIDE_ALL =
            LogMessage.error("TDRV", LOOK_UP, "device_ip 0x%lx is out of bounds of main and function buffer");

    private final EngineType engine;
    private final long address;
    private final byte[] bytes;
    private final ImageSections sections;
    private final PatchTable patches;
    private final SlotOrigins origins;

    EngineImage(
            EngineType engine,
            long address,
            byte[] bytes,
            ImageSections sections,
            PatchTable patches,
            SlotOrigins origins) {
        this.engine = engine;
        this.address = address;
        this.bytes = bytes;
        this.sections = sections;
        this.patches = patches;
        this.origins = origins;
    }

    public EngineType engine() {
        return engine;
    }

    /** Device address of slot 0, where the first activation enters. */
    public long address() {
        return address;
    }

    /** A read-only view of all bytes. */
    public ByteBuf content() {
        return Unpooled.wrappedBuffer(bytes).asReadOnly();
    }

    /** Size in bytes. */
    public int size() {
        return bytes.length;
    }

    /** Size in slots. */
    public int slots() {
        return bytes.length / Slot.BYTES;
    }

    /** A view of a slot; writing fails. */
    public Slot slot(int index) {
        return Slot.at(content(), index * Slot.BYTES);
    }

    /** Where the parts begin and end. */
    public ImageSections sections() {
        return sections;
    }

    /** The runtime's own table of what was added and removed. */
    public PatchTable patches() {
        return patches;
    }

    /** Where every slot came from. */
    public SlotOrigins origins() {
        return origins;
    }

    /** Device address at which inferences after the first enter (program_start). */
    public long programStart() {
        return slotAddress(sections.programStart());
    }

    private long slotAddress(int slot) {
        return address + (long) slot * Slot.BYTES;
    }

    /**
     * The number of the NEFF instruction behind a device address, counted from 1, as the runtime reports it
     * ({@code kbin_patch_device_ip_to_neff_ip}).
     *
     * <p>Kept as it is there: the slot right behind a removed label gets the label's number; slots of functions are
     * counted on from the main program; a main program that was not changed at all has no records to look in. Source:
     * image-assembly.md §12.3.
     *
     * @return empty for an address outside the main program and the functions, and without records of the main program;
     *     the log says which
     */
    public OptionalInt neffIpOf(long deviceIp, Nlog nlog) {
        if (patches.in(PatchSection.MAIN).isEmpty()) {
            nlog.log(NO_SECTION, PatchSection.MAIN.code());
            return OptionalInt.empty();
        }
        if (isIn(PatchSection.MAIN, deviceIp)) {
            return OptionalInt.of(number(PatchSection.MAIN, deviceIp));
        }
        if (isIn(PatchSection.FUNCTION, deviceIp)) {
            int main = patches.neffNumber(PatchSection.MAIN, sections.mainStart(), sections.mainEnd()) - 1;
            return OptionalInt.of(main + number(PatchSection.FUNCTION, deviceIp));
        }
        nlog.log(sections.size(PatchSection.FUNCTION) > 0 ? OUTSIDE_ALL : OUTSIDE_MAIN, deviceIp);
        return OptionalInt.empty();
    }

    /** Whether an address is not before the first nor behind the last slot of a section. */
    private boolean isIn(PatchSection section, long deviceIp) {
        return sections.size(section) > 0
                && deviceIp >= slotAddress(sections.start(section))
                && deviceIp <= slotAddress(sections.end(section) - 1);
    }

    /** Of the first slot that does not begin before the address. */
    private int number(PatchSection section, long deviceIp) {
        int slot = (int) ((deviceIp - address + Slot.BYTES - 1) / Slot.BYTES);
        return patches.neffNumber(section, sections.start(section), slot);
    }

    /**
     * What {@link #neffIpOf} gives for every slot of the main program, without walking anew for each, and also without
     * records.
     */
    public int[] mainNeffIps() {
        return patches.neffNumbers(PatchSection.MAIN, sections.mainStart(), sections.size(PatchSection.MAIN));
    }

    /**
     * The device address of the first slot that stands for a NEFF instruction.
     *
     * @param neffIp number of the instruction, counted from 1
     * @return empty for an instruction that the program does not have, or that left no slot
     */
    public OptionalLong deviceIpOf(int neffIp) {
        for (int slot = sections.mainStart(); slot < slots(); slot++) {
            OptionalInt origin = origins.of(slot);
            if (origin.isPresent() && origin.getAsInt() == neffIp - 1) {
                return OptionalLong.of(slotAddress(slot));
            }
        }
        return OptionalLong.empty();
    }

    /** The slot at a device address, or empty if it is none of this image. */
    public OptionalInt slotAt(long deviceIp) {
        long offset = deviceIp - address;
        boolean inside = offset >= 0 && offset < bytes.length && offset % Slot.BYTES == 0;
        return inside ? OptionalInt.of((int) (offset / Slot.BYTES)) : OptionalInt.empty();
    }
}
