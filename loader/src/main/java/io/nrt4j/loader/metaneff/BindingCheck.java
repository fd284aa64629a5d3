package io.nrt4j.loader.metaneff;

import io.nrt4j.loader.manifest.Manifest;
import io.nrt4j.loader.manifest.MemRefType;
import io.nrt4j.loader.manifest.NeffGraph;
import io.nrt4j.loader.manifest.TensorInfo;
import io.nrt4j.loader.metaneff.BindingFinding.Severity;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Compares a metaneff with the NEFF beside it. They are bound by name; numbers of variables follow no rule. Source:
 * metaneff.md §4, §7.
 */
public final class BindingCheck {
    private final MetaNeff metaNeff;
    private final NeffGraph graph;
    private final Map<String, Long> neffInputs;
    private final Map<String, Long> neffOutputs;
    private final List<BindingFinding> findings = new ArrayList<>();

    private BindingCheck(
            MetaNeff metaNeff, NeffGraph graph, Map<String, Long> neffInputs, Map<String, Long> neffOutputs) {
        this.metaNeff = metaNeff;
        this.graph = graph;
        this.neffInputs = neffInputs;
        this.neffOutputs = neffOutputs;
    }

    /** Everything that does not fit; empty for a pair that belongs together in every respect. */
    public static List<BindingFinding> run(MetaNeff metaNeff, Manifest manifest) {
        BindingCheck check = new BindingCheck(
                metaNeff,
                manifest.graph(),
                sizes(manifest, MemRefType.MR_INPUT),
                sizes(manifest, MemRefType.MR_OUTPUT));
        check.checkNames(metaNeff.inputs(), check.neffInputs, check.neffOutputs, "input");
        check.checkNames(metaNeff.outputs(), check.neffOutputs, check.neffInputs, "output");
        metaNeff.inputs().forEach(tensor -> check.checkTensor(tensor, true));
        metaNeff.outputs().forEach(tensor -> check.checkTensor(tensor, false));
        check.checkAliases();
        check.checkCounters();
        return List.copyOf(check.findings);
    }

    private static Map<String, Long> sizes(Manifest manifest, MemRefType type) {
        Map<String, Long> sizes = new LinkedHashMap<>();
        manifest.definitions().stream()
                .flatMap(definition -> definition.variables().stream())
                .filter(variable -> variable.memRefType() == type)
                .forEach(variable -> sizes.putIfAbsent(variable.name(), variable.size()));
        return sizes;
    }

    private void checkNames(List<MetaTensor> tensors, Map<String, Long> same, Map<String, Long> other, String kind) {
        Set<String> named = new HashSet<>();
        for (MetaTensor tensor : tensors) {
            String name = tensor.nameText();
            named.add(name);
            if (!same.containsKey(name)) {
                boolean reversed = other.containsKey(name);
                add(
                        Severity.ERROR,
                        reversed ? "direction" : "missing-variable",
                        reversed
                                ? kind + " " + name + " is an " + (kind.equals("input") ? "output" : "input")
                                        + " of the NEFF"
                                : kind + " " + name + " is no variable of the NEFF");
            }
        }
        same.keySet().stream()
                .filter(name -> !named.contains(name))
                .forEach(name -> add(
                        Severity.ERROR,
                        "missing-tensor",
                        "the NEFF's " + kind + " " + name + " is not in the metaneff"));
    }

    private void checkTensor(MetaTensor tensor, boolean input) {
        String name = tensor.nameText();
        boolean typed = MetaDataType.fromCode(tensor.dataType())
                .filter(type -> type != MetaDataType.UNDEFINED)
                .isPresent();
        if (!typed) {
            add(Severity.ERROR, "data-type", name + " has the data type " + tensor.dataType());
        } else if (tensor.bytes().isEmpty()) {
            add(Severity.ERROR, "shape", name + " has the shape " + tensor.shape());
        }
        Optional<Long> variable = Optional.ofNullable((input ? neffInputs : neffOutputs).get(name));
        boolean sameBytes = variable.equals(tensor.bytes());
        if (variable.isPresent() && tensor.bytes().isPresent() && !sameBytes) {
            add(
                    Severity.ERROR,
                    "size",
                    name + " has " + tensor.bytes().get() + " bytes, the NEFF's variable " + variable.get());
        }
        if (sameBytes && variable.isPresent()) {
            compareWithGraph(tensor, (input ? graph.inputs() : graph.outputs()).get(name));
        }
        if (tensor.dynamicBatchSize() && tensor.shape().isEmpty()) {
            add(Severity.ERROR, "dynamic-scalar", name + ": Scalar tensor cannot have allow_dynamic_batch_size=True");
        }
        checkKeys(tensor);
    }

