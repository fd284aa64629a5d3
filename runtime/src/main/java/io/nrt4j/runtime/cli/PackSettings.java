package io.nrt4j.runtime.cli;

import io.nrt4j.loader.container.FeatureBit;
import io.nrt4j.loader.pack.DirectoryPacker;
import io.nrt4j.loader.pack.HashForm;
import io.nrt4j.loader.pack.HeaderFields;
import io.nrt4j.loader.pack.PayloadFormat;
import io.nrt4j.loader.pack.WriterDialect;
import io.nrt4j.loader.pack.gzip.GzipFraming;
import io.nrt4j.loader.pack.tar.TarAttributes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/**
 * What a user can say about a NEFF that is packed, against its recipe or the defaults. Source: producer.md §14,
 * "Suggested options".
 */
final class PackSettings {
    private static final int LONGEST_LABEL = 128;

    @Option(names = "--name", paramLabel = "NAME", description = "Model name in the header.")
    private @Nullable String name;

    @Option(
            names = "--uuid",
            paramLabel = "UUID",
            description = "uuid in the header, or `random`. Default: made from the payload.",
            converter = UuidOrRandom.class)
    private @Nullable UUID uuid;

    @Option(
            names = "--mtime",
            paramLabel = "SECONDS",
            description = "Time stamp in the gzip header: seconds since 1970, or `now`. Default: 0.",
            converter = SecondsOrNow.class)
    private @Nullable Long mtime;

    @Option(
            names = "--features",
            paramLabel = "BITS",
            description = "feature_bits: a hexadecimal number such as 0x201c00, or the compiler's names of bits with "
                    + "commas between, such as neff_feature_vnc. Default: the bits that the members show.",
            converter = FeatureBits.class)
    private @Nullable Long features;

    @Option(names = "--vnc", paramLabel = "N", description = "Cores per logical core. Default: the number of graphs.")
    private @Nullable Integer vnc;

    @Option(
            names = "--neff-version",
            paramLabel = "MAJOR.MINOR",
            description = "NEFF version. Default: 2.0, or 1.0 without feature bits.",
            converter = VersionNumber.class)
    private @Nullable NeffVersion version;

    @Option(
            names = "--build-version",
            paramLabel = "TEXT",
            description = "Build label in the header, at most 128 bytes. Default: empty.",
            converter = BuildLabel.class)
    private @Nullable String buildVersion;

    @Option(
            names = "--mode",
            paramLabel = "OCTAL",
            description = "Permission bits of every member. Default: 664.",
            converter = OctalNumber.class)
    private @Nullable Integer mode;

    @Option(names = "--uid", paramLabel = "N", description = "Owner number of every member. Default: 1000.")
    private @Nullable Long uid;

    @Option(names = "--gid", paramLabel = "N", description = "Group number of every member. Default: 1000.")
    private @Nullable Long gid;

    @Option(
            names = "--dialect",
            paramLabel = "NAME",
            description = "Packager to imitate: libarchive-reproducible (default), libarchive-times, python-gnu, "
                    + "python-pax, python-indexed.",
            converter = DialectName.class)
    private @Nullable WriterDialect dialect;

    @Option(names = "--uncompressed", description = "Do not compress: a bare tar loads faster.")
    private boolean uncompressed;

    @Option(
            names = "--level",
            paramLabel = "1-9",
            description = "zlib level. Default: 1.",
            converter = CompressionLevel.class)
    private @Nullable Integer level;

    @Option(
            names = "--hash",
            paramLabel = "FORM",
            description = "Digest in the header: word-swapped (as compilers from 2.18 on; default), natural, "
                    + "natural-ascii-tail, sha256 (package version 1).",
            converter = HashName.class)
    private @Nullable HashForm hash;

    @Option(names = "--order", paramLabel = "FILE", description = "Members to store first, one name per line.")
    private @Nullable Path order;

    @Option(names = "--target", paramLabel = "NAME", description = "Target of a kelf that has to be made, e.g. sunda.")
    private @Nullable String target;

    /** Passes the options on to a packer. */
    DirectoryPacker applyTo(DirectoryPacker packer) throws IOException {
        packer.header(this::header).attributes(this::attributes).format(this::format);
        if (dialect != null) {
            packer.dialect(dialect);
        }
        if (hash != null) {
            packer.hash(hash);
        }
        if (target != null) {
            packer.target(target);
        }
        if (order != null) {
            packer.order(Files.readAllLines(order).stream()
                    .filter(line -> !line.isBlank())
                    .toList());
        }
        return packer;
    }

