package io.nrt4j.loader.pack;

import io.nrt4j.loader.archive.ArchiveEntry;
import io.nrt4j.loader.archive.ArchiveListing;
import io.nrt4j.loader.archive.ArchiveOptions;
import io.nrt4j.loader.archive.ArchiveSurvey;
import io.nrt4j.loader.archive.TarBytes;
import io.nrt4j.loader.container.ByteField;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.container.ContainerOptions;
import io.nrt4j.loader.container.NeffContainer;
import io.nrt4j.loader.container.NeffHeader;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.pack.PackRecipe.RecipeMember;
import io.nrt4j.loader.pack.gzip.GzipFraming;
import io.nrt4j.loader.pack.tar.TarDialect;
import io.nrt4j.loader.pack.tar.TarEntry;
import io.nrt4j.loader.pack.tar.TarHeaderDecoder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Finds out how a NEFF was packed, layer by layer, and checks each by writing it again.
 *
 * <p>Nothing of the file is kept in memory but the header blocks.
 */
public final class RecipeReader {
    private static final LogMessage DAMAGED = Refusal.message("read_recipe", "the archive is damaged: %s");
    private static final LogMessage UNREADABLE = Refusal.message("read_recipe", "the payload cannot be read: %s");
    private static final LogMessage NAMELESS =
            Refusal.message("read_recipe", "the member at byte %d of the tar has no name that a file could have");
    private static final LogMessage NESTED =
            Refusal.message("read_recipe", "the payload is gzipped %d times, in %d members");

    private static final ArchiveOptions OPTIONS = ArchiveOptions.DEFAULT;
    /** More zeros behind the members than any writer leaves. */
    private static final long MOST_ZEROS = 1 << 24;

    private final NeffHeader header;
    private final ByteSource payload;
    private final ArchiveListing listing;
    private final List<byte[]> headerBlocks = new ArrayList<>();
    private final List<String> differences = new ArrayList<>();

    private RecipeReader(NeffHeader header, ByteSource payload, ArchiveListing listing) {
        this.header = header;
        this.payload = payload;
        this.listing = listing;
    }

    /**
     * The recipe of a file.
     *
     * @throws LoadException when the file is no NEFF, or its archive is damaged
     */
    public static PackRecipe read(ByteSource file) {
        return survey(file).recipe();
    }

    /**
     * The same with a listing that was made of the file's payload before, with {@link ArchiveOptions#DEFAULT}.
     *
     * @throws LoadException as without one
     */
    public static PackRecipe read(ByteSource file, ArchiveListing listing) {
        NeffHeader header = header(file);
        return new RecipeReader(header, payload(file, header), listing).checkedRecipe(file);
    }

    /**
     * A recipe with what it was made from.
     *
     * @param payload the payload, usable while the file is
     * @param listing a listing of it
     */
    record Reading(PackRecipe recipe, ByteSource payload, ArchiveListing listing) {
        /** Sends the members' bytes through {@code sink}. */
        void copy(TarSlicer.Sink sink) throws IOException {
            TarBytes.copy(payload, OPTIONS.limits(), new TarSlicer(listing.entries(), sink));
        }
    }

    static Reading survey(ByteSource file) {
        NeffHeader header = header(file);
        ByteSource payload = payload(file, header);
        ArchiveListing listing = ArchiveSurvey.of(payload, OPTIONS);
        return new Reading(new RecipeReader(header, payload, listing).checkedRecipe(file), payload, listing);
    }

    private static ByteSource payload(ByteSource file, NeffHeader header) {
        return file.window(NeffHeader.SIZE, header.dataSize());
    }

    private PackRecipe checkedRecipe(ByteSource file) {
        checkListing();
        checkNames();
        return recipe(file);
    }

    /** A version or a feature that a runtime refuses does not keep a file from being unpacked. */
    private static NeffHeader header(ByteSource file) {
        try {
            return NeffContainer.parse(file, ContainerOptions.DEFAULT, Nlog.silent())
                    .header();
        } catch (LoadException e) {
            NeffHeader header =
                    e.status() == NrtStatus.NRT_UNSUPPORTED_NEFF_VERSION ? NeffContainer.decodeHeader(file) : null;
            if (header == null || Long.compareUnsigned(header.dataSize(), file.size() - NeffHeader.SIZE) > 0) {
                throw e;
            }
            return header;
        }
    }

    private void checkListing() {
        listing.findings().stream()
                .filter(ArchiveListing.Finding::endsLoad)
                .findFirst()
                .ifPresent(finding -> {
                    throw Refusal.of(DAMAGED, finding.text());
                });
        if (listing.filters() > 1 || listing.gzipMembers().size() > 1) {
            throw Refusal.of(NESTED, listing.filters(), listing.gzipMembers().size());
        }
    }

