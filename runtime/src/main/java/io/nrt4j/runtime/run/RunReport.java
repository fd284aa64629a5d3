package io.nrt4j.runtime.run;

import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.runtime.report.LoadReport.DeviceView;
import io.nrt4j.runtime.trace.RunProfile;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of one run. Its components are the fields of the command line's JSON.
 *
 * @param file the path as given
 * @param status the number that {@code nrt_load} or, after it, {@code nrt_execute} returns
 * @param statusName its name
 * @param stage the stage of a load that failed; {@code inputs} or {@code execute} after it
 * @param message how it ended
 * @param device where rank 0 went; null where the load ended before that was known
 * @param ranks how many ranks ran
 * @param schedule the order in which engines and transfers acted
 * @param inputs what every rank was given
 * @param outputs what every rank gave; empty where the program did not come to its end
 * @param execution null where nothing was executed
 * @param comparisons of outputs with references
 * @param profile what was counted; null where that was not asked for
 * @param log the records, TRACE left out
 */
public record RunReport(
        String file,
        int status,
        String statusName,
        @Nullable String stage,
        String message,
        @Nullable DeviceView device,
        int ranks,
        String schedule,
        List<InputView> inputs,
        List<OutputView> outputs,
        @Nullable ExecutionView execution,
        List<ComparisonView> comparisons,
        RunProfile.@Nullable View profile,
        List<LogRecord> log) {

    /** Whether the program came to its end without an error, and its outputs are those that were expected. */
    public boolean succeeded() {
        return status == NrtStatus.NRT_SUCCESS.code() && comparisons.stream().allMatch(ComparisonView::equal);
    }

    /**
     * An input of one rank.
     *
     * @param dtype the text in the NEFF
     * @param shape outermost first
     * @param source the file, or {@code random:SEED}
     */
    public record InputView(String name, int rank, String dtype, List<Long> shape, long bytes, String source) {}

    /**
     * An output of one rank.
     *
     * @param dtype the text in the NEFF
     * @param shape outermost first
     * @param sha256 digest of the elements in C order, little-endian
     * @param first the first few elements as numbers
     * @param path the file, null where none was asked for
     */
    public record OutputView(
            String name,
            int rank,
            String dtype,
            List<Long> shape,
            long bytes,
            String sha256,
            List<Float> first,
            @Nullable String path) {}

    /**
     * An output beside its reference.
     *
     * @param different elements that differ by more than the tolerance
     * @param maxAbsolute the largest difference
     * @param maxRelative the largest difference divided by the reference
     * @param worst index of the element with the largest difference, in C order; -1 where there is none
     * @param equal whether no element differs by more than the tolerance
     */
    public record ComparisonView(
            String name,
            int rank,
            String reference,
            long elements,
            long different,
            double maxAbsolute,
            double maxRelative,
            long worst,
            boolean equal) {}

    /**
     * The execution.
     *
     * @param loadMs loading all ranks
     * @param ms the request itself
     * @param steps steps of all engines, DMA rings and collectives
     */
    public record ExecutionView(double loadMs, double ms, long steps) {}
}
