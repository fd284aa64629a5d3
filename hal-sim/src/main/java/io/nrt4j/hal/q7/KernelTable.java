package io.nrt4j.hal.q7;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The functions of one library in the order of its table. Source: q7.md §6.
 *
 * <p>Rows are not sorted; the firmware scans them from the first on, and so does {@link #find}.
 *
 * @param address core-local address of the first row (u32)
 * @param rows the rows
 */
public record KernelTable(long address, List<KernelRow> rows) {
    public KernelTable {
        rows = List.copyOf(rows);
    }

    /** Reads {@code count} rows from the reader index of {@code in} on. */
    public static KernelTable decode(long address, ByteBuf in, int count) {
        List<KernelRow> rows = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            rows.add(KernelRow.decode(in));
        }
        return new KernelTable(address, rows);
    }

    /** The first row for an opcode and specialization. */
    public Optional<KernelRow> find(int opcode, int specialization) {
        int key = KernelRow.keyOf(opcode, specialization);
        return rows.stream().filter(row -> row.key() == key).findFirst();
    }
}
