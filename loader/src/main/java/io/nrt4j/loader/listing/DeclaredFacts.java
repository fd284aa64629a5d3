package io.nrt4j.loader.listing;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.check.ProgramFacts;
import io.nrt4j.hal.isa.check.TransferAccess;
import io.nrt4j.loader.manifest.AccessPattern;
import io.nrt4j.loader.manifest.ActivationProfile;
import io.nrt4j.loader.manifest.Definition;
import io.nrt4j.loader.manifest.DmaBlock;
import io.nrt4j.loader.manifest.DmaDescriptor;
import io.nrt4j.loader.manifest.DmaQueue;
import io.nrt4j.loader.manifest.EngineProgram;
import io.nrt4j.loader.manifest.Variable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What a graph's definition says to the rules and the analysis of the instruction set. */
public final class DeclaredFacts {
    private DeclaredFacts() {}

    /** The facts of a graph. */
    public static ProgramFacts of(Definition definition) {
        return new ProgramFacts(
                definition.declarations().runtimeSemaphoreCount(),
                definition.declarations().runtimeEventCount(),
                definition.queues().stream().map(DeclaredFacts::queue).toList(),
                definition.variables().stream()
                        .collect(Collectors.toMap(Variable::varId, DeclaredFacts::variable, (first, second) -> first)),
                addressTable(definition),
                definition.activation().sets().stream()
                        .map(set -> functions(set.profiles()))
                        .toList(),
                blocks(definition));
    }

    private static ProgramFacts.Queue queue(DmaQueue queue) {
        ProgramFacts.QueueKind kind = queue.isDynamic()
                ? ProgramFacts.QueueKind.DYNAMIC
                : queue.indirectMemcpy() ? ProgramFacts.QueueKind.INDIRECT : ProgramFacts.QueueKind.STATIC;
        return new ProgramFacts.Queue(queue.name(), queue.owner(), queue.numQueues(), queue.semaphores(), kind);
    }

    private static ProgramFacts.Variable variable(Variable variable) {
        boolean sized = variable.size() > 0;
        return new ProgramFacts.Variable(
                variable.name(),
                variable instanceof Variable.StateBuffer,
                sized ? Optional.of(variable.size()) : Optional.empty());
    }

    /** Only {@code DGETable0} is in use. Source: isa.md §13. */
    private static List<Integer> addressTable(Definition definition) {
        return definition.variables().stream()
                .filter(Variable.DgeTable.class::isInstance)
                .map(v -> ((Variable.DgeTable) v).varIds())
                .findFirst()
                .orElse(List.of());
    }

    private static Set<Integer> functions(List<ActivationProfile> profiles) {
        return profiles.stream().map(ActivationProfile::funcId).collect(Collectors.toSet());
    }

    private static Map<ProgramFacts.BlockKey, ProgramFacts.Block> blocks(Definition definition) {
        Map<ProgramFacts.BlockKey, ProgramFacts.Block> blocks = new HashMap<>();
        for (Map.Entry<EngineType, EngineProgram> engine : definition.engines().entrySet()) {
            for (DmaBlock block : engine.getValue().dmaBlocks()) {
                ProgramFacts.Block facts = block(block, definition);
                blocks.put(new ProgramFacts.BlockKey(engine.getKey(), block.ring(), block.id()), facts);
                if (!block.queue().isEmpty()) {
                    blocks.put(new ProgramFacts.BlockKey(engine.getKey(), block.queue(), block.id()), facts);
                }
            }
        }
        return blocks;
    }

    private static ProgramFacts.Block block(DmaBlock block, Definition definition) {
        Optional<DmaQueue> queue = definition.queue(block.queue());
        List<TransferAccess> accesses = new ArrayList<>();
        for (DmaDescriptor descriptor : block.descriptors()) {
            descriptor.sources().forEach(from -> accesses.add(access(from, false)));
            accesses.add(access(descriptor.to(), true));
        }
        return new ProgramFacts.Block(
                queue.map(q -> q.completionSemaphore(block)).orElse(block.semaphore()),
                block.event(),
                queue.map(DmaQueue::numQueues).orElse(1),
                accesses);
    }

    /** Dimension 0 counts bytes: with the normal step of 1 it is the run, else a loop of single bytes. */
    private static TransferAccess access(AccessPattern pattern, boolean isWrite) {
        List<TransferAccess.Loop> loops = new ArrayList<>();
        boolean contiguous = pattern.dimensions() > 0 && pattern.step(0) == 1;
        for (int d = contiguous ? 1 : 0; d < pattern.dimensions(); d++) {
            loops.add(new TransferAccess.Loop(pattern.step(d), pattern.size(d)));
        }
        return new TransferAccess(pattern.varId(), isWrite, pattern.offset(), contiguous ? pattern.size(0) : 1, loops);
    }
}
