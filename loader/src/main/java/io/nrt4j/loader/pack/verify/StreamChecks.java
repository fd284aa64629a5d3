package io.nrt4j.loader.pack.verify;

import static io.nrt4j.loader.pack.verify.VerifyCheck.bad;
import static io.nrt4j.loader.pack.verify.VerifyCheck.odd;
import static io.nrt4j.loader.pack.verify.VerifyCheck.ok;
import static io.nrt4j.loader.pack.verify.VerifyCheck.okIf;

import io.nrt4j.loader.archive.ArchiveListing;
import io.nrt4j.loader.archive.GzipMember;
import io.nrt4j.loader.container.NeffHeader;
import io.nrt4j.loader.pack.gzip.GzipFraming;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Header, gzip stream and tar, as bytes. Source: producer.md §4 to §7, corpus/dialects.md §1 and §2. */
final class StreamChecks {
    private static final int RANDOM_UUID = 4;
    private static final int TIME_UUID = 1;

    private final List<VerifyCheck> checks = new ArrayList<>();
    private final NeffHeader header;

    private StreamChecks(NeffHeader header) {
        this.header = header;
    }

    static List<VerifyCheck> of(NeffHeader header, long fileSize, String digest, ArchiveListing listing) {
        StreamChecks checks = new StreamChecks(header);
        checks.header(fileSize, digest);
        checks.gzip(listing);
        checks.tar(listing);
        return checks.checks;
    }

    private void header(long fileSize, String digest) {
        checks.add(
                switch (digest) {
                    case "natural", "word_swapped" -> ok("digest", digest);
                    case "neither" -> bad("digest", "the payload is not the one that the header's digest is of");
                    default -> bad("digest", "package version " + header.packageVersion() + " has no known digest");
                });
        int version = header.uuid().version();
        checks.add(okIf(
                version == RANDOM_UUID || version == TIME_UUID,
                "uuid",
                "version " + version,
                "version " + version + ", compilers draw random ones (4) or, up to 2.10, time-based ones (1)"));
        long behind = fileSize - NeffHeader.SIZE - header.dataSize();
        checks.add(okIf(
                behind == 0,
                "data_size",
                header.dataSize() + " bytes, to the end of the file",
                behind + " bytes follow the payload"));
        checks.add(okIf(
                header.headerSize() == NeffHeader.SIZE && header.pad().isZero(),
                "header",
                "1024 bytes, pad zero",
                "header_size " + header.headerSize() + (header.pad().isZero() ? "" : ", pad not zero")));
    }

    private void gzip(ArchiveListing listing) {
        if (listing.filters() == 0) {
            checks.add(okIf(
                    listing.tarLength() % GzipFraming.LIBARCHIVE_FILL == 0,
                    "gzip",
                    "none: an uncompressed payload",
                    "none, and the tar is not filled to a multiple of 10240"));
            return;
        }
        if (listing.filters() != 1 || listing.gzipMembers().size() != 1) {
            checks.add(odd(
                    "gzip",
                    "%d members, gzipped %d times"
                            .formatted(listing.gzipMembers().size(), listing.filters())));
        }
        for (GzipMember member : listing.gzipMembers()) {
            if (!member.crcMatches() || !member.sizeMatches()) {
                checks.add(bad(
                        "gzip",
                        String.format(
                                Locale.ROOT,
                                "trailer: CRC %08x of %d bytes, but the data has %08x of %d",
                                member.storedCrc(),
                                member.storedSize(),
                                member.actualCrc(),
                                member.inflatedLength())));
            } else {
                checks.add(ok("gzip", "%d bytes, CRC and length right".formatted(member.storedLength())));
            }
        }
        boolean filled = listing.padding() == 0
                || (header.dataSize() % GzipFraming.LIBARCHIVE_FILL == 0
                        && listing.padding() < GzipFraming.LIBARCHIVE_FILL);
        checks.add(okIf(
                listing.paddingIsZero() && filled,
                "fill",
                "%d zero bytes behind the gzip stream".formatted(listing.padding()),
                "%d bytes behind the gzip stream%s"
                        .formatted(listing.padding(), listing.paddingIsZero() ? "" : ", not all zero")));
    }

    private void tar(ArchiveListing listing) {
        boolean sound = true;
        for (ArchiveListing.Finding finding : listing.findings()) {
            checks.add(finding.endsLoad() ? bad("tar", finding.text()) : odd("tar", finding.text()));
            sound = false;
        }
        if (sound) {
            checks.add(okIf(
                    listing.tailIsZero(),
                    "tar",
                    "%d entries in %d bytes".formatted(listing.entries().size(), listing.tarLength()),
                    "%d bytes behind the end of the tar are not all zero".formatted(listing.tailLength())));
        }
    }
}
