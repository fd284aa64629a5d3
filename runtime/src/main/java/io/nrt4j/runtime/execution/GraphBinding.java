package io.nrt4j.runtime.execution;

import io.nrt4j.hal.dma.CollectiveOp;
import io.nrt4j.hal.dma.DmaSide;
import io.nrt4j.hal.dma.StridedPattern;
import io.nrt4j.hal.dma.TensorPointer;
import io.nrt4j.hal.memory.Bus;
import io.nrt4j.hal.memory.LittleEndian;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.image.CoreProgram;
import io.nrt4j.loader.image.StaticQueue;
import io.nrt4j.loader.manifest.MemRefType;
import io.nrt4j.loader.variable.MemRef;
import io.nrt4j.loader.variable.VariableTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * What depends on the tensors of a request in one graph's program: rings, pointer cells, the address table, the
 * operands of collectives.
 *
 * <p>Variable ids differ between the graphs of a model, names do not. Source: exec.md §2, dma.md §7, §8.2.
 */
final class GraphBinding {
    private final CoreProgram program;
    private final VariableTable variables;
    private final List<RingTemplate> rings = new ArrayList<>();

    GraphBinding(CoreProgram program, VariableTable variables, Bus device) {
        this.program = program;
        this.variables = variables;
        for (StaticQueue queue : program.queues()) {
            for (int engine = 0; engine < queue.set().engines(); engine++) {
                for (DmaSide side : DmaSide.values()) {
                    if (queue.set().touchesTensor(engine, side)) {
                        rings.add(RingTemplate.read(
                                device,
                                queue.rings().address(engine, side),
                                queue.set().descriptors(engine).on(side)));
                    }
                }
            }
        }
    }

    CoreProgram program() {
        return program;
    }

    /** Faults unless every input and output of the graph has a tensor of its size ({@code kbl_model_verify_io_tensor_set}). */
    void verify(TensorBindings bindings) {
        for (MemRef variable : variables.variables()) {
            if (!(variable instanceof MemRef.Bound)) {
                continue;
            }
            boolean output = isOutput(variable);
            TensorPlace place = bindings.find(variable.name(), output)
                    .orElseThrow(() -> new ExecutionException(
                            NrtStatus.NRT_INVALID,
                            "Missing tensor %s in the %s set".formatted(variable.name(), output ? "output" : "input")));
            if (place.size() != variable.size()) {
                throw new ExecutionException(
                        NrtStatus.NRT_INVALID,
                        "Tensor %s has size %d, expected %d".formatted(variable.name(), place.size(), variable.size()));
            }
        }
    }

    private static boolean isOutput(MemRef variable) {
        return variable.type() == MemRefType.MR_OUTPUT;
    }

    /** What a request must not rely on: scratch, and outputs that share no memory with an input. Source: exec.md §5. */
    void forEachUndefined(TensorBindings bindings, BiConsumer<Long, Long> visitor) {
        for (MemRef variable : variables.variables()) {
            switch (variable.type()) {
                case MR_TMP_BUF, MR_VIRTUAL_TMP_BUF -> {
                    if (variable.staged()) {
                        visitor.accept(variable.physicalAddress(), variable.size());
                    }
                }
                case MR_OUTPUT ->
                    bindings.find(variable.name(), true)
                            .filter(place -> bindings.inputs().values().stream().noneMatch(place::overlaps))
                            .ifPresent(place -> visitor.accept(place.address(), place.size()));
                default -> {}
            }
        }
    }

    /** Writes rings and pointer cells to the device. */
    void bind(TensorBindings bindings, Bus device) {
        for (RingTemplate ring : rings) {
            ring.bind(device, pointer -> resolve(pointer, bindings));
        }
        for (MemRef variable : variables.variables()) {
            if (variable instanceof MemRef.Pointer cell && cell.ioReference()) {
                byte[] word = new byte[Long.BYTES];
                LittleEndian.setLong(word, 0, address(cell.referent(), bindings));
                device.write(cell.physicalAddress(), word, 0, word.length);
            }
        }
    }

    /** The addresses of the DGE table in table order, or empty for a graph without one. */
    Optional<long[]> addressTable(TensorBindings bindings) {
        return variables.variables().stream()
                .filter(v -> v instanceof MemRef.PointerTable)
                .map(v -> (MemRef.PointerTable) v)
                .findFirst()
                .map(table -> table.entries().stream()
                        .mapToLong(e -> e.needsTranslation() ? address(e.varId(), bindings) : e.address())
                        .toArray());
    }

    /** The collective operations with their tensors bound. */
    List<CollectiveOp> collectives(TensorBindings bindings) {
        return program.collectives().operations().stream()
                .map(o -> o.withOperands(bound(o.source(), bindings), bound(o.destination(), bindings)))
                .toList();
    }

    private StridedPattern bound(StridedPattern pattern, TensorBindings bindings) {
        return TensorPointer.isTensor(pattern.base()) ? pattern.at(resolve(pattern.base(), bindings)) : pattern;
    }

    private long resolve(long pointer, TensorBindings bindings) {
        return address(TensorPointer.varId(pointer), bindings) + TensorPointer.offset(pointer);
    }

    private long address(int varId, TensorBindings bindings) {
        MemRef variable = variables
                .find(varId)
                .orElseThrow(() -> new ExecutionException(
                        NrtStatus.NRT_INVALID, "Failed to find io name for mr %d".formatted(varId)));
        if (variable.staged()) {
            return variable.physicalAddress();
        }
        return bindings.find(variable.name(), isOutput(variable))
                .orElseThrow(() -> new ExecutionException(
                        NrtStatus.NRT_INVALID, "Failed to find tensor %s in tensor set".formatted(variable.name())))
                .address();
    }
}
