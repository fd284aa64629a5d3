package io.nrt4j.runtime.cli;

import io.nrt4j.hal.EngineType;
import io.nrt4j.loader.LoadOptions;
import io.nrt4j.loader.LoadedModel;
import io.nrt4j.loader.NeffLoader;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.listing.CodeStream;
import io.nrt4j.loader.listing.Interleaving;
import io.nrt4j.loader.listing.ListedSlot;
import io.nrt4j.loader.listing.NeffListing;
import io.nrt4j.loader.manifest.Definition;
import io.nrt4j.runtime.report.FittingDevice;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code nrt4j disasm}: the instructions of a NEFF as text, as the compiler wrote them or as the runtime loads them. */
@Command(
        name = "disasm",
        mixinStandardHelpOptions = true,
        description = "Shows the engines' instructions, one line per slot, in the format of the profiler.")
final class DisasmCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "The NEFF file.")
    private Path file = Path.of("");

    @Option(names = "--graph", paramLabel = "G", description = "Only this graph, such as sg00. Default: all.")
    @Nullable
    private String graph;

    @Option(
            names = "--engine",
            paramLabel = "E",
            converter = EngineConverter.class,
            description = "Only this engine: PE, ACT, POOL, DVE or SP. Default: all.")
    @Nullable
    private EngineType engine;

    @Option(
            names = "--loaded",
            description = "Load the file and show the images that the runtime makes of it, with section and NEFF slot.")
    private boolean loaded;

    @Option(
            names = "--interleaved",
            description = "Mix the engines of a graph in an order in which they can run. Default: one after the other.")
    private boolean interleaved;

    @Option(names = "--hex", description = "Show the bytes of each slot too.")
    private boolean hex;

    @Option(names = "--json", description = "Print one JSON document on standard output and nothing else there.")
    private boolean json;

    @Mixin
    private LoadSettings settings = new LoadSettings();

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Nlog nlog = new Nlog(settings.console(System.err));
        LoadOptions options = settings.loadOptions();
        try (ByteSource source = ByteSource.open(file)) {
            return loaded ? listImages(source, options, nlog) : listPrograms(source, options, nlog);
        }
    }

    private int listPrograms(ByteSource source, LoadOptions options, Nlog nlog) throws IOException {
        try (NeffListing listing = NeffListing.open(source, options.containerOptions(), nlog)) {
            PrintWriter err = spec.commandLine().getErr();
            listing.manifests().problems().forEach(p -> err.printf("nrt4j: %s: %s%n", p.where(), p.message()));
            List<Definition> definitions = listing.manifests().definitions();
            print(definitions, listing::programs);
            return definitions.isEmpty() ? 1 : 0;
        }
    }

    private int listImages(ByteSource source, LoadOptions options, Nlog nlog) throws IOException {
        try (FittingDevice device = settings.fittingDevice(nlog);
                LoadedModel model = new NeffLoader(options).load(source, device, nlog);
                NeffListing listing = NeffListing.open(source, options.containerOptions(), Nlog.silent())) {
            List<Definition> definitions = model.manifest().definitions();
            print(
                    definitions,
                    definition -> listing.images(definition, model.images().program(definitions.indexOf(definition))));
            return 0;
        }
    }

    private void print(List<Definition> definitions, Function<Definition, List<CodeStream>> streams)
            throws IOException {
        Stream<ListedSlot> slots = chosen(definitions).stream().flatMap(definition -> {
            List<CodeStream> ofGraph = streams.apply(definition).stream()
                    .filter(s -> engine == null || s.engine() == engine)
                    .toList();
            return interleaved
                    ? Interleaving.of(definition, ofGraph)
                    : ofGraph.stream().flatMap(CodeStream::list);
        });
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            ListingJson.print(out, slots);
        } else {
            ListingPage.print(out, slots, hex);
        }
        out.flush();
    }

    private List<Definition> chosen(List<Definition> definitions) {
        List<Definition> chosen = definitions.stream()
                .filter(d -> graph == null || d.name().equals(graph))
                .toList();
        if (chosen.isEmpty() && !definitions.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "no graph '%s'; the file has %s"
                            .formatted(
                                    graph,
                                    definitions.stream().map(Definition::name).collect(Collectors.joining(", "))));
        }
        return chosen;
    }

    static final class EngineConverter implements ITypeConverter<EngineType> {
        @Override
        public EngineType convert(String text) {
            return Arrays.stream(EngineType.values())
                    .filter(e -> e.key().equals(text.toLowerCase(Locale.ROOT))
                            || e.fileStem().equalsIgnoreCase(text)
                            || e.publicName().equalsIgnoreCase(text))
                    .findFirst()
                    .orElseThrow(
                            () -> new TypeConversionException("'" + text + "' is no engine: PE, ACT, POOL, DVE or SP"));
        }
    }
}
