package io.nrt4j.loader.archive;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.netty.buffer.ByteBuf;
import io.nrt4j.loader.archive.ArchiveEntry.Fate;
import io.nrt4j.loader.archive.ArchiveListing.Finding;
import io.nrt4j.loader.container.ByteSource;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Lists a payload without keeping it in memory and without giving up early: what can be read is shown, and what is
 * wrong is listed. Sees the payload through the same filters and tar reader as a load.
 */
public final class ArchiveSurvey {
    private static final byte[] ZEROS = new byte[1 << 16];

    private final ByteSource payload;
    private final LastError error = new LastError();
    private final ArchiveGuard guard;
    private final GzipRecorder gzip = new GzipRecorder();
    private final List<HashedBlocks> stages = new ArrayList<>();
    private final List<ArchiveEntry> entries = new ArrayList<>();
    private final Map<String, Integer> latest = new HashMap<>();
    private final List<String> duplicates = new ArrayList<>();
    private final List<Finding> findings = new ArrayList<>();
    private long damagedFrom = -1;
    private long tailLength;
    private boolean tailIsZero = true;

    private ArchiveSurvey(ByteSource payload, ArchiveLimits limits) {
        this.payload = payload;
        this.guard = new ArchiveGuard(limits, payload.size());
    }

    /** Lists {@code payload} up to the limits; never throws for what is in it. */
    public static ArchiveListing of(ByteSource payload, ArchiveOptions options) {
        ArchiveSurvey survey = new ArchiveSurvey(payload, options.limits());
        try (InputPipeline input =
                new InputPipeline(payload, survey.error, survey.guard, survey::observer, survey::hashed)) {
            if (input.open()) {
                TarReader tar = new TarReader(
                        input.top(), survey.error, new NameCharset(options.locale()), survey.guard.sparseLimit());
                survey.listEntries(tar);
            } else {
                survey.refused("cannot be opened");
            }
            survey.drain(input.top());
            return survey.listing(input.filters());
        }
    }

    private GzipObserver observer(int filter) {
        return filter == 0 ? gzip : GzipObserver.NONE;
    }

    private BlockSource hashed(BlockSource source) {
        HashedBlocks stage = new HashedBlocks(source);
        stages.add(stage);
        return stage;
    }

    private void listEntries(TarReader tar) {
        while (true) {
            ArchiveStatus status = tar.next();
            if (status == ArchiveStatus.RETRY) {
                damagedFrom = damagedFrom < 0 ? tar.headerPosition() : damagedFrom;
                continue;
            }
            reportDamage();
            if (status == ArchiveStatus.EOF) {
                return;
            }
            if (status != ArchiveStatus.OK) {
                refused("header at " + tar.headerPosition());
            }
            if (!status.isUsable()) {
                return;
            }
            if (!guard.admitsMember(tar.entry().name.length)) {
                refused("header at " + tar.headerPosition());
                return;
            }
            addEntry(tar);
            if (guard.violation() != null) {
                return;
            }
        }
    }

    private void addEntry(TarReader tar) {
        TarEntry entry = tar.entry();
        MemberName name = MemberName.of(entry.name);
        Fate fate =
                entry.fileType() == TarEntry.DIRECTORY ? Fate.DIRECTORY : name.isIgnored() ? Fate.IGNORED : Fate.MEMBER;
        MessageDigest digest = Sha256.newDigest();
        // What the headers say is lost when the next ones are read, and a failure must not hide it.
        long size = entry.size;
        long dataOffset = tar.dataPosition();
        long read = fate == Fate.DIRECTORY ? 0 : hashData(tar, size, digest);
        if (fate == Fate.MEMBER && read != size) {
            refused("member " + name.text() + " has " + read + " of " + size + " bytes");
        }
        if (fate == Fate.MEMBER) {
            replaceEarlier(name);
        }
        entries.add(new ArchiveEntry(
                MemberName.textOf(new String(entry.name, ISO_8859_1)),
                entry.typeflag,
                size,
                entry.mode,
                entry.mtime,
                tar.headerPosition(),
                dataOffset,
                read,
                Sha256.hex(digest),
                fate));
    }

    private void replaceEarlier(MemberName name) {
        Integer earlier = latest.put(name.key(), entries.size());
        if (earlier != null) {
            entries.set(earlier, entries.get(earlier).withFate(Fate.REPLACED));
            duplicates.add(name.text());
            tolerated("member " + name.text() + " appears again; the later one counts");
        }
    }

    private long hashData(TarReader tar, long size, MessageDigest digest) {
        long done = 0;
        while (done < size && tar.nextData() == ArchiveStatus.OK && tar.dataOffset() >= done) {
            long hole = Math.min(size, tar.dataOffset()) - done;
            int length = (int) Math.min(tar.dataLength(), size - done - hole);
            if (!guard.admitsBytes(hole + length)) {
                return done;
            }
            for (long left = hole; left > 0; left -= ZEROS.length) {
                digest.update(ZEROS, 0, (int) Math.min(left, ZEROS.length));
            }
            digest.update(tar.dataBuffer().nioBuffer(tar.dataIndex(), length));
            done += hole + length;
        }
        return done;
    }

    /** Reads on behind the end of the archive, where a load stops. */
    private void drain(ReadAhead in) {
        int available = in.ahead(1);
        while (available > 0) {
            tailIsZero = tailIsZero && isZero(in.buffer(), in.index(), available);
            tailLength += available;
            in.pass(available);
            available = in.ahead(1);
        }
        if (available < 0 && findings.stream().noneMatch(Finding::endsLoad)) {
            tolerated("behind the end of the archive: " + reason());
        }
    }

    private ArchiveListing listing(int filters) {
        HashedBlocks tar = stages.get(stages.size() - 1);
        List<GzipMember> members = gzip.members();
        long stored = filters == 0 ? tar.length() : gzip.endOfLastMember(payload.size());
        for (GzipMember member : members) {
            if (!member.crcMatches() || !member.sizeMatches()) {
                tolerated("gzip member at %d: trailer says CRC %08x, length %d; data has CRC %08x, length %d"
                        .formatted(
                                member.offset(),
                                member.storedCrc(),
                                member.storedSize(),
                                member.actualCrc(),
                                member.inflatedLength()));
            }
        }
        return new ArchiveListing(
                filters,
                members,
                stored,
                payload.size() - stored,
                isZero(payload, stored),
                tar.length(),
                tar.sha256(),
                tailLength,
                tailIsZero,
                entries,
                duplicates,
                findings);
    }

    private void reportDamage() {
        if (damagedFrom >= 0) {
            findings.add(new Finding(true, "header at " + damagedFrom + ": Damaged tar archive"));
            damagedFrom = -1;
        }
    }

    private void refused(String what) {
        findings.add(new Finding(true, what + ": " + reason()));
    }

    private void tolerated(String text) {
        findings.add(new Finding(false, text));
    }

    private String reason() {
        String violation = guard.violation();
        return violation == null ? error.printed() : violation;
    }

    private static boolean isZero(ByteSource source, long from) {
        for (long at = from; at < source.size(); ) {
            ByteBuf run = source.retainedRun(at, 1 << 20);
            boolean zero = isZero(run, run.readerIndex(), run.readableBytes());
            at += run.readableBytes();
            run.release();
            if (!zero) {
                return false;
            }
        }
        return true;
    }

    private static boolean isZero(ByteBuf buffer, int index, int length) {
        return buffer.forEachByte(index, length, value -> value == 0) < 0;
    }
}
