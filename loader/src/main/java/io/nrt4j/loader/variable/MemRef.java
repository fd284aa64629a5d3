package io.nrt4j.loader.variable;

import io.nrt4j.loader.manifest.MemRefType;
import java.util.List;

/**
 * {@code mem_ref_t}: a variable of a graph once it has its place.
 *
 * <p>Source: memory.md §1.4.
 */
public sealed interface MemRef {
    /** The {@code physical_address} of a variable that has no place at load. 0 is a real address. */
    long UNSTAGED = -1;

    String name();

    MemRefType type();

    int varId();

    /** Bytes; of {@code MR_SB} the whole aperture; 0 for lists and tables. */
    long size();

    /** The device address of the first byte, or {@link #UNSTAGED}. */
    long physicalAddress();

    /** Whether the variable has a place on the device. */
    default boolean staged() {
        return physicalAddress() != UNSTAGED;
    }

    /**
     * Memory that the load placed.
     *
     * @param memOffset offset of the variable in the memory that holds it: not 0 only in a scratchpad page
     * @param hbm index of the HBM; of {@code MR_SB} the core's default
     * @param sharedScratchpad whether it is a window of a scratchpad that the cores of a group share
     */
    record Placed(
            String name,
            MemRefType type,
            int varId,
            long size,
            long physicalAddress,
            long memOffset,
            int hbm,
            boolean sharedScratchpad)
            implements MemRef {}

    /** An input or output: the caller binds it before each execution. */
    record Bound(String name, MemRefType type, int varId, long size) implements MemRef {
        @Override
        public long physicalAddress() {
            return UNSTAGED;
        }
    }

    /**
     * A variable of another graph of the logical core; has that one's place and does not own it.
     *
     * @param target the variable itself
     */
    record Remote(String name, int varId, MemRef target) implements MemRef {
        @Override
        public MemRefType type() {
            return MemRefType.MR_REMOTE;
        }

        @Override
        public long size() {
            return target.size();
        }

        @Override
        public long physicalAddress() {
            return target.physicalAddress();
        }
    }

    /**
     * An eight-byte cell on the device that holds the address of another variable.
     *
     * @param physicalAddress address of the cell
     * @param referent id of the variable whose address it holds
     * @param ioReference whether that is an input or output, so that the cell is written before each execution
     */
    record Pointer(String name, int varId, long physicalAddress, int referent, boolean ioReference) implements MemRef {
        @Override
        public MemRefType type() {
            return MemRefType.MR_PTR;
        }

        @Override
        public long size() {
            return Long.BYTES;
        }
    }

    /** A list of variables, kept as it is. */
    record VariableList(String name, int varId, List<Integer> varIds) implements MemRef {
        public VariableList {
            varIds = List.copyOf(varIds);
        }

        @Override
        public MemRefType type() {
            return MemRefType.MR_LIST;
        }

        @Override
        public long size() {
            return 0;
        }

        @Override
        public long physicalAddress() {
            return UNSTAGED;
        }
    }

    /**
     * The addresses that dynamic DMA looks up by position.
     *
     * @param tableIndex number of the table among the model's tables
     * @param entries in table order
     */
    record PointerTable(String name, int varId, int tableIndex, List<Entry> entries) implements MemRef {
        public PointerTable {
            entries = List.copyOf(entries);
        }

        /**
         * One position of the table.
         *
         * @param varId the variable
         * @param needsTranslation whether the address is known only at execution
         * @param address the address, {@link MemRef#UNSTAGED} if it needs translation
         */
        public record Entry(int varId, boolean needsTranslation, long address) {}

        @Override
        public MemRefType type() {
            return MemRefType.MR_PTR_TABLE;
        }

        @Override
        public long size() {
            return 0;
        }

        @Override
        public long physicalAddress() {
            return UNSTAGED;
        }
    }
}
