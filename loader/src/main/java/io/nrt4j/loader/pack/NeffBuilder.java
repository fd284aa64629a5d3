package io.nrt4j.loader.pack;

import io.nrt4j.hal.Arch;
import io.nrt4j.loader.pack.json.InfoJson;
import io.nrt4j.loader.pack.json.JsonStyle;
import io.nrt4j.loader.pack.json.KelfJson;
import io.nrt4j.loader.pack.json.NeffJson;
import io.nrt4j.loader.pack.tar.TarAttributes;
import io.nrt4j.loader.pack.tar.TarEntry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Builds NEFFs in code.
 *
 * <p>Two ways, freely mixed: {@link #graph} describes a model and the builder writes its members; {@link #member}
 * gives a member's bytes, in place of a generated one of the same name if there is one. Without further settings the
 * file is what the current compilers write, except for the time stamp (0) and the uuid (made from the payload): the
 * same input gives the same bytes.
 *
 * <p>Not safe for use by several threads.
 */
public final class NeffBuilder {
    private static final String TOOL_VERSION = "nrt4j";
    private static final String VNC = "neff_feature_vnc";
    private static final int DIRECTORY_MODE = 0775;

    private final String modelName;
    private final Map<String, MemberContent> members = new LinkedHashMap<>();
    private final Set<String> absent = new HashSet<>();
    private final List<GraphBuilder> graphs = new ArrayList<>();
    private final List<UnaryOperator<HeaderFields>> headerEdits = new ArrayList<>();
    private final Map<String, List<String>> aliases = new LinkedHashMap<>();
    private String target = Arch.SUNDA.target();
    private WriterDialect dialect = WriterDialect.LIBARCHIVE_REPRODUCIBLE;
    private Optional<PayloadFormat> format = Optional.empty();
    private Optional<HashForm> hash = Optional.empty();
    private Optional<TarAttributes> attributes = Optional.empty();
    private Optional<Comparator<String>> order = Optional.empty();
    private boolean insertionOrder;
    private long mtime;

    private NeffBuilder(String modelName) {
        this.modelName = modelName;
    }

    /** Starts a NEFF whose header and info.json carry {@code modelName}, such as {@code file.neff}. */
    public static NeffBuilder named(String modelName) {
        return new NeffBuilder(modelName);
    }

    /** The architecture that the model is for; {@link Arch#SUNDA} when not set. Comes before {@link #graph}. */
    public NeffBuilder target(Arch arch) {
        return target(arch.target());
    }

    /** The target text of the kelf, such as {@code cayman}, or {@code *} for every architecture. */
    public NeffBuilder target(String text) {
        target = text;
        return this;
    }

    /** Adds the next graph ({@code sg00}, {@code sg01}, …), one per physical core. */
    public NeffBuilder graph(Consumer<GraphBuilder> description) {
        boolean cayman = target.equals(Arch.CAYMAN.target()) || target.equals(Arch.MARIANA.target());
        GraphBuilder graph = new GraphBuilder(String.format(Locale.ROOT, "sg%02d", graphs.size()), cayman);
        description.accept(graph);
        graphs.add(graph);
        if (graphs.size() == 2) {
            graphs.forEach(core -> core.feature(VNC));
        } else if (graphs.size() > 2) {
            graph.feature(VNC);
        }
        return this;
    }

    /** Says that an output of the model occupies the memory of an input. */
    public NeffBuilder alias(String input, String output) {
        aliases.computeIfAbsent(input, k -> new ArrayList<>()).add(output);
        return this;
    }

    /** Adds a member, in place of any other of that name. */
    public NeffBuilder member(String name, MemberContent content) {
        members.put(name, content);
        absent.remove(name);
        return this;
    }

    /** Adds a member of these bytes. */
    public NeffBuilder member(String name, byte[] bytes) {
        return member(name, MemberContent.of(bytes.clone()));
    }

    /** Adds a member of this text in UTF-8. */
    public NeffBuilder member(String name, String text) {
        return member(name, MemberContent.of(text.getBytes(StandardCharsets.UTF_8)));
    }

    /** Adds a directory entry; the name ends in a slash. */
    public NeffBuilder directory(String name) {
        if (!name.endsWith("/")) {
            throw new IllegalArgumentException("a directory's name ends in a slash: " + name);
        }
        return member(name, new byte[0]);
    }

    /** Leaves a member out that would be generated. */
    public NeffBuilder without(String name) {
        members.remove(name);
        absent.add(name);
        return this;
    }

    /** Changes header fields after they were derived from the content. */
    public NeffBuilder header(UnaryOperator<HeaderFields> edit) {
        headerEdits.add(edit);
        return this;
    }

    /** The uuid; made from the payload when not set. */
    public NeffBuilder uuid(UUID value) {
        return header(fields -> fields.uuid(value));
    }

    /** Seconds since 1970 for the time fields of the dialect; 0 when not set. */
    public NeffBuilder mtime(long seconds) {
        mtime = seconds;
        return this;
    }

    /** The packager to imitate. */
    public NeffBuilder dialect(WriterDialect value) {
        dialect = value;
        return this;
    }

    /** The payload format, against the one of the dialect. */
    public NeffBuilder format(PayloadFormat value) {
        format = Optional.of(value);
        return this;
    }

    /** Writes the payload as a bare tar. */
    public NeffBuilder uncompressed() {
        return format(PayloadFormat.uncompressed(dialect.tar()));
    }

    /** The form of the digest, against the one of the dialect. */
    public NeffBuilder hash(HashForm value) {
        hash = Optional.of(value);
        return this;
    }

    /** Mode, owner and times of every member, against those of the dialect. */
    public NeffBuilder attributes(TarAttributes value) {
        attributes = Optional.of(value);
        return this;
    }

    /** The order of the members; otherwise as the compilers for the target have it. */
    public NeffBuilder order(Comparator<String> value) {
        order = Optional.of(value);
        return this;
    }

    /** Stores the members in the order in which they were added, generated ones first. */
    public NeffBuilder insertionOrder() {
        insertionOrder = true;
        return this;
    }

    /** The file's bytes. */
    public byte[] toByteArray() {
        try {
            return new NeffWriter(plan()).toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Writes the file.
     *
     * @throws IOException when a member cannot be read or the file not be written
     */
    public void write(Path file) throws IOException {
        new NeffWriter(plan()).write(file);
    }

    /** Everything that decides the bytes. */
    public NeffPlan plan() {
        HashForm form = hash.orElse(dialect.hash());
        long features = featureBits();
        HeaderFields fields = new HeaderFields()
                .packageVersion(form.packageVersion())
                .version(features == 0 ? 1 : 2, 0)
                .name(modelName)
                .featureBits(features)
                .vncSize(Math.max(1, graphs.size()));
        for (UnaryOperator<HeaderFields> edit : headerEdits) {
            fields = edit.apply(fields);
        }
        return new NeffPlan(fields, form, format.orElseGet(() -> dialect.format(mtime)), packMembers());
    }

    private long featureBits() {
        return FeatureDefaults.bits(
                graphs.stream().map(GraphBuilder::definition),
                target,
                graphs.size(),
                graphs.stream().flatMap(GraphBuilder::engines));
    }

    private List<PackMember> packMembers() {
        Map<String, MemberContent> all = generated();
        all.putAll(members);
        all.keySet().removeAll(absent);
        Stream<String> names = all.keySet().stream();
        return (insertionOrder ? names : names.sorted(order.orElse(MemberOrder.of(target))))
                .map(name -> packMember(name, all.get(name)))
                .toList();
    }

    private PackMember packMember(String name, MemberContent content) {
        TarAttributes common = attributes.orElseGet(() -> dialect.attributes(mtime));
        return new PackMember(
                name.endsWith("/")
                        ? new TarEntry(name, TarEntry.DIRECTORY, 0, common.withMode(DIRECTORY_MODE))
                        : TarEntry.file(name, content.size(), common),
                content);
    }

    private Map<String, MemberContent> generated() {
        Map<String, byte[]> texts = new LinkedHashMap<>();
        if (!graphs.isEmpty()) {
            List<String> names = graphs.stream().map(GraphBuilder::name).toList();
            List<NeffJson.Core> cores = graphs.stream()
                    .map(graph -> new NeffJson.Core(graph.definition(), graph.tensorMap()))
                    .toList();
            texts.put(InfoJson.MEMBER, JsonStyle.PYTHON_2.bytes(InfoJson.tree(TOOL_VERSION, modelName)));
            texts.put(KelfJson.MEMBER, JsonStyle.ORDERED.bytes(KelfJson.tree(target, names)));
            texts.put(
                    NeffJson.MEMBER,
                    JsonStyle.ORDERED.bytes(NeffJson.tree(cores, NeffJson.CORE_V10, KelfJson.MEMBER, aliases)));
            graphs.forEach(graph -> texts.putAll(graph.members()));
        }
        Map<String, MemberContent> contents = new LinkedHashMap<>();
        texts.forEach((name, bytes) -> contents.put(name, MemberContent.of(bytes)));
        return contents;
    }
}
