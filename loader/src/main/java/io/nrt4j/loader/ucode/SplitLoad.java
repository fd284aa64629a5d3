package io.nrt4j.loader.ucode;

import io.netty.buffer.ByteBuf;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import java.util.Optional;

/**
 * The shape of a library that loads in parts: code, data, optionally the host-only "scratch" part, and the dynamic
 * table. Plays {@code validate_dynamic_load}. Source: q7.md §2.3.
 *
 * @param text goes to instruction memory
 * @param data goes to data memory
 * @param scratch holds dynamic table and relocations; never copied to the device
 * @param dynamic the dynamic table
 */
record SplitLoad(
        ElfHeader header,
        ProgramHeader text,
        ProgramHeader data,
        Optional<ProgramHeader> scratch,
        ProgramHeader dynamic) {
    private static final LogMessage NOT_VALID =
            LogMessage.error("TDRV", "prelink", "Failed to validate ELF shared object file");
    private static final LogMessage OUTSIDE =
            LogMessage.error("TDRV", "validate_dynamic_load", "ELF header at file offset 0x%lx lies outside the file");

    private static final int ALL_FLAGS = ProgramHeader.READ | ProgramHeader.WRITE | ProgramHeader.EXECUTE;
    private static final int READ_WRITE = ProgramHeader.READ | ProgramHeader.WRITE;
    private static final int READ_EXECUTE = ProgramHeader.READ | ProgramHeader.EXECUTE;

    /** A library whose bytes passed the checks. */
    record Validated(ElfBytes file, SplitLoad parts) {}

    /**
     * Checks the identification and the program headers, in the order of the real code.
     *
     * <p>Alignment, offsets and the counts of the file header are not looked at, as there. A header outside the file,
     * which the real code would read all the same, counts as a wrong shape.
     *
     * @throws PrelinkException with {@link XtlibStatus#NOT_ELF} or {@link XtlibStatus#NOT_SPLITLOAD}
     */
    static Validated validate(ByteBuf content, Nlog nlog) {
        Optional<ElfBytes> file = ElfBytes.open(content);
        if (file.isEmpty()) {
            throw refused(XtlibStatus.NOT_ELF, nlog);
        }
        try {
            return new Validated(
                    file.get(), parts(file.get()).orElseThrow(() -> refused(XtlibStatus.NOT_SPLITLOAD, nlog)));
        } catch (ElfRangeException e) {
            nlog.log(OUTSIDE, e.offset());
            throw refused(XtlibStatus.NOT_SPLITLOAD, nlog);
        }
    }

    private static Optional<SplitLoad> parts(ElfBytes file) {
        ElfHeader header = ElfHeader.decode(file);
        ProgramHeader text = programHeader(file, header, 0);
        if (!text.matches(ProgramHeader.LOAD, ALL_FLAGS, READ_EXECUTE)) {
            return Optional.empty();
        }
        ProgramHeader data = programHeader(file, header, 1);
        if (!data.matches(ProgramHeader.LOAD, READ_WRITE, READ_WRITE)) {
            return Optional.empty();
        }
        ProgramHeader third = programHeader(file, header, 2);
        if (third.type() != ProgramHeader.LOAD) {
            return dynamic(third).map(dynamic -> new SplitLoad(header, text, data, Optional.empty(), dynamic));
        }
        if (!third.matches(ProgramHeader.LOAD, READ_WRITE, ProgramHeader.WRITE)) {
            return Optional.empty();
        }
        return dynamic(programHeader(file, header, 3))
                .map(dynamic -> new SplitLoad(header, text, data, Optional.of(third), dynamic));
    }

    private static Optional<ProgramHeader> dynamic(ProgramHeader candidate) {
        return Optional.of(candidate).filter(p -> p.matches(ProgramHeader.DYNAMIC, ALL_FLAGS, READ_WRITE));
    }

    private static ProgramHeader programHeader(ElfBytes file, ElfHeader header, int index) {
        return ProgramHeader.decode(file, header.programHeaders() + (long) index * ProgramHeader.SIZE);
    }

    private static PrelinkException refused(XtlibStatus status, Nlog nlog) {
        nlog.log(NOT_VALID);
        return new PrelinkException(status);
    }
}
