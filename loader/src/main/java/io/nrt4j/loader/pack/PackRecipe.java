package io.nrt4j.loader.pack;

import io.nrt4j.loader.container.ByteField;
import io.nrt4j.loader.pack.gzip.GzipFraming;
import io.nrt4j.loader.pack.tar.TarAttributes;
import io.nrt4j.loader.pack.tar.TarEntry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * How a NEFF was packed: with it and the members' bytes, the file can be written again.
 *
 * @param header the header; {@code data_size} and hash are computed when packing
 * @param hash how the hash field is made
 * @param format how members become a payload
 * @param members the entries of the archive in order, directories included
 * @param differences what of the file this recipe does not reproduce, one sentence each; empty when it gives the same
 *     bytes again
 */
public record PackRecipe(
        HeaderFields header,
        HashForm hash,
        PayloadFormat format,
        List<RecipeMember> members,
        List<String> differences) {
    /** The name under which a recipe lies beside the members. */
    public static final String FILE_NAME = "nrt4j-pack.json";

    public PackRecipe {
        members = List.copyOf(members);
        differences = List.copyOf(differences);
    }

    /**
     * One entry of the archive.
     *
     * @param entry name, type, size and attributes
     * @param rawHeader its header blocks, where the dialect does not reproduce them from the attributes
     */
    public record RecipeMember(TarEntry entry, Optional<ByteField> rawHeader) {
        /** The same entry with other attributes, and therefore the headers of the dialect. */
        RecipeMember withAttributes(TarAttributes attributes) {
            return new RecipeMember(
                    new TarEntry(entry.name(), entry.typeflag(), entry.size(), attributes), Optional.empty());
        }

        /** This entry with {@code content}; raw header blocks count only for content of the same size. */
        PackMember with(MemberContent content) {
            boolean resized = content.size() != entry.size();
            return new PackMember(
                    resized ? entry.withSize(content.size()) : entry, resized ? Optional.empty() : rawHeader, content);
        }
    }

    /** The attributes of most members; those of the reproducible writer when there are none. */
    TarAttributes commonAttributes() {
        return members.stream()
                .map(member -> member.entry().attributes())
                .collect(Collectors.groupingBy(a -> a, LinkedHashMap::new, Collectors.counting()))
                .entrySet()
                .stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(TarAttributes.REPRODUCIBLE);
    }

    /** The time stamp of the gzip header, seconds since 1970; 0 when there is none. */
    long mtime() {
        return format.gzip().map(GzipFraming::mtime).orElse(0L);
    }

    /** Whether packing unchanged members gives the same file. */
    public boolean isExact() {
        return differences.isEmpty();
    }

    /** The writer dialect that this is, if it is one of the known. */
    public Optional<WriterDialect> dialect() {
        return WriterDialect.of(format, members);
    }
}
