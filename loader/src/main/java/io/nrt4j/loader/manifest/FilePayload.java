package io.nrt4j.loader.manifest;

import io.netty.buffer.ByteBuf;
import io.nrt4j.loader.archive.Member;
import io.nrt4j.loader.diagnostics.LogMessage;
import java.util.ArrayList;
import java.util.List;

/**
 * The bytes of a file variable: {@code numpy_load} for {@code .npy} members, {@code load_weight_bin} for all others.
 *
 * <p>Of an npy header only the first two bytes of the magic and the 16-bit header length are looked at, so only version 1
 * is understood: a version 2 or 3 file, whose length field is wider, is misread without a word. Source: manifest.md §5.1,
 * memory.md §3.
 */
final class FilePayload {
    private static final LogMessage NOT_FOUND =
            LogMessage.error("NEFF", "load_weight_bin", "Failed to get neff weight content for %s");
    private static final LogMessage BAD_HEADER =
            LogMessage.error("NEFF", "numpy_load", "NUMPY %s bad header %x != 0x4e93");

    static final String NPY_SUFFIX = ".npy";
    private static final int NPY_MAGIC = 0x4E93;
    private static final int NPY_HEADER_LENGTH_OFFSET = 8;
    private static final int NPY_HEADER_OFFSET = 10;

    private FilePayload() {}

    static Payload load(String path, ParseContext context) {
        Member member = context.member(path, NOT_FOUND);
        return path.endsWith(NPY_SUFFIX) ? numpy(member, context) : new Payload(path, member.chunks(), member.size());
    }

    private static Payload numpy(Member member, ParseContext context) {
        int magic = u16(member, 0);
        if (magic != NPY_MAGIC) {
            throw context.refuse(BAD_HEADER, member.name(), magic);
        }
        int dataOffset = NPY_HEADER_OFFSET + u16(member, NPY_HEADER_LENGTH_OFFSET);
        List<ByteBuf> chunks = from(member.chunks(), dataOffset);
        return new Payload(member.name(), chunks, Math.max(0, member.size() - dataOffset));
    }

    /** Little-endian; bytes behind the end of the member count as 0. */
    private static int u16(Member member, long offset) {
        return u8(member, offset) | u8(member, offset + 1) << 8;
    }

    private static int u8(Member member, long offset) {
        List<ByteBuf> rest = from(member.chunks(), offset);
        return rest.isEmpty() ? 0 : rest.get(0).getUnsignedByte(rest.get(0).readerIndex());
    }

    /** The chunks without their first {@code offset} bytes, and without empty ones. */
    private static List<ByteBuf> from(List<ByteBuf> chunks, long offset) {
        List<ByteBuf> rest = new ArrayList<>();
        long skip = offset;
        for (ByteBuf chunk : chunks) {
            int skipped = (int) Math.min(skip, chunk.readableBytes());
            skip -= skipped;
            if (skipped < chunk.readableBytes()) {
                rest.add(chunk.slice(chunk.readerIndex() + skipped, chunk.readableBytes() - skipped));
            }
        }
        return rest;
    }
}
