package io.nrt4j.runtime.recipe;

/** Tables of memory reports. Source: memory.md §9.1. */
final class MemoryTables {
    /** Two cores with nothing on them. */
    static final String EMPTY = """
            Displaying Current Memory Utilization:
            (NOTE: the lines are LONG, and NEFF id to name mapping is printed after)

                          |          |  Model   |  Model   |          |  Shared  |          |          |DMA Rings |DMA Rings | DMA Rings |DMA Rings |           |          | Profiler |
                          |  TOTAL   |   Code   |Constants | Tensors  |Scratchpad|Scratchpad| Runtime  |    IO    |  Spill   |Collectives| Runtime  |Collectives|  XT CC   | Buffers  |
            ND 0 Overall  |  0.000B  |  0.000B  |  0.000B  |  0.000B  |  0.000B  |  0.000B  |  0.000B  |  0.000B  |  0.000B  |  0.000B   |  0.000B  |  0.000B   |  0.000B  |  0.000B  |
            \\_NC 4        |  0.000B  |  0.000B  |  0.000B  |  0.000B  |  0.000B  |  0.000B  |  0.000B  |  0.000B  |  0.000B  |  0.000B   |  0.000B  |  0.000B   |  0.000B  |  0.000B  |
            \\_NC 5        |  0.000B  |  0.000B  |  0.000B  |  0.000B  |  0.000B  |  0.000B  |  0.000B  |  0.000B  |  0.000B  |  0.000B   |  0.000B  |  0.000B   |  0.000B  |  0.000B  |

            NEFF id to name mapping:\
            """;

    private MemoryTables() {}
}
