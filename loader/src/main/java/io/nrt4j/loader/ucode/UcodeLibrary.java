package io.nrt4j.loader.ucode;

import io.netty.buffer.ByteBuf;
import java.util.List;

/**
 * One library of a graph ({@code kbin_ucode_lib}). Source: q7.md §1.2, §1.7.
 *
 * @param name the member name within the graph's directory, or {@value #DEFAULT_NAME}
 * @param content the ELF file; belongs to the archive and lives as long as it does
 * @param flags 0 for custom operators of v2 (opcode 0x85), else 6; carried to the device, meaning unknown
 * @param cpuId always 0: anything else aborts the load
 * @param totalCpus Q7 cores that run it: 1, 8, or 0 where the manifest does not say
 * @param functions its functions, in manifest order
 * @param builtIn whether it is the runtime's own and not the NEFF's
 */
public record UcodeLibrary(
        String name,
        ByteBuf content,
        int flags,
        int cpuId,
        int totalCpus,
        List<UcodeFunction> functions,
        boolean builtIn) {
    /** The name of the library that the runtime itself adds on SUNDA. */
    public static final String DEFAULT_NAME = "all";

    /** The flags of all libraries but those of v2's custom operators. */
    static final int EXTENDED_FLAGS = 6;

    public UcodeLibrary {
        functions = List.copyOf(functions);
    }
}
