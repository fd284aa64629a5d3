package io.nrt4j.hal.memory;

import io.nrt4j.hal.Geometry;

/** The types of notification queue. Source: hal.md §4.5. */
public enum NotificationType {
    TRACE(0),
    NOTIFY(1),
    EVENT(2),
    ERROR(3),
    /** Uses the notification block of the DMA engine instead of the core's. */
    TRACE_DMA(4),
    /** V2 and V4 only. */
    THROTTLE(5);

    private final int code;

    NotificationType(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    /** Whether an architecture has queues of this type. */
    public boolean existsOn(Geometry geometry) {
        return code < geometry.notifications().types();
    }
}
