package io.nrt4j.loader.pack;

import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.loader.archive.ArchiveOptions;
import io.nrt4j.loader.archive.ArchiveReader;
import io.nrt4j.loader.archive.Member;
import io.nrt4j.loader.archive.MemberTable;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.container.NeffHeader;
import io.nrt4j.loader.diagnostics.Nlog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Any members survive packing, whatever their names, sizes and number. */
class PackPropertiesTest {
    private static final boolean UNICODE_FILE_NAMES = "UTF-8".equalsIgnoreCase(System.getProperty("sun.jnu.encoding"));

    @Property(tries = 120)
    void membersSurvivePackAndLoad(
            @ForAll("members") Map<String, byte[]> members,
            @ForAll WriterDialect dialect,
            @ForAll boolean uncompressed) {
        byte[] file = pack(members, dialect, uncompressed);
        try (ByteSource source = ByteSource.of(file);
                MemberTable table = ArchiveReader.read(
                        source.window(NeffHeader.SIZE, file.length - NeffHeader.SIZE),
                        ArchiveOptions.DEFAULT,
                        Nlog.silent())) {
            assertThat(table.members().stream().map(Member::name)).containsExactlyElementsOf(members.keySet());
            members.forEach((name, bytes) -> assertThat(bytes(table, name)).isEqualTo(bytes));
        }
    }

    @Property(tries = 80)
    void packUnpackPackIsByteIdentical(
            @ForAll("members") Map<String, byte[]> members, @ForAll WriterDialect dialect, @ForAll boolean uncompressed)
            throws IOException {
        Assume.that(UNICODE_FILE_NAMES || members.keySet().stream().allMatch(PackPropertiesTest::isAscii));
        byte[] file = pack(members, dialect, uncompressed);
        Path temporary = Files.createTempDirectory("nrt4j-pack");
        try {
            Path directory = temporary.resolve("d");
            PackRecipe recipe;
            try (ByteSource source = ByteSource.of(file)) {
                recipe = Unpacker.unpack(source, directory);
            }
            assertThat(recipe.differences()).isEmpty();
            assertThat(recipe.members()).allMatch(member -> member.rawHeader().isEmpty());
            assertThat(new NeffWriter(DirectoryPacker.of(directory).plan()).toByteArray())
                    .isEqualTo(file);
        } finally {
            delete(temporary);
        }
    }

    private static byte[] pack(Map<String, byte[]> members, WriterDialect dialect, boolean uncompressed) {
        NeffBuilder builder = NeffBuilder.named("model.neff")
                .dialect(dialect)
                .mtime(1_700_000_000)
                .insertionOrder();
        members.forEach(builder::member);
        return (uncompressed ? builder.uncompressed() : builder).toByteArray();
    }

    private static byte[] bytes(MemberTable table, String name) {
        var content = table.find(name).orElseThrow().content();
        byte[] bytes = new byte[content.readableBytes()];
        content.getBytes(content.readerIndex(), bytes);
        return bytes;
    }

    @Provide
    Arbitrary<Map<String, byte[]>> members() {
        Arbitrary<byte[]> content = Combinators.combine(
                        Arbitraries.of(0, 1, 511, 512, 513, 1024, 8192, 10_240, 70_000), Arbitraries.longs())
                .as(PackPropertiesTest::content);
        return Combinators.combine(names().list().ofMaxSize(12), content.list().ofSize(12))
                .as((names, contents) -> {
                    Map<String, byte[]> members = new LinkedHashMap<>();
                    Set<String> taken = new HashSet<>();
                    for (int i = 0; i < names.size(); i++) {
                        if (isFree(names.get(i), taken)) {
                            members.put(names.get(i), contents.get(i));
                        }
                    }
                    return members;
                });
    }

    /** Names that are no directory of another and differ in more than case: the rest is refused by contract. */
    private static boolean isFree(String name, Set<String> taken) {
        String folded = name.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
        boolean clash = taken.stream()
                .anyMatch(t -> t.equals(folded) || t.startsWith(folded + "/") || folded.startsWith(t + "/"));
        return !clash && !folded.endsWith("wavegraph-bin.json") && taken.add(folded);
    }

    private static Arbitrary<String> names() {
        Arbitrary<String> ascii = Arbitraries.strings()
                .withChars("abcdefghijklmnopqrstuvwxyzABCXYZ0123456789._- +=,")
                .ofMinLength(1)
                .ofMaxLength(40);
        Arbitrary<String> unicode = Arbitraries.strings()
                .withChars("abcäöü\u00e9日本語\u0416")
                .ofMinLength(1)
                .ofMaxLength(60);
        Arbitrary<String> border = Arbitraries.of(97, 98, 99, 100, 101, 102, 154, 155, 156, 200, 255)
                .map(length -> "n".repeat(length));
        Arbitrary<String> base = Arbitraries.oneOf(ascii, unicode, border).filter(part -> !part.matches("\\.{1,2}"));
        Arbitrary<String> directory = Arbitraries.of(
                "",
                "sg00/",
                "sg01/",
                "debug_info/",
                "d".repeat(99) + "/",
                "d".repeat(100) + "/",
                "d".repeat(155) + "/",
                "d".repeat(156) + "/",
                "d".repeat(90) + "/" + "e".repeat(90) + "/",
                ("f".repeat(50) + "/").repeat(6));
        return Combinators.combine(directory, base).as((d, b) -> d + b);
    }

    private static byte[] content(int size, long seed) {
        byte[] bytes = new byte[size];
        Random random = new Random(seed);
        for (int i = 0; i < size; i++) {
            bytes[i] = (byte) random.nextInt(1 + (int) (seed & 31));
        }
        return bytes;
    }

    private static boolean isAscii(String text) {
        return StandardCharsets.US_ASCII.newEncoder().canEncode(text);
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> tree = Files.walk(directory)) {
            for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
