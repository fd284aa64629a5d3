package io.nrt4j.loader.archive;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;

/** Keeps what the members of a gzip stream say of themselves, and the check sums that are true. */
final class GzipRecorder implements GzipObserver {
    private final List<GzipMember> members = new ArrayList<>();
    private final CRC32 crc = new CRC32();
    private long inflated;
    private boolean inMember;

    private long offset;
    private int flags;
    private long mtime;
    private int extraFlags;
    private int os;
    private Optional<String> fileName = Optional.empty();

    @Override
    public void memberStarts(long at, ReadAhead input, int length) {
        ByteBuf header = input.buffer();
        int index = input.index();
        offset = at;
        flags = header.getUnsignedByte(index + GzipHeader.FLAGS_OFFSET);
        mtime = header.getUnsignedIntLE(index + GzipHeader.MTIME_OFFSET);
        extraFlags = header.getUnsignedByte(index + GzipHeader.EXTRA_FLAGS_OFFSET);
        os = header.getUnsignedByte(index + GzipHeader.OS_OFFSET);
        fileName = fileName(header, index, Math.min(length, input.ahead(1)));
        crc.reset();
        inflated = 0;
        inMember = true;
    }

    @Override
    public void inflated(ByteBuf window, int index, int length) {
        crc.update(window.nioBuffer(index, length));
        inflated += length;
    }

    @Override
    public void memberEnds(ReadAhead input) {
        int trailer = input.index();
        inMember = false;
        members.add(new GzipMember(
                offset,
                input.position() + GzipHeader.TRAILER_LENGTH - offset,
                flags,
                mtime,
                extraFlags,
                os,
                fileName,
                inflated,
                input.buffer().getUnsignedIntLE(trailer + GzipHeader.TRAILER_CRC_OFFSET),
                crc.getValue(),
                input.buffer().getUnsignedIntLE(trailer + GzipHeader.TRAILER_SIZE_OFFSET)));
    }

    /** The members that were complete. */
    List<GzipMember> members() {
        return members;
    }

    /** Where the last member ends in a payload of {@code size} bytes; one that breaks off takes all that is left. */
    long endOfLastMember(long size) {
        if (inMember || members.isEmpty()) {
            return size;
        }
        GzipMember last = members.get(members.size() - 1);
        return last.offset() + last.storedLength();
    }

    private Optional<String> fileName(ByteBuf header, int index, int length) {
        int start = GzipHeader.FIXED_LENGTH;
        if ((flags & GzipHeader.FLAG_EXTRA) != 0) {
            start += 2 + header.getUnsignedShortLE(index + start);
        }
        if ((flags & GzipHeader.FLAG_NAME) == 0 || start >= length) {
            return Optional.empty();
        }
        int end = header.indexOf(index + start, index + length, (byte) 0);
        return end < 0
                ? Optional.empty()
                : Optional.of(header.toString(index + start, end - index - start, StandardCharsets.ISO_8859_1));
    }
}
