package io.nrt4j.runtime.c;

import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.runtime.config.RuntimeConfiguration;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * {@code tensor_dump_inputs}: the inputs of a request that ended with one status, as files.
 *
 * <p>What the real library puts into the directory is not known; here it is one file for each input, its bytes, called
 * by the input's place in the order of names and its name. Source: errors.md §8, nrt-api.md §6 M.
 */
final class InputDump {
    private static final String FUNCTION = "tensor_dump_inputs";
    private static final LogMessage DUMPED = LogMessage.error(
            "TDRV",
            FUNCTION,
            "%u input tensors were dumped successfully to directory %s/input_dump_%u_h_nn_%u. Model name is %s");
    /** The runtime's own text is not known. */
    private static final LogMessage FAILED =
            LogMessage.error("TDRV", FUNCTION, "Failed to dump input tensors to directory %s");

    private static final int NAME_LENGTH = 200;

    private final ApiCall call;
    private final NrtModel model;

    InputDump(ApiCall call, NrtModel model) {
        this.call = call;
        this.model = model;
    }

    /** Writes the inputs of a request that ended with a status, if that is the one at which to. */
    void ended(NrtStatus status, SortedMap<String, NrtTensor.Use> inputs) {
        RuntimeConfiguration configuration = call.session().configuration();
        if (status == NrtStatus.NRT_SUCCESS
                || configuration.number("NEURON_RT_DBG_DUMP_INPUTS_ON_ERR") != status.code()) {
            return;
        }
        String directory =
                configuration.text("NEURON_RT_DBG_INPUT_DUMP_DIRECTORY").orElse("");
        int number = ThreadLocalRandom.current().nextInt(Integer.MAX_VALUE);
        try {
            Path dump = Files.createDirectories(Path.of(directory, "input_dump_" + number + "_h_nn_" + model.id()));
            int position = 0;
            for (var input : inputs.entrySet()) {
                write(input.getValue(), dump.resolve(position + "_" + fileName(input.getKey())));
                position++;
            }
            call.nlog().log(DUMPED, inputs.size(), directory, number, model.id(), model.name());
        } catch (IOException | InvalidPathException e) {
            call.nlog().log(FAILED, directory);
        }
    }

    private static void write(NrtTensor.Use input, Path file) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            input.storage().writeTo(out, input.offset(), input.size());
        }
    }

    /** A model's names may hold anything. */
    private static String fileName(String name) {
        String safe = name.replaceAll("[^A-Za-z0-9._-]", "_");
        return safe.substring(0, Math.min(safe.length(), NAME_LENGTH));
    }
}
