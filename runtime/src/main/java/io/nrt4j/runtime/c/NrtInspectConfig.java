package io.nrt4j.runtime.c;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** {@code nrt_inspect_config_t}: what {@code nrt_inspect_begin_with_options} records. Source: nrt-api.md §4.9. */
public final class NrtInspectConfig {
    /** What can be recorded; {@code all} stands for the others. */
    static final List<String> ACTIVITIES =
            List.of("system_profile", "device_profile", "host_memory", "cpu_util", "all");

    private static final String ALL = "all";
    private static final String DEFAULT_ACTIVITY = "system_profile";

    private int sessionId;
    private String outputDirectory = "";
    private final Set<String> activities = new TreeSet<>();

    NrtInspectConfig() {
        setDefaults();
    }

    /** The number of the recording; 1 if nothing is said. */
    public synchronized int sessionId() {
        return sessionId;
    }

    /** Where recordings would go; {@code ./output} if nothing is said. */
    public synchronized String outputDirectory() {
        return outputDirectory;
    }

    /** What is recorded. */
    public synchronized Set<String> activities() {
        return Set.copyOf(activities);
    }

    synchronized void setDefaults() {
        sessionId = 1;
        outputDirectory = "./output";
        activities.clear();
        activities.add(DEFAULT_ACTIVITY);
    }

    synchronized void setSessionId(int id) {
        sessionId = id;
    }

    synchronized void setOutputDirectory(@Nullable String directory) {
        outputDirectory = Library.require(directory);
    }

    /** NRT_INVALID for null and unknown names. */
    synchronized void setActivity(@Nullable String activity, boolean on) {
        String name = Library.require(activity);
        if (!ACTIVITIES.contains(name)) {
            throw ApiCall.misuse();
        }
        List<String> named = name.equals(ALL)
                ? ACTIVITIES.stream().filter(a -> !a.equals(ALL)).toList()
                : List.of(name);
        if (on) {
            activities.addAll(named);
        } else {
            named.forEach(activities::remove);
        }
    }
}
