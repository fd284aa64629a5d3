package io.nrt4j.runtime.recipe;

import io.nrt4j.hal.InstanceType;
import io.nrt4j.loader.profile.RuntimeProfile;
import io.nrt4j.runtime.config.MachineConditions;
import io.nrt4j.runtime.config.SimulatedDriver;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Where a recipe runs.
 *
 * @param driver the machine
 * @param profile the version of libnrt
 * @param environment the whole environment of the process
 */
public record RecipeMachine(SimulatedDriver driver, RuntimeProfile profile, Map<String, String> environment) {
    /** A trn2.3xlarge with nothing special about it. */
    public static final RecipeMachine DEFAULT = on(InstanceType.TRN2_3XLARGE);

    public RecipeMachine {
        environment = Map.copyOf(environment);
    }

    /** An instance with nothing special about it. */
    public static RecipeMachine on(InstanceType type) {
        return new RecipeMachine(SimulatedDriver.of(type), RuntimeProfile.DEFAULT, Map.of());
    }

    /** The same machine with another version of libnrt. */
    public RecipeMachine under(String version) {
        return new RecipeMachine(driver, RuntimeProfile.named(version).orElseThrow(), environment);
    }

    /** The same machine with a variable set. */
    public RecipeMachine with(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(environment);
        more.put(name, value);
        return new RecipeMachine(driver, profile, more);
    }

    /** The same machine in a condition, see {@link MachineConditions}. */
    public RecipeMachine in(String condition) {
        return new RecipeMachine(MachineConditions.apply(driver, condition), profile, environment);
    }

    /** The options of {@code nrt4j load} that make this machine. */
    public String options() {
        StringBuilder options =
                new StringBuilder("--instance ").append(driver.instance().apiName());
        if (!profile.equals(RuntimeProfile.DEFAULT)) {
            options.append(" --runtime ").append(profile.version());
        }
        MachineConditions.of(driver).forEach(c -> options.append(" --machine ").append(c));
        environment.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(e ->
                        options.append(" --env ").append(e.getKey()).append('=').append(e.getValue()));
        return options.toString();
    }
}
