package io.nrt4j.runtime.run;

import io.nrt4j.hal.InstanceType;
import io.nrt4j.loader.LoadOptions;
import io.nrt4j.runtime.execution.ExecutionOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What to run and how.
 *
 * @param file the NEFF
 * @param load how it is loaded
 * @param instanceType empty for the smallest instance that fits the file
 * @param logicalCoreSize empty for what the file was compiled for
 * @param logicalCore where rank 0 goes; the others follow
 * @param ranks how many ranks run; empty for as many as the collectives of the NEFF name
 * @param inputs arguments of the forms of {@link InputArgument}
 * @param seed for the inputs that no argument gives
 * @param outputs where outputs are stored, if anywhere
 * @param execution schedule, monitor, time limit
 * @param schedule the schedule's text, for the report
 */
public record RunRequest(
        Path file,
        LoadOptions load,
        Optional<InstanceType> instanceType,
        Optional<Integer> logicalCoreSize,
        int logicalCore,
        OptionalInt ranks,
        List<String> inputs,
        long seed,
        Optional<Path> outputs,
        ExecutionOptions execution,
        String schedule) {
    public RunRequest {
        inputs = List.copyOf(inputs);
    }
}
