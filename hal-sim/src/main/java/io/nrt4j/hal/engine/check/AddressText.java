package io.nrt4j.hal.engine.check;

import io.nrt4j.hal.device.Device;
import io.nrt4j.hal.memory.Location;
import java.util.Optional;

/** Device addresses for a reader. */
final class AddressText {
    private AddressText() {}

    /** Such as {@code SBUF of core 0, partition 3, byte 0x1f00 (0x8020000c1f00)}. */
    static String of(Device device, long address) {
        Optional<Location> found = device.addressMap().find(address);
        String place = found.map(location -> switch (location.block()) {
                    case SBUF -> onChip(location, device.geometry().sbuf().stride());
                    case PSUM -> onChip(location, device.geometry().psum().stride());
                    default -> "%s %d".formatted(location.block(), location.owner());
                })
                .orElse("nothing");
        return "%s (0x%x)".formatted(place, address);
    }

    private static String onChip(Location location, int stride) {
        return "%s of core %d, partition %d, byte 0x%x"
                .formatted(location.block(), location.owner(), location.offset() / stride, location.offset() % stride);
    }
}
