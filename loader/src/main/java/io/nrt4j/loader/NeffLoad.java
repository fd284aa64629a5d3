package io.nrt4j.loader;

import io.nrt4j.hal.device.LogicalCore;
import io.nrt4j.hal.memory.AllocationOwner;
import io.nrt4j.hal.memory.AllocationScope;
import io.nrt4j.loader.archive.ArchiveReader;
import io.nrt4j.loader.archive.MemberTable;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.container.FeatureBit;
import io.nrt4j.loader.container.NeffContainer;
import io.nrt4j.loader.container.NeffHeader;
import io.nrt4j.loader.container.ParseCache;
import io.nrt4j.loader.container.ParseKey;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.image.CoreResidentPool;
import io.nrt4j.loader.image.ImageStage;
import io.nrt4j.loader.image.ImageStage.ImageOptions;
import io.nrt4j.loader.image.ModelImages;
import io.nrt4j.loader.manifest.Definition;
import io.nrt4j.loader.manifest.Manifest;
import io.nrt4j.loader.manifest.ManifestOptions;
import io.nrt4j.loader.manifest.ManifestParser;
import io.nrt4j.loader.ucode.StagedUcode;
import io.nrt4j.loader.ucode.UcodeLibraries;
import io.nrt4j.loader.ucode.UcodeLibrary;
import io.nrt4j.loader.ucode.UcodePlan;
import io.nrt4j.loader.ucode.UcodeStager;
import io.nrt4j.loader.variable.CorePlacement;
import io.nrt4j.loader.variable.EventAcceleratorCarveOut;
import io.nrt4j.loader.variable.OutOfMemoryReport;
import io.nrt4j.loader.variable.StagedVariables;
import io.nrt4j.loader.variable.StagingAllocator;
import io.nrt4j.loader.variable.StagingOptions;
import io.nrt4j.loader.variable.VariableStager;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * One load, top to bottom in the order of the real call graph.
 *
 * <p>Source: container.md §3, image-assembly.md §2 and §3; the lines after a failure: errors.md §3.
 */
final class NeffLoad {
    private static final LogMessage LOADED_NN = LogMessage.info("NMGR", "kmgr_load_nn_nc", "Loaded NN \"%s\" ID: %u");
    private static final LogMessage LOADED_MLAOP =
            LogMessage.info("NMGR", "dlr_kelf_load", "Loaded mlaop on %u NeuronCores");
    private static final LogMessage LOADED_SUCCESSFULLY =
            LogMessage.info("NMGR", "kmgr_load_nn_post_metrics", "NN: %s, loaded successfully");

    private static final LogMessage UCODE_STEP_ERROR =
            LogMessage.error("TDRV", "kbl_model_add", UcodeStager.STEP + "() error");

    private final LoadOptions options;
    private final LoadListener listener;
    private final StageTimer timer;
    private final PlacementChooser placement;
    private final Nlog nlog;
    private final int modelId;
    private final ParseCache<ParseKey, SharedMembers> parses;
    private final CoreResidentPool residents;
    private final FailureCascade cascade;

    NeffLoad(
            LoadOptions options,
            LoadListener listener,
            PlacementChooser placement,
            Nlog nlog,
            int modelId,
            ParseCache<ParseKey, SharedMembers> parses,
            CoreResidentPool residents) {
        this.options = options;
        this.listener = listener;
        this.timer = new StageTimer(listener);
        this.placement = placement;
        this.nlog = nlog;
        this.modelId = modelId;
        this.parses = parses;
        this.residents = residents;
        this.cascade = new FailureCascade(options.profile(), nlog);
    }

    /** {@code nrt_load_util}. */
    LoadedModel run(ByteSource neff) {
        try {
            NeffHeader header = NeffContainer.preflight(neff, nlog);
            cascade.headerRead(header);
            LoadedModel model = loadNn(neff, header);
            listener.loaded(model);
            return model;
        } catch (LoadException e) {
            LoadException whole = cascade.print(e);
            listener.failed(whole);
            throw whole;
        }
    }

    /** {@code kmgr_load_nn_nc}. */
    private LoadedModel loadNn(ByteSource neff, NeffHeader header) {
        ParseKey key = options.strict() ? ParseKey.byUuid(header) : ParseKey.byContent(neff, header);
        try (ParseCache.Lease<SharedMembers> parsed = parses.enter(key, () -> parse(neff), nlog)) {
            LoadedModel model = loadKelf(parsed.value());
            nlog.log(LOADED_NN, model.name(), modelId);
            nlog.log(LOADED_SUCCESSFULLY, model.name());
            return model;
        }
    }

    /** {@code neff_parse}. */
    private SharedMembers parse(ByteSource neff) {
        NeffContainer container =
                timer.run(LoadStage.CONTAINER, () -> NeffContainer.parse(neff, options.containerOptions(), nlog));
        MemberTable members =
                timer.run(LoadStage.ARCHIVE, () -> ArchiveReader.read(container.payload(), options.archive(), nlog));
        return new SharedMembers(container.header(), members);
    }

