package io.nrt4j.runtime.config;

import io.nrt4j.hal.InstanceType;
import io.nrt4j.runtime.config.SimulatedDriver.Version;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The conditions of a simulated machine as texts, for command lines and annotations.
 *
 * <p>{@code no-device}, {@code no-driver-version}, {@code driver=2.18}, {@code compatibility=2-4},
 * {@code cores-in-use=0-3} with {@code @1} or {@code @2} behind it for the logical-core size of the other process,
 * {@code hidden-devices=0,2}, and the label of a {@link MachineFault} with {@code =N} behind it for device N instead of
 * device 0.
 */
public final class MachineConditions {
    private static final String NO_DEVICE = "no-device";
    private static final String NO_VERSION = "no-driver-version";
    private static final Pattern DRIVER = Pattern.compile("driver=((\\d{1,4})\\.(\\d{1,6})[.\\d]*)");
    private static final Pattern COMPATIBILITY = Pattern.compile("compatibility=(\\d{1,6})-(\\d{1,6})");
    private static final Pattern CORES = Pattern.compile("cores-in-use=([-,\\d]+)(?:@([12]))?");
    private static final Pattern HIDDEN = Pattern.compile("hidden-devices=([-,\\d]+)");
    private static final Pattern FAULT = Pattern.compile("([a-z-]+)(?:=(\\d{1,4}))?");

    private MachineConditions() {}

    /**
     * A machine in a condition.
     *
     * @throws IllegalArgumentException for a text that names none; its message says which there are
     */
    public static SimulatedDriver apply(SimulatedDriver machine, String condition) {
        return parse(machine, condition.strip())
                .orElseThrow(
                        () -> new IllegalArgumentException("'" + condition + "' is no condition of a machine; known: "
                                + NO_DEVICE + ", " + NO_VERSION + ", driver=2.18, compatibility=2-4, cores-in-use=0-3,"
                                + " hidden-devices=0,2, "
                                + Arrays.stream(MachineFault.values())
                                        .map(MachineFault::label)
                                        .collect(Collectors.joining(", "))));
    }

    /**
     * The machine of an instance in several conditions.
     *
     * @throws IllegalArgumentException as {@link #apply} does
     */
    public static SimulatedDriver machine(InstanceType instance, Iterable<String> conditions) {
        SimulatedDriver machine = SimulatedDriver.of(instance);
        for (String condition : conditions) {
            machine = apply(machine, condition);
        }
        return machine;
    }

    private static Optional<SimulatedDriver> parse(SimulatedDriver machine, String condition) {
        if (condition.equals(NO_DEVICE)) {
            return Optional.of(machine.withoutDevices());
        }
        if (condition.equals(NO_VERSION)) {
            return Optional.of(machine.withVersion(Optional.empty()));
        }
        Matcher driver = DRIVER.matcher(condition);
        if (driver.matches()) {
            return Optional.of(machine.withVersion(
                    Optional.of(new Version(number(driver.group(2)), number(driver.group(3)), driver.group(1)))));
        }
        Matcher compatibility = COMPATIBILITY.matcher(condition);
        if (compatibility.matches()) {
            return Optional.of(
                    machine.withCompatibility(number(compatibility.group(1)), number(compatibility.group(2))));
        }
        Matcher cores = CORES.matcher(condition);
        if (cores.matches()) {
            int size = cores.group(2) == null ? 1 : number(cores.group(2));
            return VisibleCores.parse(cores.group(1)).map(list -> machine.withCoresInUse(list.cores(), size));
        }
        Matcher hidden = HIDDEN.matcher(condition);
        if (hidden.matches()) {
            return VisibleCores.parse(hidden.group(1)).map(list -> machine.withHiddenDevices(list.cores()));
        }
        Matcher fault = FAULT.matcher(condition);
        return fault.matches()
                ? MachineFault.fromLabel(fault.group(1))
                        .map(f -> machine.withFault(f, fault.group(2) == null ? 0 : number(fault.group(2))))
                : Optional.empty();
    }

    private static int number(String digits) {
        return Integer.parseInt(digits);
    }

    /** What distinguishes a machine from {@link SimulatedDriver#of one that has nothing special}. */
    public static List<String> of(SimulatedDriver machine) {
        SimulatedDriver plain = SimulatedDriver.of(machine.instance());
        List<String> conditions = new ArrayList<>();
        if (!machine.devicesPresent()) {
            conditions.add(NO_DEVICE);
        }
        if (!machine.version().equals(plain.version())) {
            conditions.add(machine.version().map(v -> "driver=" + v.text()).orElse(NO_VERSION));
        }
        if (!machine.compatibility().equals(plain.compatibility())) {
            conditions.add(String.format(
                    Locale.ROOT,
                    "compatibility=%d-%d",
                    machine.compatibility().oldest(),
                    machine.compatibility().newest()));
        }
        machine.use()
                .logicalCoreSize()
                .ifPresent(size ->
                        conditions.add("cores-in-use=" + list(machine.use().cores()) + (size == 1 ? "" : "@" + size)));
        if (!machine.hiddenDevices().isEmpty()) {
            conditions.add("hidden-devices=" + list(machine.hiddenDevices()));
        }
        machine.faults().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(e -> conditions.add(e.getKey().label() + (e.getValue() == 0 ? "" : "=" + e.getValue())));
        return List.copyOf(conditions);
    }

    /** Numbers with runs of them written as ranges. */
    private static String list(Set<Integer> numbers) {
        StringBuilder text = new StringBuilder();
        TreeSet<Integer> left = new TreeSet<>(numbers);
        while (!left.isEmpty()) {
            int first = left.first();
            int last = first;
            while (left.remove(last)) {
                last++;
            }
            text.append(text.isEmpty() ? "" : ",").append(first).append(last - 1 > first ? "-" + (last - 1) : "");
        }
        return text.toString();
    }
}
