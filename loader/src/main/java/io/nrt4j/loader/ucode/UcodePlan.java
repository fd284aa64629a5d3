package io.nrt4j.loader.ucode;

import io.netty.buffer.ByteBuf;
import io.nrt4j.hal.Arch;
import io.nrt4j.hal.q7.MemoryBounds;
import io.nrt4j.hal.q7.NrtUcodeStatus;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The libraries of one graph, ready to be staged; made without a device.
 *
 * @param arch the architecture that loads
 * @param libraries in the order in which they load; on SUNDA the default library comes first
 */
public record UcodePlan(Arch arch, List<Entry> libraries) {
    private static final LogMessage PRELINK_FAILED =
            LogMessage.error("TDRV", "nrtucode_ll_create", "Failed prelink with status = %d");

    public UcodePlan {
        libraries = List.copyOf(libraries);
    }

    /**
     * One library.
     *
     * @param library what the manifest says
     * @param prelinked its form for the cores; empty for what only the firmware or nobody links
     */
    public record Entry(UcodeLibrary library, Optional<PrelinkedLibrary> prelinked) {}

    /** A graph without libraries of its own. */
    public static UcodePlan empty(Arch arch) {
        return new UcodePlan(arch, List.of());
    }

    /**
     * Prelinks the libraries of a graph where the mode says so.
     *
     * @throws LoadException with {@link NrtStatus#NRT_FAILURE} if one is refused, after the provider's lines
     */
    public static UcodePlan of(List<UcodeLibrary> libraries, Arch arch, UcodeMode mode, Nlog nlog) {
        if (arch == Arch.TONGA || (mode == UcodeMode.FAITHFUL && arch != Arch.SUNDA)) {
            return empty(arch);
        }
        List<Entry> entries = new ArrayList<>();
        for (UcodeLibrary library : libraries) {
            if (library.builtIn() && arch != Arch.SUNDA) {
                continue; // A SUNDA program on another chip: that chip's firmware has a library of its own.
            }
            entries.add(new Entry(
                    library,
                    mode == UcodeMode.FAITHFUL || library.builtIn()
                            ? Optional.empty()
                            : Optional.of(prelink(library.content(), MemoryBounds.of(arch), nlog))));
        }
        return new UcodePlan(arch, entries);
    }

    /**
     * Prelinks one library as {@code nrtucode_ll_create} does, which turns every refusal into {@link
     * NrtUcodeStatus#PRELINK_FAILED}.
     */
    static PrelinkedLibrary prelink(ByteBuf elf, MemoryBounds bounds, Nlog nlog) {
        PrelinkResult result = new Prelinker(bounds).prelink(elf, nlog);
        if (result instanceof PrelinkResult.Linked linked) {
            return linked.library();
        }
        throw nlog.fail(
                NrtStatus.NRT_FAILURE,
                LoadStage.UCODE,
                PRELINK_FAILED,
                result.status().code());
    }

    /** Whether the graph brings libraries along, beside the default one. */
    public boolean hasCustomOperators() {
        return libraries.stream().anyMatch(e -> !e.library().builtIn());
    }
}
