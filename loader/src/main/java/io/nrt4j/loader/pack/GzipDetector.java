package io.nrt4j.loader.pack;

import io.netty.buffer.ByteBuf;
import io.nrt4j.loader.archive.ArchiveLimits;
import io.nrt4j.loader.archive.ArchiveListing;
import io.nrt4j.loader.archive.GzipMember;
import io.nrt4j.loader.archive.TarBytes;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.pack.gzip.GzipFraming;
import io.nrt4j.loader.pack.gzip.GzipWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds the framing and the level that give a gzipped payload again, by trying. */
final class GzipDetector {
    private static final int FEXTRA = 4;
    private static final int FNAME = 8;
    private static final int UNIX = 3;
    private static final int DEFAULT_MEMORY = 8;
    private static final int MOST_MEMORY = 9;

    private final ByteSource payload;
    private final ArchiveListing listing;
    private final ArchiveLimits limits;
    private final GzipMember member;
    private final List<String> differences = new ArrayList<>();

    /**
     * @param payload the stored payload
     * @param listing a listing of it with exactly one gzip member
     */
    GzipDetector(ByteSource payload, ArchiveListing listing, ArchiveLimits limits) {
        this.payload = payload;
        this.listing = listing;
        this.limits = limits;
        this.member = listing.gzipMembers().get(0);
    }

    /** The framing that reproduces most of the payload; {@link #differences} has what it does not. */
    GzipFraming detect() throws IOException {
        GzipFraming nearest = framing(1, DEFAULT_MEMORY);
        long farthest = -1;
        for (GzipFraming candidate : candidates()) {
            long difference = firstDifference(candidate);
            if (difference < 0) {
                return candidate;
            }
            if (difference > farthest) {
                nearest = candidate;
                farthest = difference;
            }
        }
        differences.add(describe(nearest, farthest));
        return nearest;
    }

    List<String> differences() {
        return List.copyOf(differences);
    }

    /** Levels and memory levels, those of known writers first. */
    private List<GzipFraming> candidates() {
        List<GzipFraming> candidates = new ArrayList<>();
        if (isIndexed()) {
            candidates.add(framing(1, MOST_MEMORY));
        }
        for (int level : new int[] {member.extraFlags() == 2 ? 9 : 1, 6, 1, 2, 3, 4, 5, 7, 8, 9}) {
            candidates.add(framing(level, DEFAULT_MEMORY));
        }
        return candidates.stream().distinct().toList();
    }

    private GzipFraming framing(int level, int memoryLevel) {
        return new GzipFraming(
                level,
                memoryLevel,
                member.mtime(),
                member.extraFlags(),
                member.os(),
                isIndexed(),
                (member.flags() & FNAME) != 0 ? member.fileName() : Optional.empty(),
                fillTo());
    }

    private boolean isIndexed() {
        return (member.flags() & FEXTRA) != 0;
    }

    /** A stream that ends on a multiple has no fill; then the operating system byte tells libarchive. */
    private int fillTo() {
        boolean multiple =
                payload.size() % GzipFraming.LIBARCHIVE_FILL == 0 && listing.padding() < GzipFraming.LIBARCHIVE_FILL;
        return multiple && (listing.padding() > 0 || member.os() == UNIX) ? GzipFraming.LIBARCHIVE_FILL : 1;
    }

    /** The first byte of the payload that a framing gives differently, or -1. */
    private long firstDifference(GzipFraming framing) throws IOException {
        Comparison comparison = new Comparison(payload);
        try (GzipWriter gzip = new GzipWriter(framing, payload.size(), comparison)) {
            TarBytes.copy(payload, limits, gzip);
            gzip.finish();
        } catch (Comparison.Difference difference) {
            return comparison.position();
        }
        return comparison.position() < payload.size() ? comparison.position() : -1;
    }

    private String describe(GzipFraming framing, long from) {
        long stored = listing.storedLength();
        if (from < framing.headerLength()) {
            return "the gzip header has fields that no known writer writes (payload byte %d)".formatted(from);
        }
        if (from >= stored) {
            return "the %d bytes of fill behind the gzip stream are not %s"
                    .formatted(listing.padding(), framing.fillTo() == 1 ? "kept" : "all zero");
        }
        if (from >= stored - 8) {
            return "the gzip trailer does not belong to the tar (payload byte %d)".formatted(from);
        }
        return "no zlib level gives the gzip stream: from payload byte %d of %d on, level %d writes others"
                .formatted(from, stored, framing.level());
    }

    /** Compares what is written with a source; stops at the first difference. */
    private static final class Comparison extends OutputStream {
        private final ByteSource expected;
        private long position;

        Comparison(ByteSource expected) {
            this.expected = expected;
        }

        /** Bytes that were equal. */
        long position() {
            return position;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            for (int done = 0; done < length; ) {
                ByteBuf run = expected.retainedRun(position, length - done);
                try {
                    int count = run.readableBytes();
                    int equal = ByteBuffer.wrap(bytes, offset + done, count).mismatch(run.nioBuffer());
                    position += equal < 0 ? count : equal;
                    if (equal >= 0 || count == 0) {
                        throw new Difference();
                    }
                    done += count;
                } finally {
                    run.release();
                }
            }
        }

        private static final class Difference extends IOException {
            private static final long serialVersionUID = 1L;
        }
    }
}
