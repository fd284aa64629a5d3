package io.nrt4j.loader.archive;

import static io.nrt4j.loader.diagnostics.LoadStage.ARCHIVE;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_INVALID;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_RESOURCE;

import io.netty.buffer.ByteBuf;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The archive part of {@code neff_parse}: payload to member table. Eager and in memory, as the runtime does it. Source:
 * container.md §5 (#6 to #10), §9.
 */
public final class ArchiveReader {
    private static final LogMessage OPEN_FAILED = LogMessage.error("NEFF", "neff_parse", "Failed to open NEFF %s");
    private static final LogMessage HEADER_FAILED =
            LogMessage.error("NEFF", "neff_parse", "failure while reading NEFF metadata %s");
    private static final LogMessage NEGATIVE_SIZE =
            LogMessage.error("NEFF", "neff_parse", "invalid files size(%ld) for %s - %s");
    private static final LogMessage NO_MEMORY =
            LogMessage.error("NEFF", "neff_parse", "fail to allocate memory(%ld) for file %s");
    /** The runtime's line begins with {@code (open NEFF) }; what follows is the emulator's. */
    private static final LogMessage SHORT_READ =
            LogMessage.error("NEFF", "neff_parse", "(open NEFF) failed to read %s, expected %ld, got %ld");
    /** The emulator's own line: the runtime has no limits. */
    private static final LogMessage LIMIT_EXCEEDED =
            LogMessage.error("NEFF", "neff_parse", "(open NEFF) limit of the emulator exceeded: %s");

    /** The user half of a 64-bit address space on Linux: no larger block can be allocated, however much is free. */
    private static final long LARGEST_ALLOCATION = 0x7FFF_FFFF_F000L;

    private final ArchiveOptions options;
    private final Nlog nlog;
    private final ArchiveGuard guard;
    private final LastError error = new LastError();
    private final MemberStore store = new MemberStore();
    private final Map<String, Member> members = new LinkedHashMap<>();
    private final List<String> duplicates = new ArrayList<>();

    private ArchiveReader(long storedBytes, ArchiveOptions options, Nlog nlog) {
        this.options = options;
        this.nlog = nlog;
        this.guard = new ArchiveGuard(options.limits(), storedBytes);
    }

    /**
     * Reads every member into memory.
     *
     * @param payload the {@code data_size} bytes behind the header; may be closed afterwards
     * @throws LoadException if the archive is broken where the runtime finds it broken, or a limit is exceeded
     */
    public static MemberTable read(ByteSource payload, ArchiveOptions options, Nlog nlog) {
        return read(payload, options, nlog, false);
    }

    /**
     * Reads the members that come before the first fault, for tools that show what can be read.
     *
     * @param payload as in {@link #read}
     */
    public static MemberTable readUntilFault(ByteSource payload, ArchiveOptions options) {
        return read(payload, options, Nlog.silent(), true);
    }

    private static MemberTable read(ByteSource payload, ArchiveOptions options, Nlog nlog, boolean keepsPartial) {
        ArchiveReader reader = new ArchiveReader(payload.size(), options, nlog);
        boolean stands = false;
        try {
            reader.readAll(payload);
            stands = true;
        } catch (LoadException e) {
            // What is wrong is in the listing of ArchiveSurvey; what was read before it stands.
            stands = keepsPartial;
            if (!stands) {
                throw e;
            }
        } finally {
            if (!stands) {
                reader.store.close();
            }
        }
        return reader.table();
    }

    private MemberTable table() {
        return new MemberTable(members, duplicates, store::close);
    }

    private void readAll(ByteSource payload) {
        try (InputPipeline input = new InputPipeline(payload, error, guard)) {
            if (!input.open()) {
                throw failure(OPEN_FAILED);
            }
            NameCharset charset = new NameCharset(options.locale());
            readMembers(new TarReader(input.top(), error, charset, guard.sparseLimit()));
        }
    }

    private void readMembers(TarReader tar) {
        for (ArchiveStatus status = tar.next(); status != ArchiveStatus.EOF; status = tar.next()) {
            if (status != ArchiveStatus.OK) {
                throw failure(HEADER_FAILED);
            }
            TarEntry entry = tar.entry();
            if (!guard.admitsMember(entry.name.length)) {
                throw limitExceeded();
            }
            MemberName name = MemberName.of(entry.name);
            if (entry.fileType() != TarEntry.DIRECTORY && !name.isIgnored()) {
                add(name, readBody(tar, name, entry.size));
            }
        }
    }

    private void add(MemberName name, List<ByteBuf> body) {
        if (members.remove(name.key()) != null) {
            duplicates.add(name.text());
        }
        members.put(name.key(), new Member(name.text(), body));
    }

    private List<ByteBuf> readBody(TarReader tar, MemberName name, long size) {
        if (size < 0) {
            throw nlog.fail(NRT_INVALID, ARCHIVE, NEGATIVE_SIZE, size, name.text(), error.printed());
        }
        if (size > LARGEST_ALLOCATION) {
            throw nlog.fail(NRT_RESOURCE, ARCHIVE, NO_MEMORY, size, name.text());
        }
        store.begin(size);
        try {
            long got = readData(tar, size);
            if (guard.violation() != null) {
                throw limitExceeded();
            }
            if (got != size) {
                throw nlog.fail(NRT_INVALID, ARCHIVE, SHORT_READ, name.text(), size, got);
            }
            return store.chunks();
        } catch (OutOfMemoryError e) {
            throw nlog.fail(NRT_RESOURCE, ARCHIVE, NO_MEMORY, size, name.text());
        }
    }

    /**
     * {@code archive_read_data} with a buffer of {@code size} bytes: fills holes with zeros.
     *
     * @return how many bytes there were, or libarchive's status after a failure
     */
    private long readData(TarReader tar, long size) {
        long done = 0;
        while (done < size) {
            ArchiveStatus status = tar.nextData();
            if (status == ArchiveStatus.EOF) {
                return done;
            }
            if (status != ArchiveStatus.OK) {
                return status.code();
            }
            if (tar.dataOffset() < done) {
                return ArchiveStatus.RETRY.code();
            }
            long hole = Math.min(size, tar.dataOffset()) - done;
            int length = (int) Math.min(tar.dataLength(), size - done - hole);
            if (!guard.admitsBytes(hole + length)) {
                return done;
            }
            append(tar, hole, length);
            done += hole + length;
        }
        return done;
    }

    private void append(TarReader tar, long hole, int length) {
        if (hole > 0) {
            store.appendZeros(hole);
        }
        if (tar.dataStays()) {
            store.share(tar.dataBuffer(), tar.dataIndex(), length);
        } else {
            store.copy(tar.dataBuffer(), tar.dataIndex(), length);
        }
    }

    private LoadException failure(LogMessage message) {
        return guard.violation() == null ? nlog.fail(NRT_INVALID, ARCHIVE, message, error.printed()) : limitExceeded();
    }

    private LoadException limitExceeded() {
        return nlog.fail(NRT_RESOURCE, ARCHIVE, LIMIT_EXCEEDED, String.valueOf(guard.violation()));
    }
}
