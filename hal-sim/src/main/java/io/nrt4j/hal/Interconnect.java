package io.nrt4j.hal;

import java.util.List;

/** How the devices of an instance are wired to each other. Source: hal.md §1.3, §1.4. */
public enum Interconnect {
    /** A single device. */
    NONE,
    /** Wiring that no source describes; no neighbours are reported. */
    UNKNOWN,
    /** An open chain 0-1-2-...: the ends have one neighbour. */
    CHAIN,
    /** A closed ring. */
    RING,
    /** NeuronLink-v2: 4 x 4 torus, rows of four. */
    TORUS_V2,
    /** NeuronLink-v3 and v4: 4 x 4 torus, one neighbour per SENG. */
    TORUS_V3;

    /** Neighbour behind each SENG 0 to 3 of devices 0 to 15. */
    private static final List<List<Integer>> V3_NEIGHBOURS = List.of(
            List.of(12, 1, 3, 4),
            List.of(0, 13, 5, 2),
            List.of(14, 3, 1, 6),
            List.of(2, 15, 7, 0),
            List.of(8, 5, 7, 0),
            List.of(4, 9, 1, 6),
            List.of(10, 7, 5, 2),
            List.of(6, 11, 3, 4),
            List.of(4, 9, 11, 12),
            List.of(8, 5, 13, 10),
            List.of(6, 11, 9, 14),
            List.of(10, 7, 15, 8),
            List.of(0, 13, 15, 8),
            List.of(12, 1, 9, 14),
            List.of(2, 15, 13, 10),
            List.of(14, 3, 11, 12));

    /** Routing id to device index on trn1. */
    private static final List<Integer> V2_ROUTING = List.of(0, 4, 1, 5, 3, 7, 2, 6, 12, 8, 13, 9, 15, 11, 14, 10);

    /** Routing id to device index on a V3 or V4 torus. */
    private static final List<Integer> V3_ROUTING = List.of(0, 3, 4, 7, 12, 15, 8, 11, 1, 2, 5, 6, 13, 14, 9, 10);

    /**
     * The devices wired to {@code device}.
     *
     * <p>Order: up, left, down, right on the V2 torus; by SENG on the V3 torus; lower before higher on chain; predecessor
     * before successor on a ring.
     *
     * @param device index of the device in its instance
     * @param devices number of devices in the instance
     */
    public List<Integer> neighbours(int device, int devices) {
        if (device < 0 || device >= devices) {
            throw new IllegalArgumentException("device " + device + " of " + devices);
        }
        return switch (this) {
            case NONE, UNKNOWN -> List.of();
            case CHAIN -> chain(device, devices);
            case RING -> List.of((device + devices - 1) % devices, (device + 1) % devices);
            case TORUS_V2 -> torusV2(device);
            case TORUS_V3 -> V3_NEIGHBOURS.get(device);
        };
    }

    /** The device index that users see for a routing id. */
    public int deviceOfRoutingId(int routingId) {
        return switch (this) {
            case TORUS_V2 -> V2_ROUTING.get(routingId);
            case TORUS_V3 -> V3_ROUTING.get(routingId);
            case NONE, UNKNOWN, CHAIN, RING -> routingId;
        };
    }

    private static List<Integer> chain(int device, int devices) {
        if (device == 0) {
            return List.of(1);
        }
        return device == devices - 1 ? List.of(device - 1) : List.of(device - 1, device + 1);
    }

    private static List<Integer> torusV2(int device) {
        int row = device / 4 * 4;
        int column = device % 4;
        return List.of((device + 12) % 16, row + (column + 3) % 4, (device + 4) % 16, row + (column + 1) % 4);
    }
}
