package io.nrt4j.runtime.c;

import io.nrt4j.hal.engine.sequencer.Notification;
import io.nrt4j.hal.engine.sequencer.Notification.Subject;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.runtime.config.RuntimeConfiguration;
import io.nrt4j.runtime.execution.ExecutionReport;
import java.util.List;

/**
 * Which accesses beyond a bound end a request with status 1006. What the device leaves out it leaves out in any case.
 * Source: nrt-api.md §6 B, exec.md §4 (custom sub-ids).
 *
 * @param embeddingUpdates {@code NEURON_RT_DBG_EMBEDDING_UPDATE_BOUND_CHECK}
 * @param indirectCopies {@code NEURON_RT_DBG_INDIRECT_MEMCPY_BOUND_CHECK}
 * @param scalarGeneration not {@code NEURON_RT_DBG_DISABLE_DGE_BOUND_CHECK}
 * @param vectorGeneration the same, and not {@code NEURON_RT_DBG_VECTOR_DGE_SKIP_NOTIF}
 */
record BoundReports(
        boolean embeddingUpdates, boolean indirectCopies, boolean scalarGeneration, boolean vectorGeneration) {
    static BoundReports of(RuntimeConfiguration configuration) {
        boolean generation = configuration.number("NEURON_RT_DBG_DISABLE_DGE_BOUND_CHECK") == 0;
        return new BoundReports(
                configuration.number("NEURON_RT_DBG_EMBEDDING_UPDATE_BOUND_CHECK") != 0,
                configuration.number("NEURON_RT_DBG_INDIRECT_MEMCPY_BOUND_CHECK") != 0,
                generation,
                generation && configuration.number("NEURON_RT_DBG_VECTOR_DGE_SKIP_NOTIF") == 0);
    }

    /** The report without what is not reported. */
    ExecutionReport of(ExecutionReport report) {
        if (report.status() != NrtStatus.NRT_EXEC_OOB) {
            return report;
        }
        List<Notification> kept = report.notifications().stream()
                .filter(n -> n.subject() != Subject.BOUND_CHECK || reports(n.code()))
                .toList();
        return report.with(kept);
    }

    private boolean reports(int subId) {
        return switch (subId) {
            case 0, 1 -> embeddingUpdates;
            case 2, 3 -> indirectCopies;
            case 4 -> scalarGeneration;
            default -> vectorGeneration;
        };
    }
}
