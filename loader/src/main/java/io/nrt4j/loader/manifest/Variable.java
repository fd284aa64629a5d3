package io.nrt4j.loader.manifest;

import java.util.List;
import java.util.Optional;

/**
 * A variable of a graph: the build-side {@code mem_ref} of the runtime, one record per kind.
 *
 * <p>Source: manifest.md §5, memory.md §1.
 */
public sealed interface Variable {
    /** What all kinds share. */
    VariableAttributes attributes();

    /** The kind as the runtime numbers it. */
    MemRefType memRefType();

    /** Bytes; 0 for the kinds that have no {@code size} key. Never negative: values above 2^63-1 are cut to it. */
    long size();

    /** The key in {@code var}. */
    default String name() {
        return attributes().name();
    }

    /** The dense number of the variable in its graph. */
    default int varId() {
        return attributes().varId();
    }

    /** Bytes, a power of two, or 0. */
    default long alignment() {
        return attributes().alignment();
    }

    /** The whole state buffer of the core; mostly {@code SB} with id 0, but any id on inf1. */
    record StateBuffer(VariableAttributes attributes) implements Variable {
        @Override
        public MemRefType memRefType() {
            return MemRefType.MR_SB;
        }

        @Override
        public long size() {
            return 0;
        }
    }

    /** Bound by the caller before each execution. */
    record Input(VariableAttributes attributes, long size) implements Variable {
        @Override
        public MemRefType memRefType() {
            return MemRefType.MR_INPUT;
        }
    }

    /** Bound by the caller before each execution. */
    record Output(VariableAttributes attributes, long size) implements Variable {
        @Override
        public MemRefType memRefType() {
            return MemRefType.MR_OUTPUT;
        }
    }

    /** Private scratch memory. */
    record TmpBuffer(VariableAttributes attributes, long size, Optional<DevicePrintMetadata> devicePrint)
            implements Variable {
        @Override
        public MemRefType memRefType() {
            return MemRefType.MR_TMP_BUF;
        }
    }

    /**
     * A window in a scratchpad that several variables may share, also at the same offset.
     *
     * @param offset bytes from the start of the scratchpad
     */
    record Virtual(
            VariableAttributes attributes,
            long size,
            long offset,
            BackingBuffer backingBuffer,
            Optional<DevicePrintMetadata> devicePrint)
            implements Variable {
        @Override
        public MemRefType memRefType() {
            return MemRefType.MR_VIRTUAL_TMP_BUF;
        }
    }

    /**
     * A constant whose bytes are in the archive.
     *
     * @param size bytes on the device, as the file says (on inf1, where the key is absent: the payload's length); may
     *     differ from {@code payload.size()}
     */
    record FileBuffer(
            VariableAttributes attributes, long size, Payload payload, Optional<DevicePrintMetadata> devicePrint)
            implements Variable {
        @Override
        public MemRefType memRefType() {
            return MemRefType.MR_BUFFER;
        }
    }

    /**
     * Eight bytes on the device that hold the address of another variable.
     *
     * @param referencedVarId the variable pointed to; not checked here
     * @param ioReference whether that is an input or output
     */
    record Pointer(VariableAttributes attributes, int referencedVarId, boolean ioReference) implements Variable {
        /** The only size the runtime accepts, in bytes. */
        public static final long SIZE = 8;

        @Override
        public MemRefType memRefType() {
            return MemRefType.MR_PTR;
        }

        @Override
        public long size() {
            return SIZE;
        }
    }

    /** A list of variables. */
    record VariableList(VariableAttributes attributes, List<Integer> varIds) implements Variable {
        public VariableList {
            varIds = List.copyOf(varIds);
        }

        @Override
        public MemRefType memRefType() {
            return MemRefType.MR_LIST;
        }

        @Override
        public long size() {
            return 0;
        }
    }

    /** The variables whose addresses are set per execution, in table order. */
    record DgeTable(VariableAttributes attributes, List<Integer> varIds) implements Variable {
        public DgeTable {
            varIds = List.copyOf(varIds);
        }

        @Override
        public MemRefType memRefType() {
            return MemRefType.MR_PTR_TABLE;
        }

        @Override
        public long size() {
            return 0;
        }
    }

    /**
     * A variable of another graph of the same logical core.
     *
     * @param relativeGraph the index of that graph
     * @param remoteVarId the id there
     */
    record Remote(VariableAttributes attributes, int relativeGraph, int remoteVarId) implements Variable {
        /** Stands for an id that the file leaves to the name, until all graphs are complete. */
        static final int BY_NAME = -1;

        @Override
        public MemRefType memRefType() {
            return MemRefType.MR_REMOTE;
        }

        @Override
        public long size() {
            return 0;
        }
    }
}
