package io.nrt4j.loader.image;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.dma.DmaSide;
import io.nrt4j.hal.memory.MemoryUsage;

/**
 * Device memory that a graph's images need.
 *
 * @param use what it holds
 * @param usage the class under which it is counted
 * @param bytes size
 * @param alignment of the address; 0 for the allocator's granule
 */
public record MemoryDemand(Use use, MemoryUsage usage, long bytes, long alignment) {
    /** What the memory holds; two demands of one graph never have equal uses. */
    public sealed interface Use {
        /** The name of the allocation in traces. */
        String hint();
    }

    /** A ring of a static queue set, or of an instance of one. */
    public record QueueRing(String queue, int index, int engine, DmaSide side) implements Use {
        @Override
        public String hint() {
            return queue + "_" + engine + (side == DmaSide.M2S ? "_tx" : "_rx");
        }
    }

    /** A ring through which an engine gets its tables. */
    public record TableRingMemory(EngineType engine, DmaSide side) implements Use {
        @Override
        public String hint() {
            return engine.key() + "_table_ring" + (side == DmaSide.M2S ? "_tx" : "_rx");
        }
    }

    /**
     * One table of an engine.
     *
     * @param set index of the activation function set; 0 for DVE
     * @param table index of the table
     */
    public record Table(EngineType engine, int set, int table) implements Use {
        @Override
        public String hint() {
            return engine.key() + "_table_" + set + "_" + table;
        }
    }

    /** The pointer to the DGE address table. */
    public record ArgsTablePointer() implements Use {
        @Override
        public String hint() {
            return "args table pointer";
        }
    }

    /** The image of an engine. */
    public record Image(EngineType engine) implements Use {
        @Override
        public String hint() {
            return "instructions " + engine.key();
        }
    }

    /** What every core has, whichever model is loaded. */
    public enum Resident implements Use {
        /** The execution request, one page of its own. */
        EXECUTION_REQUEST("execution request"),
        /** A word of value 1, the source of every semaphore update, in a page of its own. */
        CONSTANTS("constants"),
        /** Descriptors that the I/O switch copies from. */
        IO_SWITCH("io switch"),
        /** Rings of the runtime: instruction fetch, requests, I/O switch. */
        RUNTIME_RINGS("runtime rings"),
        /** The standard output of POOL's cores. */
        POOL_STDIO("pool stdio"),
        /** POOL's built-in library. */
        POOL_LIBRARY("pool library"),
        /** The microcode of all engines. */
        MICROCODE("microcode"),
        BASE_PROGRAM_PE("base program pe"),
        BASE_PROGRAM_ACT("base program act"),
        BASE_PROGRAM_POOL("base program pool"),
        BASE_PROGRAM_DVE("base program dve"),
        BASE_PROGRAM_SP("base program sp");

        private final String hint;

        Resident(String hint) {
            this.hint = hint;
        }

        @Override
        public String hint() {
            return hint;
        }
    }
}
