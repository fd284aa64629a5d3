package io.nrt4j.runtime.run;

import io.nrt4j.loader.LoadOptions;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.runtime.execution.ExecutionOptions;
import io.nrt4j.runtime.report.FittingDevice;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What to run and how.
 *
 * @param file the NEFF
 * @param load how it is loaded
 * @param devices makes the device
 * @param ranks how many ranks run; empty for as many as the collectives of the NEFF name
 * @param inputs what the program is given
 * @param outputs where outputs are stored, if anywhere
 * @param references what outputs are compared with
 * @param recording what is recorded
 * @param execution schedule, checks, time limit
 * @param schedule the schedule's text, for the report
 */
public record RunRequest(
        Path file,
        LoadOptions load,
        Devices devices,
        OptionalInt ranks,
        Inputs inputs,
        Optional<Path> outputs,
        References references,
        Recording recording,
        ExecutionOptions execution,
        String schedule) {

    public RunRequest withExecution(ExecutionOptions options) {
        return new RunRequest(file, load, devices, ranks, inputs, outputs, references, recording, options, schedule);
    }

    /** Makes devices with room for a number of ranks. */
    @FunctionalInterface
    public interface Devices {
        FittingDevice withRoomFor(int ranks, Nlog nlog);
    }

    /**
     * Where inputs come from.
     *
     * @param files arguments {@code [RANK:]NAME=FILE}
     * @param seed for those that no file gives
     */
    public record Inputs(List<String> files, long seed) {
        public Inputs {
            files = List.copyOf(files);
        }
    }

    /**
     * Expected outputs; an element is right if it differs by no more than {@code absolute + relative * |expected|}.
     *
     * @param files arguments {@code [[RANK:]NAME=]FILE}
     */
    public record References(List<String> files, double relative, double absolute) {
        public References {
            files = List.copyOf(files);
        }
    }

    /**
     * What is recorded of the execution.
     *
     * @param trace the file of a trace, if any
     * @param profile whether instructions, operations and bytes are counted
     */
    public record Recording(Optional<Path> trace, boolean profile) {}
}
