package io.nrt4j.loader.ucode;

import io.netty.buffer.ByteBuf;
import io.nrt4j.hal.q7.KernelTable;
import io.nrt4j.hal.q7.LibraryImage;
import io.nrt4j.hal.q7.MemoryBounds;
import io.nrt4j.hal.q7.UcplHeader;
import java.util.List;
import java.util.Optional;

/**
 * A library relocated for one architecture: header, code and data as the device will fetch them.
 *
 * <p>The buffers live on the heap and are shared by all views; they need no release.
 *
 * @param bounds where it will lie in each core
 * @param header the 32 bytes in front of the image
 * @param codeRegion the whole code region, poisoned behind the code; indices are offsets from the region's start
 * @param dataRegion the whole data region likewise
 * @param alignment the alignment it was placed with, bytes
 * @param kernelTable the table of its functions, with core-local addresses; empty if no section names one
 * @param histogram its relocations by type
 * @param flixImmediates immediates that were recorded, not encoded
 */
public record PrelinkedLibrary(
        MemoryBounds bounds,
        UcplHeader header,
        ByteBuf codeRegion,
        ByteBuf dataRegion,
        long alignment,
        Optional<KernelTable> kernelTable,
        RelocationHistogram histogram,
        List<FlixImmediate> flixImmediates) {
    public PrelinkedLibrary {
        flixImmediates = List.copyOf(flixImmediates);
    }

    /** The code of the image, from the start of its region on. */
    public ByteBuf code() {
        return codeRegion.slice(0, header.codeLength());
    }

    /** The data of the image, from the start of its region on. */
    public ByteBuf data() {
        return dataRegion.slice(0, header.dataLength());
    }

    /** What goes into device memory. */
    public LibraryImage image() {
        return new LibraryImage(header, code(), data());
    }
}
