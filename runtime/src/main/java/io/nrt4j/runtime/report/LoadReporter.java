package io.nrt4j.runtime.report;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.device.NeuronCore;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.loader.LoadedModel;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LogLevel;
import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.image.CoreProgram;
import io.nrt4j.loader.image.EngineImage;
import io.nrt4j.loader.image.PatchSection;
import io.nrt4j.loader.manifest.Definition;
import io.nrt4j.loader.manifest.DmaBlock;
import io.nrt4j.loader.manifest.DmaQueue;
import io.nrt4j.loader.variable.MemRef;
import io.nrt4j.loader.variable.ModelMemory;
import io.nrt4j.loader.variable.VariableTable;
import io.nrt4j.runtime.report.LoadReport.DeviceView;
import io.nrt4j.runtime.report.LoadReport.ImageView;
import io.nrt4j.runtime.report.LoadReport.MemoryView;
import io.nrt4j.runtime.report.LoadReport.QueueView;
import io.nrt4j.runtime.report.LoadReport.VariableView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Puts what a load left behind into a {@link LoadReport}. */
final class LoadReporter {
    private LoadReporter() {}

    static LoadReport loaded(String file, LoadedModel model, DeviceView device, StageTimes times, List<LogRecord> log) {
        return new LoadReport(
                file,
                NrtStatus.NRT_SUCCESS.code(),
                NrtStatus.NRT_SUCCESS.name(),
                stage(times),
                "NN: " + model.name() + ", loaded successfully",
                times.stages(),
                withoutTrace(log),
                device,
                variables(model),
                memory(model),
                images(model),
                queues(model),
                warnings(log));
    }

    /** Where {@code nrt_init} already says no. */
    static LoadReport notStarted(String file, NrtStatus status, List<LogRecord> log) {
        return new LoadReport(
                file,
                status.code(),
                status.name(),
                "init",
                log.stream()
                        .filter(r -> r.level() == LogLevel.ERROR)
                        .findFirst()
                        .map(LogRecord::message)
                        .orElse(""),
                List.of(),
                withoutTrace(log),
                null,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }

    static LoadReport failed(
            String file, LoadException failure, Optional<DeviceView> device, StageTimes times, List<LogRecord> log) {
        return new LoadReport(
                file,
                failure.status().code(),
                failure.status().name(),
                failure.stage().label(),
                String.valueOf(failure.getMessage()),
                times.stages(),
                withoutTrace(log),
                device.orElse(null),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                warnings(log));
    }

    private static @Nullable String stage(StageTimes times) {
        return times.entered().map(s -> s.label()).orElse(null);
    }

    private static List<LogRecord> withoutTrace(List<LogRecord> log) {
        return log.stream().filter(r -> r.level() != LogLevel.TRACE).toList();
    }

    private static List<String> warnings(List<LogRecord> log) {
        return log.stream()
                .filter(r -> r.level() == LogLevel.WARN)
                .map(LogRecord::message)
                .toList();
    }

    private static List<VariableView> variables(LoadedModel model) {
        List<VariableView> views = new ArrayList<>();
        for (VariableTable table : model.variables().tables()) {
            for (MemRef ref : table.variables()) {
                views.add(new VariableView(
                        table.graph(),
                        table.core(),
                        ref.varId(),
                        ref.name(),
                        ref.type().name(),
                        ref.size(),
                        ref.staged() ? hex(ref.physicalAddress()) : null));
            }
        }
        return views;
    }

    private static List<MemoryView> memory(LoadedModel model) {
        List<Integer> cores =
                model.core().cores().stream().map(NeuronCore::index).toList();
        ModelMemory memory = ModelMemory.of(
                model.memory().owner(),
                model.core().device().index(),
                cores,
                model.memory().usage(),
                model.core().device().heap().usage());
        return memory.byClass().stream()
                .map(e -> new MemoryView(e.core(), e.category(), e.bytes()))
                .toList();
    }

    private static List<ImageView> images(LoadedModel model) {
        return model.images().programs().stream()
                .flatMap(program -> program.images().stream()
                        .sorted(Comparator.comparing(EngineImage::engine))
                        .map(image -> image(program, image)))
                .toList();
    }

    private static ImageView image(CoreProgram program, EngineImage image) {
        Map<String, Long> sections = new LinkedHashMap<>();
        for (PatchSection section :
                List.of(PatchSection.PREAMBLE, PatchSection.MAIN, PatchSection.POSTAMBLE, PatchSection.FUNCTION)) {
            long bytes = (long) image.sections().size(section) * Slot.BYTES;
            if (bytes > 0 || section != PatchSection.FUNCTION) {
                sections.put(section.name(), bytes);
            }
        }
        return new ImageView(
                program.graph(),
                image.engine().key(),
                program.core(),
                sections,
                image.slots(),
                image.size(),
                hex(image.address()));
    }

    private static List<QueueView> queues(LoadedModel model) {
        List<QueueView> views = new ArrayList<>();
        for (int graph = 0; graph < model.manifest().definitions().size(); graph++) {
            Definition definition = model.manifest().definitions().get(graph);
            CoreProgram program = model.images().program(graph);
            Map<String, List<DmaBlock>> byRing = blocks(definition).collect(Collectors.groupingBy(DmaBlock::ring));
            for (DmaQueue queue : definition.queues()) {
                List<DmaBlock> blocks = byRing.getOrDefault(queue.name(), List.of());
                views.add(new QueueView(
                        definition.name(),
                        queue.name(),
                        queue.typeText(),
                        queue.ringType().name(),
                        queue.owner().map(EngineType::key).orElse(""),
                        queue.numQueues(),
                        queue.semaphores(),
                        blocks.size(),
                        blocks.stream().mapToInt(b -> b.descriptors().size()).sum(),
                        program.queueIndex(queue),
                        ringBytes(program, queue)));
            }
        }
        return views;
    }

    private static long ringBytes(CoreProgram program, DmaQueue queue) {
        int index = program.queueIndex(queue);
        return program.queues().stream()
                .filter(q -> q.set().index() == index)
                .mapToLong(q -> q.set().ringBytes())
                .sum();
    }

    private static Stream<DmaBlock> blocks(Definition definition) {
        return Stream.concat(
                definition.dmaBlocks().stream(),
                definition.engines().values().stream().flatMap(e -> e.dmaBlocks().stream()));
    }

    private static String hex(long address) {
        return "0x" + Long.toHexString(address);
    }
}
