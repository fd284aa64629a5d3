package io.nrt4j.runtime.cli;

import io.nrt4j.hal.InstanceType;
import io.nrt4j.loader.diagnostics.LogSink;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.runtime.c.HostFacts;
import io.nrt4j.runtime.c.InfoDump;
import io.nrt4j.runtime.config.SimulatedDriver;
import io.nrt4j.runtime.config.TargetPeek;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The infodump behind a call that failed in a command. Source: errors.md §2.
 *
 * @param machine the machine of an instance type
 * @param console receives the block, which is no part of any report
 */
record CommandInfoDump(LoadSettings settings, Function<InstanceType, SimulatedDriver> machine, LogSink console) {
    /**
     * Prints the block.
     *
     * @param function the function's name in C
     * @param cores the numbers of the logical cores in use
     */
    void failed(NrtStatus status, String function, List<Integer> cores) {
        InstanceType type = Optional.ofNullable(settings.instance).orElse(TargetPeek.FALLBACK);
        new InfoDump(settings.profile, HostFacts.current(), machine.apply(type))
                .failed(status, function, 0, cores, settings.environment(), new Nlog(console));
    }
}