    private HeaderFields header(HeaderFields before) {
        HeaderFields fields = before;
        if (name != null) {
            fields = fields.name(name);
        }
        if (uuid != null) {
            fields = fields.uuid(uuid);
        }
        if (features != null) {
            fields = fields.featureBits(features);
        }
        if (vnc != null) {
            fields = fields.vncSize(vnc);
        }
        if (version != null) {
            fields = fields.version(version.major, version.minor);
        }
        if (buildVersion != null) {
            fields = fields.buildVersion(buildVersion);
        }
        return fields;
    }

    private TarAttributes attributes(TarAttributes before) {
        return before.withMode(mode == null ? before.mode() : mode)
                .withOwner(uid == null ? before.uid() : uid, gid == null ? before.gid() : gid);
    }

    private PayloadFormat format(PayloadFormat before) {
        PayloadFormat format = uncompressed ? PayloadFormat.uncompressed(before.tar()) : before;
        if (mtime != null) {
            format = format.withMtime(mtime);
        }
        return level == null ? format : format.withLevel(level);
    }

    /** {@code 0x209c00}, {@code 209c00} or {@code neff_feature_vnc,neff_feature_DGE}. */
    private static final class FeatureBits implements ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            if (text.matches("(0[xX])?[0-9a-fA-F]{1,16}")) {
                return Long.parseUnsignedLong(text.replaceFirst("^0[xX]", ""), 16);
            }
            long bits = 0;
            for (String label : text.split(",", -1)) {
                bits |= FeatureBit.fromLabel(label)
                        .orElseThrow(() -> new TypeConversionException(
                                "neither a hexadecimal number nor the name of a feature: " + label))
                        .mask();
            }
            return bits;
        }
    }

    /** {@code 0664} or {@code 664}. */
    private static final class OctalNumber implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            if (!text.matches("[0-7]{1,5}")) {
                throw new TypeConversionException("not an octal mode: " + text);
            }
            return Integer.parseInt(text, 8);
        }
    }

    /** A uuid or {@code random}. */
    private static final class UuidOrRandom implements ITypeConverter<UUID> {
        @Override
        public UUID convert(String text) {
            if (text.equals("random")) {
                return UUID.randomUUID();
            }
            try {
                return UUID.fromString(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException("neither a uuid nor `random`: " + text);
            }
        }
    }

    /** Seconds or {@code now}. */
    private static final class SecondsOrNow implements ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            if (text.equals("now")) {
                return Clock.systemUTC().instant().getEpochSecond();
            }
            if (!text.matches("\\d{1,10}") || Long.parseLong(text) > GzipFraming.MAX_MTIME) {
                throw new TypeConversionException("neither seconds of 32 bits nor `now`: " + text);
            }
            return Long.parseLong(text);
        }
    }

    private record NeffVersion(long major, long minor) {}

    private static final class VersionNumber implements ITypeConverter<NeffVersion> {
        @Override
        public NeffVersion convert(String text) {
            if (!text.matches("\\d{1,9}\\.\\d{1,9}")) {
                throw new TypeConversionException("not MAJOR.MINOR: " + text);
            }
            String[] parts = text.split("\\.", -1);
            return new NeffVersion(Long.parseLong(parts[0]), Long.parseLong(parts[1]));
        }
    }

    private static final class BuildLabel implements ITypeConverter<String> {
        @Override
        public String convert(String text) {
            if (text.getBytes(StandardCharsets.UTF_8).length > LONGEST_LABEL) {
                throw new TypeConversionException("longer than " + LONGEST_LABEL + " bytes: " + text);
            }
            return text;
        }
    }

    private static final class CompressionLevel implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            if (!text.matches("[1-9]")) {
                throw new TypeConversionException("not a level from 1 to 9: " + text);
            }
            return Integer.valueOf(text);
        }
    }

    private static final class DialectName implements ITypeConverter<WriterDialect> {
        @Override
        public WriterDialect convert(String text) {
            return WriterDialect.fromLabel(text)
                    .orElseThrow(() -> new TypeConversionException("no such dialect: " + text));
        }
    }

    private static final class HashName implements ITypeConverter<HashForm> {
        @Override
        public HashForm convert(String text) {
            return HashForm.fromLabel(text).orElseThrow(() -> new TypeConversionException("no such form: " + text));
        }
    }
}
