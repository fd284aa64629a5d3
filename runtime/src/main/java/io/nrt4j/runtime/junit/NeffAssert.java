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
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.AbstractAssert;

/**
 * Says what a NEFF must do on a machine of its own.
 *
 * <pre>{@code
 * assertThatNeff(path).loadsOn(TRN2_48XLARGE);
 * assertThatNeff(path).on(TRN1_2XLARGE).failsWith(NRT_INVALID).saying("is not allowed");
 * assertThatNeff(path).withInput("x", values).output("y").isCloseTo(expected, 1e-3f);
 * }</pre>
 */
public final class NeffAssert extends AbstractAssert<NeffAssert, Path> {
    private InstanceType instance = InstanceType.TRN2_48XLARGE;
    private RuntimeProfile profile = RuntimeProfile.DEFAULT;
    private final Map<String, String> environment = new LinkedHashMap<>();
    private final Map<String, float[]> inputs = new LinkedHashMap<>();
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

    /** The values of an input; inputs without are zero. */
    public NeffAssert withInput(String name, float... values) {
        inputs.put(name, values.clone());
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
        NrtStatus found = failure.map(NrtException::status).orElse(NrtStatus.NRT_SUCCESS);
        if (found != status) {
            throw failureWithActualExpected(
                    found,
                    status,
                    "Expecting %s to fail with %s on %s but it %s",
                    actual,
                    status,
                    instance.apiName(),
                    failure.map(NrtException::getMessage).orElse("loaded"));
        }
        return this;
    }

    /** The log of the failed load has an ERROR with this text in it. */
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

    /** Executes the model once and looks at an output. */
    public OutputAssert output(String name) {
        try (NrtRuntime runtime = start();
                Model model = runtime.load(actual);
                TensorMap bound = model.allocateInputs()) {
            inputs.forEach((input, values) -> bound.get(input).writeFloats(values));
            try (TensorMap outputs = model.execute(bound.tensors())) {
                Tensor output = outputs.get(name);
                return new OutputAssert(output.readFloats()).as("output %s of %s", name, actual);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Optional<NrtException> tryLoad() {
        isNotNull();
        try (NrtRuntime runtime = start()) {
            runtime.load(actual).close();
            return Optional.empty();
        } catch (NrtException e) {
            return Optional.of(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private NrtRuntime start() {
        return NrtRuntime.builder()
                .instance(instance)
                .profile(profile)
                .environment(environment)
                .build();
    }
}
