package io.nrt4j.loader.archive;

import org.jspecify.annotations.Nullable;

/** Watches one archive for the {@link ArchiveLimits} and remembers the first that was exceeded. */
final class ArchiveGuard {
    private final ArchiveLimits limits;
    private final long mostInflated;

    private long members;
    private long bytes;
    private @Nullable String violation;

    /**
     * @param limits what is allowed
     * @param storedBytes the length of the payload
     */
    ArchiveGuard(ArchiveLimits limits, long storedBytes) {
        this.limits = limits;
        this.mostInflated = limits.ratio() > Long.MAX_VALUE / Math.max(1, storedBytes)
                ? Long.MAX_VALUE
                : limits.ratio() * storedBytes;
    }

    /** What was exceeded, or {@code null}. */
    @Nullable
    String violation() {
        return violation;
    }

    /** The most sparse blocks of one entry: as many as members, since each takes memory as a member does. */
    long sparseLimit() {
        return limits.members();
    }

    /** Whether a filter may have delivered {@code total} bytes. */
    boolean admitsInflated(long total) {
        return total <= mostInflated
                || refuse("payload inflates to more than " + limits.ratio() + " times its stored size");
    }

    /** Whether one more member with a name of {@code nameBytes} may follow. */
    boolean admitsMember(int nameBytes) {
        if (nameBytes > limits.nameBytes()) {
            return refuse("member name of " + nameBytes + " bytes, more than " + limits.nameBytes());
        }
        return ++members <= limits.members() || refuse("more than " + limits.members() + " members");
    }

    /** Whether {@code count} more bytes may be kept. */
    boolean admitsBytes(long count) {
        if (count > limits.totalBytes() - bytes) {
            return refuse("members unpack to more than " + limits.totalBytes() + " bytes");
        }
        bytes += count;
        return true;
    }

    private boolean refuse(String text) {
        if (violation == null) {
            violation = text;
        }
        return false;
    }
}