    /** {@code dlr_kelf_load}, then {@code dlr_kelf_stage}. */
    private LoadedModel loadKelf(SharedMembers parsed) {
        NeffHeader header = parsed.header();
        MemberTable members = parsed.members();
        Placement place = placement.choose(header, members);
        Manifest manifest = timer.run(LoadStage.MANIFEST, () -> readManifest(header, members, place));
        int graphs = manifest.definitions().size();
        nlog.log(LOADED_MLAOP, graphs);
        cascade.manifestRead(manifest);
        CorePlacement.requireMatch(requiredCoreSize(header), place.instance().logicalCoreSize(), graphs, nlog);
        LogicalCore core =
                CorePlacement.find(place.instance(), place.first(), place.count(), place.logicalCore(), nlog);
        CorePlacement.requireCores(core, graphs, nlog);
        cascade.coresFound();
        return stageKelf(parsed, manifest, place, core);
    }

    private Manifest readManifest(NeffHeader header, MemberTable members, Placement place) {
        ManifestOptions manifestOptions = ManifestOptions.forArch(
                        place.instance().type().arch())
                .withAllowLegacyNeff(options.allowLegacyNeff())
                .withModelName(header.modelName())
                .withStrict(options.strict())
                .withFp8Overrides(options.fp8())
                .withUcode(UcodeLibraries.step(options.ucode()))
                .withListener(cascade);
        return ManifestParser.parse(members, manifestOptions, nlog);
    }

    /** The bit decides whether the field holds (container.md §8.4). */
    private static int requiredCoreSize(NeffHeader header) {
        return header.has(FeatureBit.VNC) ? header.vncSize() : 1;
    }

    /** {@code kbl_model_add} for every graph: all of it in one transaction on the device. */
    private LoadedModel stageKelf(SharedMembers parsed, Manifest manifest, Placement place, LogicalCore core) {
        NeffHeader header = parsed.header();
        AllocationOwner owner = AllocationOwner.model(modelId, header.modelName());
        try (AllocationScope scope = core.device().heap().open(owner)) {
            OutOfMemoryReport report = new OutOfMemoryReport(
                    options.profile(), place.instance().logicalCoreSize(), options.memoryTables());
            Function<AllocationScope, StagingAllocator> allocators =
                    s -> new StagingAllocator(core.device(), s, report, nlog);
            StagingAllocator allocator = allocators.apply(scope);
            StagedVariables variables =
                    timer.run(LoadStage.VARIABLES, () -> stageVariables(header, manifest, core, allocator));
            List<StagedUcode> ucode =
                    timer.run(LoadStage.UCODE, () -> stageUcode(parsed.members(), manifest, core, allocator));
            ImageOptions imageOptions = new ImageOptions(
                    options.profile(),
                    options.collectives(),
                    ucode.stream().map(StagedUcode::poolLibraries).toList());
            ModelImages images = timer.run(
                    LoadStage.IMAGES,
                    () -> new ImageStage(core, allocator, allocators, residents, imageOptions)
                            .assemble(manifest.definitions(), variables));
            return timer.run(LoadStage.STAGE, () -> {
                variables.write();
                images.write();
                images.runPinnedQueues(core.device().bus(), nlog);
                installUcode(ucode, core);
                return new LoadedModel(modelId, manifest, core, variables, images, parsed.retain(), scope.commit());
            });
        }
    }

    private StagedVariables stageVariables(
            NeffHeader header, Manifest manifest, LogicalCore core, StagingAllocator allocator) {
        for (int graph = 0; graph < manifest.definitions().size(); graph++) {
            EventAcceleratorCarveOut.verify(
                    manifest.definitions().get(graph),
                    header.modelName(),
                    core.device().arch(),
                    core.device().index(),
                    core.core(graph).index(),
                    nlog);
        }
        cascade.stepStarted(VariableStager.STEP_ERROR);
        StagingOptions staging = options.sharesWeights()
                ? StagingOptions.DEFAULT.withSharedWeights(header.uuid())
                : StagingOptions.DEFAULT;
        StagedVariables variables =
                VariableStager.stage(manifest.definitions(), core, allocator, options.profile(), staging);
        cascade.stepFinished();
        return variables;
    }

    /** Before the images, as POOL's preamble names the places of the libraries. */
    private List<StagedUcode> stageUcode(
            MemberTable members, Manifest manifest, LogicalCore core, StagingAllocator allocator) {
        cascade.stepStarted(UCODE_STEP_ERROR);
        List<StagedUcode> staged = new ArrayList<>();
        for (int graph = 0; graph < manifest.definitions().size(); graph++) {
            Definition definition = manifest.definitions().get(graph);
            List<UcodeLibrary> libraries =
                    UcodeLibraries.read(definition.ucodeLibraries(), definition.directory(), members, options.ucode());
            UcodePlan plan = UcodePlan.of(
                    libraries, core.device().arch(), options.ucode().mode(), nlog);
            staged.add(UcodeStager.stage(plan, allocator, core.core(graph).index()));
        }
        cascade.stepFinished();
        return staged;
    }

    private void installUcode(List<StagedUcode> ucode, LogicalCore core) {
        for (int graph = 0; graph < ucode.size(); graph++) {
            ucode.get(graph)
                    .install(
                            core.device(),
                            core.core(graph).index(),
                            options.ucode().functions(),
                            nlog);
        }
    }
}
