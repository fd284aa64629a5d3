package io.nrt4j.runtime.junit;

import io.nrt4j.hal.InstanceType;
import io.nrt4j.loader.diagnostics.LogLevel;
import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.profile.RuntimeProfile;
import io.nrt4j.runtime.Model;
import io.nrt4j.runtime.NrtException;
import io.nrt4j.runtime.NrtRuntime;
import io.nrt4j.runtime.Tensor;
import io.nrt4j.runtime.TensorMap;
import io.nrt4j.runtime.config.MachineConditions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.assertj.core.api.AbstractAssert;

/**
 * Says what a NEFF must do on a machine of its own.
 *
 * <pre>{@code
 * assertThatNeff(path).loadsOn(TRN2_48XLARGE);
 * assertThatNeff(path).on(TRN1_2XLARGE).failsWith(NRT_INVALID).saying("is not allowed");
 * assertThatNeff(path).withInput("x", values).output("y").isCloseTo(expected, 1e-3f);
 * assertThatNeff(path).withInput("x", npyFile).outputs("y", "z").areCloseTo(1e-3f, expectedY, expectedZ);
 * }</pre>
 */
public final class NeffAssert extends AbstractAssert<NeffAssert, Path> {
    private InstanceType instance = InstanceType.TRN2_48XLARGE;
    private RuntimeProfile profile = RuntimeProfile.DEFAULT;
    private final Map<String, String> environment = new LinkedHashMap<>();
    private final List<String> conditions = new ArrayList<>();
    private final Map<String, Consumer<Tensor>> inputs = new LinkedHashMap<>();
    private Optional<NrtException> failure = Optional.empty();

    private NeffAssert(Path neff) {
        super(neff, NeffAssert.class);
    }

    /** Begins an assertion about a file, on a trn2.48xlarge unless another machine is named. */
    public static NeffAssert assertThatNeff(Path neff) {
        return new NeffAssert(neff);
    }

    /** The machine. */
    public NeffAssert on(InstanceType type) {
        instance = type;
        return this;
    }

    /** The version of libnrt. */
    public NeffAssert under(RuntimeProfile version) {
        profile = version;
        return this;
    }

    /** An environment variable of the runtime. */
    public NeffAssert withVariable(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /** A condition of the machine, such as {@code no-device}; see {@link MachineConditions}. */
    public NeffAssert in(String condition) {
        conditions.add(condition);
        return this;
    }

    /** The values of an input; inputs without are zero. */
    public NeffAssert withInput(String name, float... values) {
        float[] copy = values.clone();
        inputs.put(name, tensor -> tensor.writeFloats(copy));
        return this;
    }

    /** The file, as {@code numpy.save} writes it, with the values of an input. */
    public NeffAssert withInput(String name, Path npy) {
        inputs.put(name, tensor -> {
            try {
                tensor.writeNpy(Files.readAllBytes(npy));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        return this;
    }

    /** The file loads on this machine. */
    public NeffAssert loadsOn(InstanceType type) {
        return on(type).loads();
    }

    /** The file loads. */
    public NeffAssert loads() {
        tryLoad().ifPresent(e -> {
            throw failureWithActualExpected(
                    e.status(),
                    NrtStatus.NRT_SUCCESS,
                    "Expecting %s to load on %s but%n  %s",
                    actual,
                    instance.apiName(),
                    e.getMessage());
        });
        return this;
    }

    /** The file is refused with this status. */
    public NeffAssert failsWith(NrtStatus status) {
        failure = tryLoad();
        return checkFailure(status, "load", "loaded");
    }

    private NeffAssert checkFailure(NrtStatus status, String step, String success) {
        NrtStatus found = failure.map(NrtException::status).orElse(NrtStatus.NRT_SUCCESS);
        if (found != status) {
            throw failureWithActualExpected(
                    found,
                    status,
                    "Expecting the %s of %s to fail with %s on %s but it %s",
                    step,
                    actual,
                    status,
                    instance.apiName(),
                    failure.map(NrtException::getMessage).orElse(success));
        }
        return this;
    }

    /** The log of the failure has an ERROR with this text in it. */
    public NeffAssert saying(String text) {
        boolean said = failure.stream()
                .flatMap(e -> e.records().stream())
                .anyMatch(r -> r.level() == LogLevel.ERROR && r.message().contains(text));
        if (!said) {
            failWithMessage(
                    "Expecting an ERROR that contains%n  %s%nin%n  %s",
                    text,
                    failure.map(
                            e -> e.records().stream().map(LogRecord::message).toList()));
        }
        return this;
    }

    /** Executing the model once ends with this status. */
    public NeffAssert executionFailsWith(NrtStatus status) {
        failure = tryTo(() -> execute(outputs -> 0));
        return checkFailure(status, "execution", "ended well");
    }

    /** Executes the model once and looks at an output. */
    public OutputAssert output(String name) {
        float[] values = execute(outputs -> outputs.get(name).readFloats());
        return new OutputAssert(values).as("output %s of %s", name, actual);
    }

    /** Executes the model once and looks at the outputs of these names, or at all. */
    public OutputsAssert outputs(String... names) {
        return execute(outputs -> {
            Map<String, float[]> values = new LinkedHashMap<>();
            List<String> wanted =
                    names.length == 0 ? List.copyOf(outputs.tensors().keySet()) : List.of(names);
            wanted.forEach(name -> values.put(name, outputs.get(name).readFloats()));
            return new OutputsAssert(values).as("outputs of %s", actual);
        });
    }

    private <T> T execute(Function<TensorMap, T> look) {
        isNotNull();
        try (NrtRuntime runtime = start();
                Model model = runtime.load(actual);
                TensorMap bound = model.allocateInputs()) {
            inputs.forEach((input, values) -> values.accept(bound.get(input)));
            try (TensorMap outputs = model.execute(bound.tensors())) {
                return look.apply(outputs);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Optional<NrtException> tryLoad() {
        isNotNull();
        return tryTo(() -> {
            try (NrtRuntime runtime = start()) {
                runtime.load(actual).close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private static Optional<NrtException> tryTo(Runnable step) {
        try {
            step.run();
            return Optional.empty();
        } catch (NrtException e) {
            return Optional.of(e);
        }
    }

    private NrtRuntime start() {
        return NrtRuntime.builder()
                .instance(instance)
                .driver(MachineConditions.machine(instance, conditions))
                .profile(profile)
                .environment(environment)
                .build();
    }
}
