package io.nrt4j.runtime.report;

import io.nrt4j.loader.metaneff.BindingFinding;
import io.nrt4j.loader.metaneff.MetaNeff;
import io.nrt4j.loader.metaneff.MetaTensor;
import io.nrt4j.loader.metaneff.MetaTensorType;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What is in a metaneff, and how it fits a NEFF. Its components are the fields of the command line's JSON.
 *
 * @param file the path as given
 * @param graphBytes bytes of the serialized graph; 0 for none
 * @param config the options for callers; null where the message has none
 * @param neff the path of the NEFF that it was checked against; null for none
 * @param findings what does not fit
 */
public record MetaNeffReport(
        String file,
        List<TensorView> inputs,
        List<TensorView> outputs,
        List<AliasView> aliases,
        int graphBytes,
        @Nullable ConfigView config,
        @Nullable String neff,
        List<FindingView> findings) {

    /**
     * One input or output.
     *
     * @param bytes null where the type or the shape has no size
     * @param role of an input, such as {@code input_weight}; empty where the message does not say
     */
    public record TensorView(
            String name,
            String type,
            List<Long> shape,
            @Nullable Long bytes,
            String role,
            @Nullable String checkpointKey,
            @Nullable String userInputKey,
            boolean dynamicBatchSize) {}

    /** An output that occupies an input's tensor, both by index. */
    public record AliasView(long output, long input) {}

    /** The options for callers. */
    public record ConfigView(
            long numInfer,
            long timeout,
            long optimalNcgSize,
            boolean asyncLoad,
            boolean lazyLoad,
            boolean returnAliases) {}

    /** Something that does not fit; the severity is {@code error}, {@code warning} or {@code information}. */
    public record FindingView(String severity, String rule, String message) {}

    /** A report of a message that was checked, or was not: then without findings. */
    public static MetaNeffReport of(
            String file, MetaNeff message, @Nullable String neff, List<BindingFinding> findings) {
        return new MetaNeffReport(
                file,
                views(message.inputs()),
                views(message.outputs()),
                message.outputAliases().entrySet().stream()
                        .map(alias -> new AliasView(alias.getKey(), alias.getValue()))
                        .toList(),
                message.graph().size(),
                message.config()
                        .map(c -> new ConfigView(
                                c.numInfer(),
                                c.timeout(),
                                c.optimalNcgSize(),
                                c.asyncLoad(),
                                c.lazyLoad(),
                                c.returnAliases()))
                        .orElse(null),
                neff,
                findings.stream()
                        .map(f -> new FindingView(f.severity().name().toLowerCase(Locale.ROOT), f.rule(), f.message()))
                        .toList());
    }

    /** Whether a caller can bind the NEFF by this message. */
    public boolean fits() {
        return findings.stream().noneMatch(f -> f.severity().equals("error"));
    }

    private static List<TensorView> views(List<MetaTensor> tensors) {
        return IntStream.range(0, tensors.size())
                .mapToObj(i -> view(tensors.get(i)))
                .toList();
    }

    private static TensorView view(MetaTensor tensor) {
        String role = MetaTensorType.fromCode(tensor.type())
                .map(type ->
                        type == MetaTensorType.UNDEFINED_TYPE ? "" : type.name().toLowerCase(Locale.ROOT))
                .orElse(Integer.toString(tensor.type()));
        return new TensorView(
                tensor.nameText(),
                tensor.typeText(),
                tensor.shape(),
                tensor.bytes().orElse(null),
                role,
                tensor.checkpointKey().map(key -> key.toStringUtf8()).orElse(null),
                tensor.userInputKey().map(key -> key.toStringUtf8()).orElse(null),
                tensor.dynamicBatchSize());
    }
}
