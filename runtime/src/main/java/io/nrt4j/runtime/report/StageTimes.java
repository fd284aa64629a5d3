package io.nrt4j.runtime.report;

import io.nrt4j.loader.LoadListener;
import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.runtime.report.LoadReport.StageTime;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The best time of each stage over one or several loads of the same file, and how far the last one came. */
public final class StageTimes implements LoadListener {
    private static final double NANOS_PER_MILLI = 1e6;

    private final Map<LoadStage, Long> best = new EnumMap<>(LoadStage.class);
    private Optional<LoadStage> entered = Optional.empty();

    @Override
    public void stageStarted(LoadStage stage) {
        entered = Optional.of(stage);
    }

    @Override
    public void stageFinished(LoadStage stage, long nanos) {
        best.merge(stage, nanos, Math::min);
    }

    /** The stage that was entered last. */
    Optional<LoadStage> entered() {
        return entered;
    }

    /** In stage order; milliseconds. */
    List<StageTime> stages() {
        return best.entrySet().stream()
                .map(e -> new StageTime(e.getKey().label(), e.getValue() / NANOS_PER_MILLI))
                .toList();
    }
}