    private void checkNames() {
        for (ArchiveEntry entry : listing.entries()) {
            if (entry.path().isEmpty() || entry.path().indexOf('\0') >= 0) {
                throw Refusal.of(NAMELESS, entry.headerOffset());
            }
        }
    }

    private PackRecipe recipe(ByteSource file) {
        try {
            slice();
            TarDialect dialect = tarDialect();
            List<RecipeMember> members = members(dialect);
            PayloadFormat format = payloadFormat(dialect);
            HashForm hash = HashForm.of(header, payload);
            if (file.size() > NeffHeader.SIZE + header.dataSize()) {
                differences.add("%d bytes behind the payload are left out"
                        .formatted(file.size() - NeffHeader.SIZE - header.dataSize()));
            }
            return new PackRecipe(new HeaderFields(header), hash, format, members, differences);
        } catch (IOException e) {
            throw Refusal.of(UNREADABLE, String.valueOf(e.getMessage()));
        }
    }

    private void slice() throws IOException {
        if (!TarSlicer.areContiguous(listing.entries())) {
            differences.add("the tar has blocks that belong to no entry, which are left out");
        }
        TarSlicer slicer = new TarSlicer(listing.entries(), new TarSlicer.Sink() {
            @Override
            public void header(int entry, byte[] blocks) {
                headerBlocks.add(blocks.clone());
            }

            @Override
            public void data(int entry, byte[] bytes, int offset, int length) {
                // Only their place counts here.
            }
        });
        TarBytes.copy(payload, OPTIONS.limits(), slicer);
        if (slicer.nonZeroFill() >= 0) {
            differences.add(
                    "the tar's fill is not zero from byte %d on, and is left out".formatted(slicer.nonZeroFill()));
        }
    }

    /** The dialect that reproduces most headers. */
    private TarDialect tarDialect() {
        TarDialect best = TarDialect.LIBARCHIVE;
        long most = -1;
        for (TarDialect dialect : TarDialect.values()) {
            long reproduced = members(dialect).stream()
                    .filter(member -> member.rawHeader().isEmpty())
                    .count();
            if (reproduced > most) {
                best = dialect;
                most = reproduced;
            }
        }
        return best;
    }

    private List<RecipeMember> members(TarDialect dialect) {
        List<RecipeMember> members = new ArrayList<>();
        for (int i = 0; i < headerBlocks.size(); i++) {
            members.add(member(listing.entries().get(i), headerBlocks.get(i), dialect));
        }
        return members;
    }

    private static RecipeMember member(ArchiveEntry entry, byte[] blocks, TarDialect dialect) {
        TarEntry described = new TarEntry(
                entry.path(),
                entry.fate() == ArchiveEntry.Fate.DIRECTORY ? TarEntry.DIRECTORY : entry.typeflag(),
                TarSlicer.dataLength(entry),
                TarHeaderDecoder.decode(blocks));
        boolean reproduced = Arrays.equals(dialect.header(described), blocks);
        return new RecipeMember(described, reproduced ? Optional.empty() : Optional.of(ByteField.of(blocks)));
    }

    private PayloadFormat payloadFormat(TarDialect dialect) throws IOException {
        long zeros = listing.tarLength() - endOfEntries();
        int regular = dialect.trailerSize(endOfEntries());
        if (listing.filters() == 0) {
            int fillTo = GzipFraming.LIBARCHIVE_FILL;
            boolean filled = listing.tarLength() % fillTo == 0 && zeros >= regular && zeros < regular + fillTo;
            return new PayloadFormat(
                    dialect,
                    Optional.empty(),
                    filled ? fillTo : 1,
                    filled ? Optional.empty() : Optional.of(count(zeros)));
        }
        GzipDetector detector = new GzipDetector(payload, listing, OPTIONS.limits());
        GzipFraming framing = detector.detect();
        differences.addAll(detector.differences());
        Optional<Integer> tarEnd = zeros == regular ? Optional.empty() : Optional.of(count(zeros));
        return new PayloadFormat(dialect, Optional.of(framing), 1, tarEnd);
    }

    private long endOfEntries() {
        List<ArchiveEntry> entries = listing.entries();
        return entries.isEmpty() ? 0 : TarSlicer.end(entries.get(entries.size() - 1));
    }

    private static int count(long zeros) {
        if (zeros < 0 || zeros > MOST_ZEROS) {
            throw Refusal.of(UNREADABLE, zeros + " zero bytes behind the last member");
        }
        return (int) zeros;
    }
}
