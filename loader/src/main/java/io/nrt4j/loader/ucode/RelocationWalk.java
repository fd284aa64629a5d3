package io.nrt4j.loader.ucode;

import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;

/** Applies a library's relocations one by one. Plays {@code prelink_relocate_lib}. Source: q7.md §3.5, §3.6. */
final class RelocationWalk {
    private static final LogMessage UNKNOWN_TYPE =
            LogMessage.error("TDRV", "prelink_relocate_lib", "Unknown relocation type %d");
    private static final LogMessage OUTSIDE =
            LogMessage.error("TDRV", "prelink_relocate_lib", "Relocation at file offset 0x%lx lies outside the file");

    /** What stays of the word below a misaligned pointer, by its misalignment. */
    private static final int[] KEEP_LOW = {0, 0x000000FF, 0x0000FFFF, 0x00FFFFFF};

    /** What stays of the word above a misaligned pointer, by its misalignment. */
    private static final int[] KEEP_HIGH = {0, 0xFFFFFF00, 0xFFFF0000, 0xFF000000};

    private final Placement placement;
    private final LibraryRegions regions;
    private final InstructionPatcher patcher;
    private final Nlog nlog;

    RelocationWalk(Placement placement, LibraryRegions regions, InstructionPatcher patcher, Nlog nlog) {
        this.placement = placement;
        this.regions = regions;
        this.patcher = patcher;
        this.nlog = nlog;
    }

    /** @throws PrelinkException with the status of the first entry that cannot be applied */
    void apply(ElfBytes file, DynamicInfo info) {
        try {
            for (int i = 0; i < info.relocationCount(); i++) {
                apply(Relocation.decode(file, info.relocations() + (long) i * Relocation.SIZE));
            }
        } catch (ElfRangeException e) {
            nlog.log(OUTSIDE, e.offset());
            throw new PrelinkException(XtlibStatus.INTERNAL_ERR);
        }
    }

    private void apply(Relocation relocation) {
        if (relocation.info() > RelocationType.LAST_TYPE) {
            throw new PrelinkException(XtlibStatus.UNKNOWN_SYMBOL);
        }
        int type = (int) relocation.info();
        long site = placement.relocate(relocation.offset());
        if (type >= RelocationType.SLOT0_ALT && type < RelocationType.SLOT_END) {
            int high = (int) (placement.relocate(relocation.addend()) >>> Short.SIZE);
            patcher.patch(site, type - RelocationType.SLOT0_ALT, true, high);
        } else if (type >= RelocationType.SLOT0_OP && type < RelocationType.SLOT0_ALT) {
            int low = (int) placement.relocate(relocation.addend()) & 0xFFFF;
            patcher.patch(site, type - RelocationType.SLOT0_OP, false, low);
        } else if (type == RelocationType.RELATIVE) {
            relocatePointer(site, relocation.addend());
        } else if (type != RelocationType.NONE) {
            nlog.log(UNKNOWN_TYPE, type);
            throw new PrelinkException(XtlibStatus.RELOCATION_ERR);
        }
    }

    private void relocatePointer(long site, long addend) {
        int misalignment = (int) (site & 3);
        if (misalignment == 0) {
            regions.storeWord(site, relocated(regions.loadWord(site), addend));
            return;
        }
        long below = site & ~3L;
        long above = (below + Integer.BYTES) & 0xFFFF_FFFFL;
        int low = regions.loadWord(below);
        int high = regions.loadWord(above);
        int shift = misalignment * Byte.SIZE;
        int pointer = relocated(low >>> shift | high << (Integer.SIZE - shift), addend);
        regions.storeWord(below, (low & KEEP_LOW[misalignment]) | pointer << shift);
        regions.storeWord(above, (high & KEEP_HIGH[misalignment]) | pointer >>> (Integer.SIZE - shift));
    }

    private int relocated(int pointer, long addend) {
        return (int) placement.relocate((pointer + addend) & 0xFFFF_FFFFL);
    }
}
