package io.nrt4j.loader.manifest;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.json.JsonElement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One {@code def.json}: {@code kelf_load_from_neff}. The steps come in the order of the runtime, whatever the order in the
 * file. Source: manifest.md §4.
 */
final class DefinitionParser {
    private static final String FUNCTION = "kelf_load_from_neff";
    private static final LogMessage NO_OUTPUTS = LogMessage.error("NEFF", FUNCTION, "subgraph %s has no Outputs");
    private static final LogMessage DUPLICATE_QUEUE =
            LogMessage.warn("NEFF", FUNCTION, "DMA queue %s appears more than once, using the first");

    private final String path;
    private final String directory;
    private final ParseContext context;
    private final MlaResources resources;
    private final JsonElement root;
    private final ObjectKeys keys;

    private DefinitionParser(String path, Arch target, ParseContext context) {
        this.path = path;
        this.directory = MemberPath.directoryOf(path);
        this.context = context;
        this.resources = new MlaResources(target, context);
        this.root = context.json().load(path);
        this.keys = new ObjectKeys(root, path, FUNCTION, context);
    }

    /** Reads the definition at {@code path} and every file that it names. */
    static MlaResources parse(String path, Arch target, ParseContext context) {
        DefinitionParser parser = new DefinitionParser(path, target, context);
        for (Runnable step : parser.steps()) {
            context.attempt(path, step);
        }
        return parser.resources;
    }

    private List<Runnable> steps() {
        return List.of(
                this::declarations,
                this::variables,
                resources.memRefs::checkIds,
                this::outputs,
                this::dmaQueues,
                () -> resources.replicaGroups = new ReplicaGroupParser(root, path, context).parse(),
                () -> resources.sourceTargetPairs = new SourceTargetPairParser(root, path, context).parse(),
                this::defaultUcodeLibrary,
                this::ucodeLibraries,
                () -> resources.stateBufferReservations.addAll(
                        ReservationParser.parse(root, resources.target, context)),
                this::ccStreams,
                () -> resources.dmaBlocks.addAll(new DmaBlockParser(path, resources, context).parseAll(root, path)),
                () -> resources.fp8 = Fp8Parser.parse(root, context),
                this::engines);
    }

    /** Not a step of the runtime, so nothing here is refused. */
    private void declarations() {
        List<String> features = new ArrayList<>();
        root.get("neff_features")
                .ifPresent(array -> array.elements().forEach(e -> e.string().ifPresent(features::add)));
        resources.declarations = new Definition.Declarations(
                root.get("version").flatMap(JsonElement::string).orElse(""),
                features,
                declared("runtime_event_count"),
                declared("runtime_semaphore_count"));
    }

    private int declared(String key) {
        return (int) root.get(key)
                .map(JsonElement::unsigned)
                .orElse(OptionalLong.empty())
                .orElse(0);
    }

    private void variables() {
        Optional<JsonElement> variables = root.get("var").filter(v -> v.isObject() && v.count() > 0);
        if (variables.isEmpty()) {
            throw context.refuse(NO_OUTPUTS, path);
        }
        VariableParser parser = new VariableParser(directory, resources.target, context);
        for (JsonElement.Field variable : variables.get().fields()) {
            context.attempt(path, () -> resources.memRefs.add(parser.parse(variable.key(), variable.value())));
        }
    }

    private void outputs() {
        if (!resources.memRefs.hasOutput()) {
            throw context.refuse(NO_OUTPUTS, path);
        }
    }

    private void dmaQueues() {
        Optional<JsonElement> queues = root.get("dma_queue");
        if (queues.isEmpty()) {
            return;
        }
        if (!queues.get().isObject()) {
            throw keys.wrongType("dma_queue");
        }
        DmaQueueParser parser = new DmaQueueParser(context);
        for (JsonElement.Field queue : queues.get().fields()) {
            if (resources.queues.containsKey(queue.key())) {
                context.log(DUPLICATE_QUEUE, queue.key());
            } else {
                context.attempt(
                        path, () -> resources.queues.put(queue.key(), parser.parse(queue.key(), queue.value())));
            }
        }
    }

    /** Only SUNDA's runtime ships a library of its own that has a manifest. */
    private void defaultUcodeLibrary() {
        if (resources.target == Arch.SUNDA) {
            ucodeLibrary(new UcodeLibraryReference.DefaultLibrary());
        }
    }

    private void ucodeLibraries() {
        Optional<JsonElement> value = root.get("ucode_lib");
        if (value.isEmpty()) {
            return;
        }
        ucodeLibrary(
                switch (value.get().type()) {
                    case STRING -> new UcodeLibraryReference.Named(keys.string("ucode_lib"));
                    case ARRAY, OBJECT ->
                        new UcodeLibraryReference.Inline(value.get().toString());
                    default -> throw keys.wrongType("ucode_lib");
                });
    }

    private void ucodeLibrary(UcodeLibraryReference reference) {
        context.options().ucode().read(reference, directory, context.members(), context.nlog());
        resources.ucodeLibraries.add(reference);
    }

    /** Real files nest the count; a bare one is accepted. */
    private void ccStreams() {
        JsonElement holder = root.get("cc_streams").orElse(root);
        resources.ccStreams = new ObjectKeys(holder, path, FUNCTION, context)
                .optionalU32("num_streams")
                .orElse(1);
    }

    private void engines() {
        EngineParser parser = new EngineParser(root, path, directory, resources, context);
        for (EngineType engine : EngineType.values()) {
            context.attempt(path, () -> parser.parse(engine));
        }
    }
}
