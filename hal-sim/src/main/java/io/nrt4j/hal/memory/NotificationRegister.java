package io.nrt4j.hal.memory;

import io.nrt4j.hal.Geometry;

/**
 * The registers of a notification queue.
 *
 * <p>Source: hal.md §4.5.
 */
public enum NotificationRegister {
    BASE_LOW(0x100),
    BASE_HIGH(0x104),
    /** Bytes, a power of two. */
    SIZE(0x108),
    HEAD(0x10C);

    private static final int STRIDE = 0x28;

    private final int offset;

    NotificationRegister(int offset) {
        this.offset = offset;
    }

    /**
     * Offset of this register in the notification block of a core or TopSP.
     *
     * @param index number of the queue among those of its type
     */
    public int offset(Geometry geometry, NotificationType type, int index) {
        if (!type.existsOn(geometry)
                || index < 0
                || index >= geometry.notifications().queuesPerType()) {
            throw new IllegalArgumentException("no notification queue " + type + "/" + index);
        }
        return offset + (type.code() * geometry.notifications().queuesPerType() + index) * STRIDE;
    }
}
