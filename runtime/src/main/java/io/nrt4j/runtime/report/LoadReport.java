package io.nrt4j.runtime.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.nrt4j.hal.device.Instance;
import io.nrt4j.hal.device.LogicalCore;
import io.nrt4j.hal.device.NeuronCore;
import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.loader.diagnostics.NrtStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of one load. Its components are the fields of the command line's JSON.
 *
 * @param file the path as given
 * @param status the number that {@code nrt_load} returns
 * @param statusName its name
 * @param stage the last stage that was entered, {@code init} where {@code nrt_init} failed; null where the load ended
 *     before the first
 * @param message the leaf line of a failure, or the success line
 * @param stages the stages that finished, with their best times
 * @param log the records, TRACE left out
 * @param device where the model went; null where the load ended before that was known
 * @param variables empty after a failure, like all that follow
 * @param memory device memory in use on the model's cores, by report class
 * @param images the assembled instruction images
 * @param queues the DMA queue sets
 * @param warnings what a person should know although the load succeeded
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
public record LoadReport(
        String file,
        int status,
        String statusName,
        @Nullable String stage,
        String message,
        List<StageTime> stages,
        List<LogRecord> log,
        @Nullable DeviceView device,
        List<VariableView> variables,
        List<MemoryView> memory,
        List<ImageView> images,
        List<QueueView> queues,
        List<String> warnings) {

    /** Whether the load succeeded. */
    public boolean loaded() {
        return status == NrtStatus.NRT_SUCCESS.code();
    }

    /** Where the model went, if that was known. */
    public Optional<DeviceView> placed() {
        return Optional.ofNullable(device);
    }

    /** One stage. */
    public record StageTime(String name, double ms) {}

    /**
     * Where the model is.
     *
     * @param instance such as {@code trn2.3xlarge}
     * @param arch such as {@code cayman}
     * @param lnc physical cores per logical core
     * @param logicalCore the logical core's number in the instance
     * @param index the device's number in the instance
     * @param cores the physical cores, numbered within the device, in the order of the graphs
     */
    public record DeviceView(String instance, String arch, int lnc, int logicalCore, int index, List<Integer> cores) {
        /** The view of a logical core, which the instance need not have. */
        static DeviceView of(Instance instance, int logicalCore) {
            Optional<LogicalCore> core = logicalCore < instance.logicalCores()
                    ? Optional.of(instance.logicalCore(logicalCore))
                    : Optional.empty();
            return new DeviceView(
                    instance.type().apiName(),
                    instance.type().arch().target(),
                    instance.logicalCoreSize(),
                    logicalCore,
                    core.map(c -> c.device().index()).orElse(0),
                    core.map(c -> c.cores().stream().map(NeuronCore::index).toList())
                            .orElse(List.of()));
        }
    }

    /**
     * A variable of one graph.
     *
     * @param type the {@code kbin_mr_type} name
     * @param size bytes
     * @param address the device address in hexadecimal; null where the caller binds the variable at execution
     */
    public record VariableView(
            String graph,
            int core,
            int varId,
            String name,
            String type,
            long size,
            @Nullable String address) {}

    /** Bytes of one report class on one core. */
    public record MemoryView(int core, String category, long bytes) {}

    /**
     * The image of one engine.
     *
     * @param sections bytes by section, in image order
     * @param slots 64-byte instructions in all
     * @param address where it starts, in hexadecimal
     */
    public record ImageView(
            String graph,
            String engine,
            int core,
            Map<String, Long> sections,
            int slots,
            long bytes,
            @Nullable String address) {}

    /**
     * A DMA queue set.
     *
     * @param type the text in the NEFF, such as {@code dynamic}
     * @param ringType what the runtime makes of it
     * @param owner the engine that rings its doorbells; empty for none
     * @param rings hardware rings in the set
     * @param blocks DMA blocks on it
     * @param descriptors descriptors in those blocks, as the NEFF writes them
     * @param index the queue index on every DMA engine of the core
     * @param ringBytes device memory of its rings; 0 for rings that are filled while the program runs
     */
    public record QueueView(
            String graph,
            String name,
            String type,
            String ringType,
            String owner,
            int rings,
            List<Integer> semaphores,
            int blocks,
            int descriptors,
            int index,
            long ringBytes) {}
}
