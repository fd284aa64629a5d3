package io.nrt4j.loader.image;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.manifest.Definition;

/**
 * What the translation of one engine's program depends on.
 *
 * @param engine the engine
 * @param definition the graph
 * @param plan the core's addresses and queues
 * @param variables where the variables lie
 * @param collectives takes the collective operations, over all engines
 * @param collectiveOptions rank and switches of this load
 * @param nlog the log
 */
record LoweringContext(
        EngineType engine,
        Definition definition,
        CorePlan plan,
        VariableAddresses variables,
        CollectiveProgram.Builder collectives,
        CollectiveOptions collectiveOptions,
        Nlog nlog) {
    Arch arch() {
        return plan.registers().arch();
    }

    /** The membership check of the graph's replica groups. */
    ReplicaGroupCheck replicaGroups() {
        return new ReplicaGroupCheck(definition.collectives().replicaGroups(), collectiveOptions.rank(), nlog);
    }

    /** The failure of a slot that the runtime calls invalid. */
    LoadException invalid(LogMessage message, Object... args) {
        return nlog.fail(NrtStatus.NRT_INVALID, LoadStage.IMAGES, message, args);
    }
}
