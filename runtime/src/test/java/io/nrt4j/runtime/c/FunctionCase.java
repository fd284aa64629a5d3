package io.nrt4j.runtime.c;

import io.nrt4j.hal.InstanceType;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.profile.RuntimeProfile;
import io.nrt4j.runtime.config.SimulatedDriver;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * A call that leads to a status.
 *
 * @param function the C function whose status it is
 * @param what what is special about the call
 * @param version of the library
 * @param driver the machine
 * @param environment variables of the process
 * @param started whether {@code nrt_init} comes first
 */
record FunctionCase(
        String function,
        NrtStatus status,
        String what,
        String version,
        SimulatedDriver driver,
        Map<String, String> environment,
        boolean started,
        Function<NrtFixture, NrtStatus> call) {
    private static final String REFERENCE = "2.31.24.0";

    /** A call of a started runtime of the reference version. */
    static FunctionCase of(String function, NrtStatus status, String what, Function<NrtFixture, NrtStatus> call) {
        return new FunctionCase(
                function, status, what, REFERENCE, SimulatedDriver.of(InstanceType.TRN2_3XLARGE), Map.of(), true, call);
    }

    FunctionCase in(String otherVersion) {
        return new FunctionCase(function, status, what, otherVersion, driver, environment, started, call);
    }

    FunctionCase on(SimulatedDriver machine) {
        return new FunctionCase(function, status, what, version, machine, environment, started, call);
    }

    FunctionCase with(String name, String value) {
        Map<String, String> more = new HashMap<>(environment);
        more.put(name, value);
        return new FunctionCase(function, status, what, version, driver, more, started, call);
    }

    /** Before {@code nrt_init}. */
    FunctionCase unstarted() {
        return new FunctionCase(function, status, what, version, driver, environment, false, call);
    }

    NrtFixture fixture() {
        NrtFixture f = new NrtFixture(driver, RuntimeProfile.named(version).orElseThrow());
        f.environment.putAll(environment);
        return started ? f.started() : f;
    }

    @Override
    public String toString() {
        return function + " " + status.code() + " " + what;
    }
}
