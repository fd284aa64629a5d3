package io.nrt4j.runtime.c;

import io.nrt4j.runtime.config.RuntimeConfiguration;
import io.nrt4j.runtime.execution.ExecutionOptions;

/**
 * How the requests of a model run; read from the environment when it is loaded. Source: nrt-api.md §4.2 step 6.
 *
 * @param options timeout and numerical reports
 * @param everyRankAlone {@code NEURON_RT_DBG_CC_FORCE_SINGLE_RANK_RG}
 * @param bounds which accesses beyond a bound count
 */
record ExecutionSettings(ExecutionOptions options, boolean everyRankAlone, BoundReports bounds) {
    static ExecutionSettings of(RuntimeConfiguration configuration) {
        return new ExecutionSettings(
                ExecutionOptions.DEFAULT
                        .withTimeout(configuration.executionTimeout())
                        .withFailOnNan(configuration.failsOnNan()),
                configuration.number("NEURON_RT_DBG_CC_FORCE_SINGLE_RANK_RG") != 0,
                BoundReports.of(configuration));
    }
}
