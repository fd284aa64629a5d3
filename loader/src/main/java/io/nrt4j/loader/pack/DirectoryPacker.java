package io.nrt4j.loader.pack;

import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.pack.PackRecipe.RecipeMember;
import io.nrt4j.loader.pack.tar.TarAttributes;
import io.nrt4j.loader.pack.tar.TarEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Packs a directory of members: by the recipe that lies in it, or else with the defaults of the current compilers.
 *
 * <p>The same directory always gives the same file. Not safe for use by several threads.
 */
public final class DirectoryPacker {
    private static final LogMessage MISSING =
            Refusal.message("pack", "nrt4j-pack.json lists %s, which is not in the directory");
    private static final LogMessage NOT_A_FILE = Refusal.message("pack", "%s is neither a plain file nor a directory");
    private static final LogMessage NOT_IN_ORDER = Refusal.message("pack", "the order lists %s, which is no member");

    private final Path directory;
    private UnaryOperator<HeaderFields> header = UnaryOperator.identity();
    private UnaryOperator<TarAttributes> attributes = UnaryOperator.identity();
    private UnaryOperator<PayloadFormat> format = UnaryOperator.identity();
    private Optional<WriterDialect> dialect = Optional.empty();
    private Optional<HashForm> hash = Optional.empty();
    private Optional<String> target = Optional.empty();
    private List<String> order = List.of();

    private DirectoryPacker(Path directory) {
        this.directory = directory;
    }

    /** A packer for the members below {@code directory}. */
    public static DirectoryPacker of(Path directory) {
        return new DirectoryPacker(directory);
    }

    /** Changes header fields after they were taken from the recipe or the members. */
    public DirectoryPacker header(UnaryOperator<HeaderFields> edit) {
        header = edit;
        return this;
    }

    /** Changes mode, owner or times of every member. */
    public DirectoryPacker attributes(UnaryOperator<TarAttributes> edit) {
        attributes = edit;
        return this;
    }

    /** Changes the payload format of recipe or dialect. */
    public DirectoryPacker format(UnaryOperator<PayloadFormat> edit) {
        format = edit;
        return this;
    }

    /** The packager to imitate, against the recipe's. */
    public DirectoryPacker dialect(WriterDialect value) {
        dialect = Optional.of(value);
        return this;
    }

    /** The form of the digest, against the one of recipe or dialect. */
    public DirectoryPacker hash(HashForm value) {
        hash = Optional.of(value);
        return this;
    }

    /** The target for a kelf that is generated because there is none. */
    public DirectoryPacker target(String value) {
        target = Optional.of(value);
        return this;
    }

    /** Members in this order first; the others behind them in the order they would have had. */
    public DirectoryPacker order(List<String> names) {
        order = List.copyOf(names);
        return this;
    }

    /**
     * Everything that decides the bytes of the file.
     *
     * @throws io.nrt4j.loader.diagnostics.LoadException when recipe or members are unusable
     * @throws IOException when the directory cannot be read
     */
    public NeffPlan plan() throws IOException {
        Map<String, MemberContent> files = files();
        Path recipeFile = directory.resolve(PackRecipe.FILE_NAME);
        // Completes the files where there is no recipe and manifests are missing.
        PackRecipe recipe = Files.isRegularFile(recipeFile)
                ? RecipeJson.parse(Files.readString(recipeFile))
                : PlainMembers.recipe(files, target, dialect.orElse(WriterDialect.LIBARCHIVE_REPRODUCIBLE));
        List<PackMember> members = arranged(members(recipe, files));
        PayloadFormat payload = dialect.map(d -> d.format(recipe.mtime())).orElse(recipe.format());
        HashForm form = hash.or(() -> dialect.map(WriterDialect::hash)).orElse(recipe.hash());
        HeaderFields fields = header.apply(recipe.header());
        return new NeffPlan(
                form == HashForm.VERBATIM ? fields : fields.packageVersion(form.packageVersion()),
                form,
                format.apply(payload),
                members);
    }

    /** The recipe's members, and files that it does not know where the compilers for the target would put them. */
    private List<PackMember> members(PackRecipe recipe, Map<String, MemberContent> contents) {
        Map<String, MemberContent> left = new TreeMap<>(contents);
        List<PackMember> members = new ArrayList<>();
        for (RecipeMember member : recipe.members()) {
            TarEntry entry = member.entry();
            MemberContent content = entry.typeflag() == TarEntry.DIRECTORY
                    ? MemberContent.of(new byte[0])
                    : left.remove(MemberPaths.fileName(entry.name()));
            if (content == null) {
                throw Refusal.of(MISSING, entry.name());
            }
            members.add(edited(member).with(content));
        }
        if (left.isEmpty()) {
            return members;
        }
        Comparator<String> compilers = MemberOrder.of(Manifests.target(contents).orElse(""));
        left.forEach((name, content) -> {
            TarEntry entry = TarEntry.file(name, 0, recipe.commonAttributes());
            PackMember member =
                    edited(new RecipeMember(entry, Optional.empty())).with(content);
            members.add(position(members, name, compilers), member);
        });
        return members;
    }

    private RecipeMember edited(RecipeMember member) {
        TarAttributes before = member.entry().attributes();
        TarAttributes after = attributes.apply(before);
        return after.equals(before) ? member : member.withAttributes(after);
    }

    private static int position(List<PackMember> members, String name, Comparator<String> order) {
        int at = 0;
        while (at < members.size() && order.compare(members.get(at).entry().name(), name) < 0) {
            at++;
        }
        return at;
    }

    private List<PackMember> arranged(List<PackMember> members) {
        Map<String, PackMember> byName = new LinkedHashMap<>();
        members.forEach(member -> byName.put(member.entry().name(), member));
        List<PackMember> arranged = new ArrayList<>();
        for (String name : order) {
            PackMember member = byName.remove(name);
            if (member == null) {
                throw Refusal.of(NOT_IN_ORDER, name);
            }
            arranged.add(member);
        }
        arranged.addAll(byName.values());
        return arranged;
    }

    /** All files below the directory but the recipe, by name with slashes. */
    private Map<String, MemberContent> files() throws IOException {
        Map<String, MemberContent> files = new TreeMap<>();
        try (Stream<Path> tree = Files.walk(directory)) {
            for (Path path : tree.sorted().toList()) {
                String name = String.join("/", parts(directory.relativize(path)));
                if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS) || name.equals(PackRecipe.FILE_NAME)) {
                    continue;
                }
                if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
                    throw Refusal.of(NOT_A_FILE, name);
                }
                files.put(name, MemberContent.of(path));
            }
        }
        return files;
    }

    private static List<String> parts(Path path) {
        List<String> parts = new ArrayList<>();
        path.forEach(part -> parts.add(part.toString()));
        return parts;
    }
}
