package io.nrt4j.loader.pack.diff;

import io.netty.buffer.ByteBufUtil;
import io.nrt4j.hal.EngineType;
import io.nrt4j.loader.archive.ArchiveOptions;
import io.nrt4j.loader.archive.ArchiveReader;
import io.nrt4j.loader.archive.Member;
import io.nrt4j.loader.archive.MemberTable;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.container.ContainerOptions;
import io.nrt4j.loader.container.NeffContainer;
import io.nrt4j.loader.container.NeffHeader;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.manifest.Definition;
import io.nrt4j.loader.manifest.DmaQueue;
import io.nrt4j.loader.manifest.ManifestInspection;
import io.nrt4j.loader.manifest.ManifestInspector;
import io.nrt4j.loader.manifest.NeffGraph;
import io.nrt4j.loader.manifest.TensorInfo;
import io.nrt4j.loader.manifest.Variable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Compares two NEFFs by what they say: header fields, members, inputs and outputs, variables, queues, the instructions
 * of each engine and its static transfers.
 * How they were compressed, and the digest that follows from it, does not count.
 */
public final class NeffDiff {
    private final List<Difference> differences = new ArrayList<>();

    private NeffDiff() {}

    /**
     * Compares two files.
     *
     * @return the differences, header first; empty when the files mean the same
     * @throws io.nrt4j.loader.diagnostics.LoadException when one of them is no NEFF or its archive is damaged
     */
    public static List<Difference> compare(ByteSource left, ByteSource right) {
        NeffContainer a = NeffContainer.parse(left, ContainerOptions.DEFAULT, Nlog.silent());
        NeffContainer b = NeffContainer.parse(right, ContainerOptions.DEFAULT, Nlog.silent());
        NeffDiff diff = new NeffDiff();
        diff.headers(a.header(), b.header());
        try (MemberTable first = ArchiveReader.read(a.payload(), ArchiveOptions.DEFAULT, Nlog.silent());
                MemberTable second = ArchiveReader.read(b.payload(), ArchiveOptions.DEFAULT, Nlog.silent())) {
            diff.members(first, second);
            ManifestInspection one = ManifestInspector.inspect(first);
            ManifestInspection other = ManifestInspector.inspect(second);
            diff.things("inputs", tensors(one, NeffGraph::inputs), tensors(other, NeffGraph::inputs));
            diff.things("outputs", tensors(one, NeffGraph::outputs), tensors(other, NeffGraph::outputs));
            diff.graphs(graphs(one), graphs(other));
        }
        return List.copyOf(diff.differences);
    }

    private static Map<String, Definition> graphs(ManifestInspection manifests) {
        return byName(manifests.definitions(), Definition::directory);
    }

    private static Map<String, String> tensors(
            ManifestInspection manifests, Function<NeffGraph, Map<String, TensorInfo>> side) {
        List<TensorInfo> tensors =
                manifests.graph().map(side).map(t -> List.copyOf(t.values())).orElse(List.of());
        return texts(tensors, TensorInfo::name, t -> t.dtypeText() + t.shape());
    }

    private static <T> Map<String, T> byName(List<T> things, Function<T, String> name) {
        return things.stream().collect(Collectors.toMap(name, t -> t, (first, again) -> again, LinkedHashMap::new));
    }

    private void headers(NeffHeader a, NeffHeader b) {
        field("pkg_version", a, b, NeffHeader::packageVersion);
        field("version", a, b, h -> h.versionMajor() + "." + h.versionMinor());
        field("build_version", a, b, NeffHeader::buildLabel);
        field("num_tpb", a, b, NeffHeader::numTpb);
        field("uuid", a, b, NeffHeader::uuid);
        field("name", a, b, NeffHeader::modelName);
        field("requested_tpb_count", a, b, NeffHeader::requestedTpbCount);
        field("tpb_per_node", a, b, NeffHeader::tpbPerNode);
        field("feature_bits", a, b, h -> "0x" + Long.toHexString(h.featureBits()));
        field("vnc_size", a, b, NeffHeader::vncSize);
    }

    private void field(String name, NeffHeader a, NeffHeader b, Function<NeffHeader, Object> value) {
        differ("header", name, String.valueOf(value.apply(a)), String.valueOf(value.apply(b)));
    }

    private void members(MemberTable a, MemberTable b) {
        Map<String, Member> left = byName(a.members(), Member::name);
        Map<String, Member> right = byName(b.members(), Member::name);
        for (String name : union(left.keySet(), right.keySet())) {
            Member first = left.get(name);
            Member second = right.get(name);
            if (first == null || second == null || !sameBytes(first, second)) {
                differences.add(new Difference("members", name, size(first), size(second)));
            }
        }
        List<String> order = List.copyOf(left.keySet());
        if (left.keySet().equals(right.keySet()) && !order.equals(List.copyOf(right.keySet()))) {
            differences.add(new Difference("members", "order", "one", "another"));
        }
    }

    private static String size(@Nullable Member member) {
        return member == null ? Difference.ABSENT : member.size() + " bytes";
    }

    private static boolean sameBytes(Member a, Member b) {
        if (a.size() != b.size()) {
            return false;
        }
        if (a.size() <= Integer.MAX_VALUE) {
            return ByteBufUtil.equals(a.content(), b.content());
        }
        return a.chunks().equals(b.chunks());
    }

    private void graphs(Map<String, Definition> left, Map<String, Definition> right) {
        for (String name : union(left.keySet(), right.keySet())) {
            Definition a = left.get(name);
            Definition b = right.get(name);
            if (a == null || b == null) {
                differ(
                        "graphs",
                        name,
                        a == null ? Difference.ABSENT : "a graph",
                        b == null ? Difference.ABSENT : "a graph");
                continue;
            }
            things(
                    name + " variables",
                    texts(a.variables(), Variable::name, NeffDiff::text),
                    texts(b.variables(), Variable::name, NeffDiff::text));
            things(
                    name + " queues",
                    texts(a.queues(), DmaQueue::name, NeffDiff::text),
                    texts(b.queues(), DmaQueue::name, NeffDiff::text));
            for (EngineType engine : EngineType.values()) {
                String area = name + " " + engine.key();
                differences.addAll(ProgramDiff.of(area, engine, a, b));
                differences.addAll(TransferDiff.of(area + " DMA", a.engine(engine), b.engine(engine)));
            }
        }
    }

    private static <T> Map<String, String> texts(List<T> things, Function<T, String> name, Function<T, String> text) {
        Map<String, String> texts = new LinkedHashMap<>();
        things.forEach(thing -> texts.put(name.apply(thing), text.apply(thing)));
        return texts;
    }

    private static String text(Variable variable) {
        return "%s of %d bytes, id %d".formatted(variable.memRefType(), variable.size(), variable.varId());
    }

    private static String text(DmaQueue queue) {
        return "%s of %s, %d rings, semaphores %s"
                .formatted(
                        queue.typeText(),
                        queue.owner().map(EngineType::key).orElse("no engine"),
                        queue.numQueues(),
                        queue.semaphores());
    }

    private void things(String area, Map<String, String> left, Map<String, String> right) {
        for (String name : union(left.keySet(), right.keySet())) {
            differ(area, name, left.getOrDefault(name, Difference.ABSENT), right.getOrDefault(name, Difference.ABSENT));
        }
    }

    private void differ(String area, String what, String left, String right) {
        if (!Objects.equals(left, right)) {
            differences.add(new Difference(area, what, left, right));
        }
    }

    private static Set<String> union(Set<String> left, Set<String> right) {
        Set<String> names = new LinkedHashSet<>(left);
        names.addAll(right);
        return names;
    }
}
