package io.nrt4j.loader.ucode;

import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;

/**
 * What a prelink takes from the dynamic table and the file header. Plays {@code get_dyn_info}. Source: q7.md §2.4.
 *
 * <p>The tags for hash, string and symbol tables are read by the real code too, but nothing uses what it stores.
 *
 * @param initFunction core-local address of the init function, 0 if the table names none
 * @param finiFunction core-local address of the fini function, 0 if the table names none
 * @param startSymbol core-local address of the entry point
 * @param relocations file offset of the relocation table; meaningless if there are none
 * @param relocationCount entries of the relocation table
 */
record DynamicInfo(int initFunction, int finiFunction, int startSymbol, long relocations, int relocationCount) {
    private static final LogMessage FAILED = LogMessage.error(
            "TDRV", "prelink_load_lib", "Failed to extract dynamic relocation info from ELF shared object file");
    private static final LogMessage OUTSIDE =
            LogMessage.error("TDRV", "get_dyn_info", "Dynamic entry at file offset 0x%lx lies outside the file");

    private static final long ABSENT = -1;

    /**
     * Walks the table up to tag 0; its size is not consulted. Of a repeated tag the last one counts.
     *
     * @throws PrelinkException with {@link XtlibStatus#INTERNAL_ERR} if the table runs out of the file, or with
     *     {@link XtlibStatus#NO_DYNAMIC_SEGMENT} if the relocation table is in no part of the file
     */
    static DynamicInfo read(ElfBytes file, SplitLoad parts, Placement placement, Nlog nlog) {
        int init = 0;
        int fini = 0;
        long table = ABSENT;
        long tableSize = 0;
        try {
            long at = parts.dynamic().offset();
            for (DynamicEntry entry = DynamicEntry.decode(file, at);
                    entry.tag() != DynamicEntry.NULL;
                    entry = DynamicEntry.decode(file, at)) {
                long value = entry.value();
                if (entry.tag() == DynamicEntry.INIT) {
                    init = (int) placement.rebaseCode(value);
                } else if (entry.tag() == DynamicEntry.FINI) {
                    fini = (int) placement.rebaseCode(value);
                } else if (entry.tag() == DynamicEntry.RELA) {
                    table = value;
                } else if (entry.tag() == DynamicEntry.RELASZ) {
                    tableSize = value;
                }
                at += DynamicEntry.SIZE;
            }
        } catch (ElfRangeException e) {
            nlog.log(OUTSIDE, e.offset());
            nlog.log(FAILED);
            throw new PrelinkException(XtlibStatus.INTERNAL_ERR);
        }
        int count = (int) (tableSize / Relocation.SIZE);
        int start = (int) placement.rebaseCode(parts.header().entry());
        return new DynamicInfo(init, fini, start, count == 0 ? 0 : fileOffset(table, parts, nlog), count);
    }

    /**
     * The file offset of the relocation table. Without a scratch segment the real code would take its address for one
     * on the device and crash; here the table may then lie in code or data.
     */
    private static long fileOffset(long table, SplitLoad parts, Nlog nlog) {
        if (table != ABSENT) {
            if (parts.scratch().isPresent()) {
                return offsetIn(parts.scratch().get(), table);
            }
            if (parts.text().holds(table)) {
                return offsetIn(parts.text(), table);
            }
            if (parts.data().holds(table)) {
                return offsetIn(parts.data(), table);
            }
        }
        nlog.log(FAILED);
        throw new PrelinkException(XtlibStatus.NO_DYNAMIC_SEGMENT);
    }

    private static long offsetIn(ProgramHeader segment, long address) {
        return segment.offset() + address - segment.virtualAddress();
    }
}
