package io.nrt4j.loader.pack.diff;

import io.nrt4j.loader.manifest.AccessPattern;
import io.nrt4j.loader.manifest.DmaBlock;
import io.nrt4j.loader.manifest.DmaDescriptor;
import io.nrt4j.loader.manifest.DmaDtype;
import io.nrt4j.loader.manifest.EngineProgram;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What the static transfers of one engine differ in: block by block, by what they move and what they signal. */
final class TransferDiff {
    private TransferDiff() {}

    /** The differences of two engines' blocks. */
    static List<Difference> of(String area, EngineProgram left, EngineProgram right) {
        Map<String, DmaBlock> a = blocks(left);
        Map<String, DmaBlock> b = blocks(right);
        Set<String> names = new LinkedHashSet<>(a.keySet());
        names.addAll(b.keySet());
        List<Difference> differences = new ArrayList<>();
        for (String name : names) {
            DmaBlock one = a.get(name);
            DmaBlock other = b.get(name);
            if (one == null || other == null) {
                differences.add(new Difference(
                        area,
                        name,
                        one == null ? Difference.ABSENT : summary(one),
                        other == null ? Difference.ABSENT : summary(other)));
            } else {
                addChanges(area, name, one, other, differences);
            }
        }
        return differences;
    }

    /** By the name that triggers use; a block of the same name again has its number behind it. */
    private static Map<String, DmaBlock> blocks(EngineProgram engine) {
        Map<String, DmaBlock> blocks = new LinkedHashMap<>();
        Map<String, Integer> seen = new LinkedHashMap<>();
        for (DmaBlock block : engine.dmaBlocks()) {
            String function = block.function().isEmpty() ? "" : " in " + block.function();
            String name = "block %d of %s%s".formatted(block.id(), block.ring(), function);
            int times = seen.merge(name, 1, Integer::sum);
            blocks.put(times == 1 ? name : name + " #" + times, block);
        }
        return blocks;
    }

    private static void addChanges(
            String area, String name, DmaBlock one, DmaBlock other, List<Difference> differences) {
        if (!signals(one).equals(signals(other))) {
            differences.add(new Difference(area, name, signals(one), signals(other)));
        }
        List<String> a = one.descriptors().stream().map(TransferDiff::text).toList();
        List<String> b = other.descriptors().stream().map(TransferDiff::text).toList();
        if (a.size() != b.size()) {
            differences.add(new Difference(area, name, a.size() + " transfers", b.size() + " transfers"));
        }
        for (int i = 0; i < Math.min(a.size(), b.size()); i++) {
            if (!a.get(i).equals(b.get(i))) {
                differences.add(new Difference(area, name + ", transfer " + i, a.get(i), b.get(i)));
                return;
            }
        }
    }

    private static String summary(DmaBlock block) {
        String first = block.descriptors().isEmpty()
                ? ""
                : ", the first " + text(block.descriptors().get(0));
        return "%d transfers%s, %s".formatted(block.descriptors().size(), first, signals(block));
    }

    private static String signals(DmaBlock block) {
        List<String> signals = new ArrayList<>();
        block.semaphore().ifPresent(s -> signals.add("S[" + s + "]"));
        block.event().ifPresent(e -> signals.add("E[" + e + "]"));
        block.remoteSemaphores().forEach(s -> signals.add("the peer's S[" + s + "]"));
        return "signals " + (signals.isEmpty() ? "nothing of its own" : String.join(", ", signals));
    }

    private static String text(DmaDescriptor descriptor) {
        return "%s %s to %s%s"
                .formatted(
                        descriptor.op(),
                        descriptor.sources().stream().map(TransferDiff::text).collect(Collectors.joining(" and ")),
                        text(descriptor.to()),
                        details(descriptor));
    }

    private static String details(DmaDescriptor descriptor) {
        if (descriptor instanceof DmaDescriptor.Transpose t) {
            return " shape %s of %d bytes".formatted(t.shape(), t.elementSize());
        }
        if (descriptor instanceof DmaDescriptor.Compute c) {
            String scales = c.operands().stream()
                    .map(operand -> String.valueOf(operand.scale()))
                    .collect(Collectors.joining(", "));
            return " scales [%s]%s"
                    .formatted(scales, c.constant().map(k -> " bound " + k).orElse(""));
        }
        return "";
    }

    private static String text(AccessPattern side) {
        return "%s+0x%x%s%s%s"
                .formatted(
                        side.variable(),
                        side.offset(),
                        Arrays.toString(side.steps()),
                        Arrays.toString(side.sizes()),
                        side.dtype().map(DmaDtype::toString).map(t -> " " + t).orElse(""));
    }
}
