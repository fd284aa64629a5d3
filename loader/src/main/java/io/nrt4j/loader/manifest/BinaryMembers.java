package io.nrt4j.loader.manifest;

import io.netty.buffer.ByteBuf;
import io.nrt4j.loader.archive.Member;
import io.nrt4j.loader.diagnostics.LogMessage;

/** Program and table files: {@code load_bin_file} and {@code parse_instr}. Source: manifest.md §7.1. */
final class BinaryMembers {
    /**
     * The runtime's own bound is 4294967295; one buffer of the emulator holds half of that.
     */
    private static final long MAX_PROGRAM_BYTES = Integer.MAX_VALUE;

    private static final LogMessage NOT_LOADED = LogMessage.error("NEFF", "load_bin_file", "Failed to load file %s");
    private static final LogMessage PROGRAM_TOO_LARGE =
            LogMessage.error("NEFF", "parse_instr", "Instruction size %zu for %s exceeds maximum supported size %u");
    private static final LogMessage TABLE_TOO_LARGE =
            LogMessage.error("NEFF", "load_bin_file", "Size %zu of file %s exceeds maximum supported size %u");

    private BinaryMembers() {}

    /** The instructions of an engine, whatever their length: also none, or a broken last slot. */
    static ByteBuf program(String path, ParseContext context) {
        return content(path, PROGRAM_TOO_LARGE, context);
    }

    /** A table of an engine. */
    static ByteBuf table(String path, ParseContext context) {
        return content(path, TABLE_TOO_LARGE, context);
    }

    private static ByteBuf content(String path, LogMessage tooLarge, ParseContext context) {
        Member member = context.member(path, NOT_LOADED);
        if (member.size() > MAX_PROGRAM_BYTES) {
            throw context.refuse(tooLarge, member.size(), path, MAX_PROGRAM_BYTES);
        }
        return member.content();
    }
}