    /** The NEFF's own types are those of the device, which has no 64-bit integers: only the bytes must agree. */
    private void compareWithGraph(MetaTensor tensor, @org.jspecify.annotations.Nullable TensorInfo described) {
        if (described == null) {
            return;
        }
        String type = tensor.typeText();
        boolean same = described.shape().equals(tensor.shape())
                && described.dtypeText().equals(type);
        if (!same) {
            add(
                    Severity.INFORMATION,
                    "shape-differs",
                    tensor.nameText() + " is " + type + " " + tensor.shape() + ", in neff.json " + described.dtypeText()
                            + " " + described.shape());
        }
    }

    private void checkKeys(MetaTensor tensor) {
        Optional<MetaTensorType> type = MetaTensorType.fromCode(tensor.type());
        boolean fromCheckpoint = type.filter(t -> t == MetaTensorType.INPUT_WEIGHT || t == MetaTensorType.INPUT_STATE)
                .isPresent();
        if (fromCheckpoint && tensor.checkpointKey().isEmpty()) {
            add(Severity.WARNING, "checkpoint-key", tensor.nameText() + " has no checkpoint_key");
        }
        boolean userInput = type.filter(t -> t == MetaTensorType.USER_INPUT).isPresent();
        if (tensor.userInputKey().isPresent() && !userInput) {
            add(Severity.WARNING, "user-input-key", tensor.nameText() + " has a user_input_key but is no user input");
        }
    }

    private void checkAliases() {
        Set<Long> aliased = new HashSet<>();
        metaNeff.outputAliases().forEach((output, input) -> {
            if (output < 0
                    || input < 0
                    || output >= metaNeff.outputs().size()
                    || input >= metaNeff.inputs().size()) {
                add(Severity.ERROR, "alias-index", "alias " + output + " -> " + input + " is out of range");
                return;
            }
            MetaTensor from = metaNeff.outputs().get(output.intValue());
            MetaTensor to = metaNeff.inputs().get(input.intValue());
            if (!from.bytes().equals(to.bytes())) {
                add(Severity.ERROR, "alias-size", from.nameText() + " and " + to.nameText() + " differ in size");
            }
            if (!aliased.add(input)) {
                add(Severity.ERROR, "alias-twice", "two outputs alias " + to.nameText());
            }
            boolean known =
                    graph.mustAlias().getOrDefault(to.nameText(), List.of()).contains(from.nameText());
            if (!known) {
                add(
                        Severity.WARNING,
                        "alias-missing",
                        "neff.json does not say that " + from.nameText() + " must alias " + to.nameText());
            }
        });
        graph.mustAlias()
                .forEach((input, outputs) -> outputs.stream()
                        .filter(output -> !isAlias(output, input))
                        .forEach(output -> add(
                                Severity.WARNING,
                                "alias-missing",
                                "the metaneff does not say that " + output + " must alias " + input)));
    }

    private boolean isAlias(String output, String input) {
        return metaNeff.outputAliases().entrySet().stream()
                .anyMatch(alias -> named(metaNeff.outputs(), alias.getKey(), output)
                        && named(metaNeff.inputs(), alias.getValue(), input));
    }

    private static boolean named(List<MetaTensor> tensors, long index, String name) {
        return index >= 0
                && index < tensors.size()
                && tensors.get((int) index).nameText().equals(name);
    }

    private void checkCounters() {
        checkCounter("num_user_inputs", metaNeff.numUserInputs(), MetaTensorType.USER_INPUT);
        checkCounter("num_states", metaNeff.numStates(), MetaTensorType.INPUT_STATE);
        checkCounter("num_weights", metaNeff.numWeights(), MetaTensorType.INPUT_WEIGHT);
    }

    private void checkCounter(String name, long counter, MetaTensorType type) {
        long tensors = metaNeff.inputs().stream()
                .filter(tensor -> tensor.type() == type.code())
                .count();
        if (counter != 0 && counter != tensors) {
            add(Severity.WARNING, "counter", name + " is " + counter + ", there are " + tensors);
        }
    }

    private void add(Severity severity, String rule, String message) {
        findings.add(new BindingFinding(severity, rule, message));
    }
}
