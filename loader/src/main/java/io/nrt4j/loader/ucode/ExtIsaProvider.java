package io.nrt4j.loader.ucode;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.nrt4j.hal.FirmwareCore;
import io.nrt4j.hal.Stepping;
import io.nrt4j.hal.q7.LibraryResolver;
import io.nrt4j.hal.q7.NrtUcodeStatus;
import io.nrt4j.hal.q7.UcodeException;
import io.nrt4j.loader.archive.Sha256;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/**
 * The libraries of {@code libnrtucode_extisa.so}: stand-ins, or the vendor's own files from a directory. Plays
 * {@code nrtucode_get_ext_isa}. Source: q7.md §1.8.
 */
public final class ExtIsaProvider {
    private static final LogMessage NOT_OPENED =
            LogMessage.error("TDRV", "ucode_init_module", "Failed to open Neuron Ucode library %s. Reason: %s");

    /** {@code coretype - 6} above this is no core type at all; below, it may be one without libraries. */
    private static final int LAST_CORE_OFFSET = 31;

    private static final int FIRST_CORE_TYPE = Stepping.SUNDA.coreType(FirmwareCore.Q7_POOL);

    /** A core type whose images only the vendor's internal build has. */
    private static final int MAVERICK = 37;

    private static final int MAVERICK_LIBRARIES = 4;

    private static final String NO_MANIFEST = "{\"dummy_message\": \"hello world\"}";

    private final Map<ExtIsaBlob, ByteBuf> files = new EnumMap<>(ExtIsaBlob.class);

    private ExtIsaProvider() {}

    /**
     * One library of the provider.
     *
     * @param elf the file; on the heap, needs no release
     * @param json its manifest; only SUNDA's says something
     */
    public record ExtIsaLibrary(ByteBuf elf, String json) {}

    /** A provider of stand-ins. */
    public static ExtIsaProvider synthetic() {
        return new ExtIsaProvider();
    }

    /**
     * A provider of the vendor's files, named after the library with the ending {@code .so}, such as {@code
     * CAYMAN_0.so}; stand-ins for those that are absent.
     *
     * @throws LoadException with {@link NrtStatus#NRT_FAILURE} for a file that is not the known one or cannot be read
     */
    public static ExtIsaProvider fromDirectory(Path directory, Nlog nlog) {
        ExtIsaProvider provider = new ExtIsaProvider();
        for (ExtIsaBlob blob : ExtIsaBlob.values()) {
            Path file = directory.resolve(blob.name() + ".so");
            if (Files.exists(file)) {
                provider.files.put(blob, Unpooled.wrappedBuffer(verified(blob, file, nlog)));
            }
        }
        return provider;
    }

    /**
     * A library.
     *
     * @param coreType the id of a Q7 core's firmware
     * @param flavor never {@link UcodeFlavor#DEFAULT}; only {@link UcodeFlavor#PERF} is shipped
     * @param library its number
     * @throws UcodeException with {@link NrtUcodeStatus#UNKNOWN_CORE}, {@link NrtUcodeStatus#UNKNOWN_IMAGE} or {@link
     *     NrtUcodeStatus#NO_ACCESSOR}
     */
    public ExtIsaLibrary get(int coreType, UcodeFlavor flavor, int library) {
        if (Integer.compareUnsigned(coreType - FIRST_CORE_TYPE, LAST_CORE_OFFSET) > 0) {
            throw new UcodeException(NrtUcodeStatus.UNKNOWN_CORE, "core type " + coreType);
        }
        Stepping stepping = LibraryResolver.steppingOf(coreType)
                .orElseThrow(() -> new UcodeException(NrtUcodeStatus.UNKNOWN_IMAGE, "core type " + coreType));
        if (flavor != UcodeFlavor.PERF) {
            throw new UcodeException(NrtUcodeStatus.UNKNOWN_IMAGE, "flavor " + flavor);
        }
        ExtIsaBlob blob = ExtIsaBlob.of(stepping, library)
                .orElseThrow(() -> new UcodeException(NrtUcodeStatus.NO_ACCESSOR, "library " + library));
        ByteBuf elf;
        synchronized (files) {
            elf = files.computeIfAbsent(blob, b -> Unpooled.wrappedBuffer(SyntheticExtIsa.elf(b)));
        }
        return new ExtIsaLibrary(elf.duplicate(), blob.isSunda() ? SundaManifest.JSON : NO_MANIFEST);
    }

    /**
     * The number of libraries for a core type: {@code nrtucode_get_num_ext_isa_libs}.
     *
     * @throws UcodeException with {@link NrtUcodeStatus#UNKNOWN_CORE}
     */
    public static int count(int coreType) {
        if (coreType == MAVERICK) {
            return MAVERICK_LIBRARIES;
        }
        return LibraryResolver.steppingOf(coreType)
                .map(ExtIsaBlob::count)
                .orElseThrow(() -> new UcodeException(NrtUcodeStatus.UNKNOWN_CORE, "core type " + coreType));
    }

    private static byte[] verified(ExtIsaBlob blob, Path file, Nlog nlog) {
        try {
            byte[] bytes = Files.readAllBytes(file);
            if (!Sha256.hex(bytes).startsWith(blob.sha256Prefix())) {
                throw nlog.fail(
                        NrtStatus.NRT_FAILURE, LoadStage.UCODE, NOT_OPENED, file, "not the known " + blob.name());
            }
            return bytes;
        } catch (IOException e) {
            throw nlog.fail(NrtStatus.NRT_FAILURE, LoadStage.UCODE, NOT_OPENED, file, e.getMessage());
        }
    }
}
