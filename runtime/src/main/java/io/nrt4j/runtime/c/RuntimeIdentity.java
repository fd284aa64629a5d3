package io.nrt4j.runtime.c;

import io.nrt4j.loader.profile.RuntimeProfile;
import java.util.Map;

/**
 * What a version of the library says of itself. Source: nrt-api.md §3.1, §4.1; errors.md §2, §7.2.
 *
 * @param version four numbers with dots between them
 * @param gitHash forty hexadecimal digits; zeros for a version whose hash is not published
 * @param buildDate as C's {@code __DATE__}; {@code unknown} where it is not published
 */
record RuntimeIdentity(String version, String gitHash, String buildDate) {
    private static final Map<String, String> HASHES = Map.of("2.31.24.0", "0b044f4ce917b633a70eb3d0bc460f34ac3da620");
    private static final Map<String, String> BUILD_DATES =
            Map.of("2.31.24.0", "Mar 25 2026", "2.22.14.0", "Sep  4 2024");

    static RuntimeIdentity of(RuntimeProfile profile) {
        String version = profile.version().toString();
        return new RuntimeIdentity(
                version, HASHES.getOrDefault(version, "0".repeat(40)), BUILD_DATES.getOrDefault(version, "unknown"));
    }
}
