package io.nrt4j.loader.profile;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A dotted version of the runtime, such as {@code 2.31.24.0}; missing parts count as 0.
 *
 * @param major first number
 * @param minor second number
 * @param patch third number
 * @param build fourth number
 */
public record RuntimeVersion(int major, int minor, int patch, int build) implements Comparable<RuntimeVersion> {
    private static final Pattern DOTTED = Pattern.compile("\\d{1,9}(\\.\\d{1,9}){0,3}");
    private static final Comparator<RuntimeVersion> ORDER = Comparator.comparingInt(RuntimeVersion::major)
            .thenComparingInt(RuntimeVersion::minor)
            .thenComparingInt(RuntimeVersion::patch)
            .thenComparingInt(RuntimeVersion::build);

    /** Reads one to four numbers with dots between them; anything else is empty. */
    public static Optional<RuntimeVersion> parse(String text) {
        if (!DOTTED.matcher(text).matches()) {
            return Optional.empty();
        }
        int[] parts = Arrays.copyOf(
                Arrays.stream(text.split("\\.", -1)).mapToInt(Integer::parseInt).toArray(), 4);
        return Optional.of(new RuntimeVersion(parts[0], parts[1], parts[2], parts[3]));
    }

    /** Whether this version comes before {@code major.minor}. */
    public boolean isBefore(int otherMajor, int otherMinor) {
        return compareTo(new RuntimeVersion(otherMajor, otherMinor, 0, 0)) < 0;
    }

    @Override
    public int compareTo(RuntimeVersion other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return major + "." + minor + "." + patch + "." + build;
    }
}
