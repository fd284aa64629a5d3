package io.nrt4j.hal;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;

/**
 * The catalogue of instances that carry Neuron devices.
 *
 * <p>Source: hal.md §1.3. Within an architecture the order is that of the sheet; it decides ties in
 * {@link #smallestFor}.
 */
public enum InstanceType {
    INF1_XLARGE("inf1", InstanceFamily.INF1, InstanceSize.XL1, ChipProduct.INFERENTIA, 1, Interconnect.NONE),
    INF1_2XLARGE("inf1", InstanceFamily.INF1, InstanceSize.XL2, ChipProduct.INFERENTIA, 1, Interconnect.NONE),
    INF1_6XLARGE("inf1", InstanceFamily.INF1, InstanceSize.XL6, ChipProduct.INFERENTIA, 4, Interconnect.UNKNOWN),
    INF1_24XLARGE("inf1", InstanceFamily.INF1, InstanceSize.XL24, ChipProduct.INFERENTIA, 16, Interconnect.UNKNOWN),
    TRN1_2XLARGE("trn1", InstanceFamily.TRN1, InstanceSize.XL2, ChipProduct.TRAINIUM1, 1, Interconnect.NONE),
    TRN1_32XLARGE("trn1", InstanceFamily.TRN1, InstanceSize.XL32, ChipProduct.TRAINIUM1, 16, Interconnect.TORUS_V2),
    TRN1N_32XLARGE("trn1n", InstanceFamily.TRN1N, InstanceSize.XL32, ChipProduct.TRAINIUM1, 16, Interconnect.TORUS_V2),
    INF2_XLARGE("inf2", InstanceFamily.INF2, InstanceSize.XL1, ChipProduct.INFERENTIA2, 1, Interconnect.NONE),
    INF2_8XLARGE("inf2", InstanceFamily.INF2, InstanceSize.XL8, ChipProduct.INFERENTIA2, 1, Interconnect.NONE),
    INF2_24XLARGE("inf2", InstanceFamily.INF2, InstanceSize.XL24, ChipProduct.INFERENTIA2, 6, Interconnect.CHAIN),
    INF2_48XLARGE("inf2", InstanceFamily.INF2, InstanceSize.XL48, ChipProduct.INFERENTIA2, 12, Interconnect.RING),
    TRN2_3XLARGE("trn2", InstanceFamily.TRN2, InstanceSize.XL3, ChipProduct.TRAINIUM2, 1, Interconnect.NONE),
    TRN2_48XLARGE("trn2", InstanceFamily.TRN2, InstanceSize.XL48, ChipProduct.TRAINIUM2, 16, Interconnect.TORUS_V3),
    TRN2P_48XLARGE("trn2p", InstanceFamily.TRN2P, InstanceSize.XL48, ChipProduct.TRAINIUM2, 16, Interconnect.TORUS_V3),
    TRN2U_48XLARGE("trn2u", InstanceFamily.TRN2U, InstanceSize.XL48, ChipProduct.TRAINIUM2, 16, Interconnect.TORUS_V3),
    TRN2EU_48XLARGE(
            "trn2eu", InstanceFamily.TRN2EU, InstanceSize.XL48, ChipProduct.TRAINIUM2, 16, Interconnect.TORUS_V3),
    TRN3PD98_3XLARGE(
            "trn3pd98", InstanceFamily.TRN3PDS98, InstanceSize.XL3, ChipProduct.TRAINIUM3, 1, Interconnect.NONE),
    TRN3E_24XLARGE("trn3e", InstanceFamily.TRN3, InstanceSize.XL24, ChipProduct.TRAINIUM3, 4, Interconnect.UNKNOWN),
    TRN3_48XLARGE("trn3", InstanceFamily.TRN3, InstanceSize.XL48, ChipProduct.TRAINIUM3, 16, Interconnect.TORUS_V3),
    TRN3P_48XLARGE("trn3p", InstanceFamily.TRN3, InstanceSize.XL48, ChipProduct.TRAINIUM3, 16, Interconnect.TORUS_V3);

    private final String apiName;
    private final InstanceFamily family;
    private final InstanceSize size;
    private final ChipProduct chip;
    private final int devices;
    private final Interconnect interconnect;

    InstanceType(
            String prefix,
            InstanceFamily family,
            InstanceSize size,
            ChipProduct chip,
            int devices,
            Interconnect interconnect) {
        this.apiName = prefix + "." + size.suffix();
        this.family = family;
        this.size = size;
        this.chip = chip;
        this.devices = devices;
        this.interconnect = interconnect;
    }

    /** The name as the cloud spells it, such as {@code trn2.48xlarge}. */
    public String apiName() {
        return apiName;
    }

    public InstanceFamily family() {
        return family;
    }

    public InstanceSize size() {
        return size;
    }

    public ChipProduct chip() {
        return chip;
    }

    public Arch arch() {
        return chip.arch();
    }

    public Geometry geometry() {
        return Geometry.of(arch());
    }

    /** Neuron devices in the instance. */
    public int devices() {
        return devices;
    }

    /** Physical NeuronCores in the instance. */
    public int cores() {
        return devices * geometry().cores();
    }

    public Interconnect interconnect() {
        return interconnect;
    }

    /** The instance of a name such as {@code trn1.2xlarge}, or empty for an unknown one. */
    public static Optional<InstanceType> fromName(String name) {
        return Arrays.stream(values()).filter(i -> i.apiName.equals(name)).findFirst();
    }

    /**
     * The instance with the fewest devices that can hold a logical core of the given size of the given architecture.
     *
     * @param target the architecture that the NEFF was built for
     * @param logicalCoreSize physical cores per logical core
     * @return empty where no instance of that architecture has logical cores of that size
     */
    public static Optional<InstanceType> smallestFor(Arch target, int logicalCoreSize) {
        return smallestFor(target, logicalCoreSize, 1);
    }

    /** The same for a number of logical cores; empty where no instance has so many. */
    public static Optional<InstanceType> smallestFor(Arch target, int logicalCoreSize, int logicalCores) {
        return Arrays.stream(values())
                .filter(i -> i.arch() == target && LogicalCoreSize.isValid(i.geometry(), logicalCoreSize))
                .filter(i -> i.cores() / logicalCoreSize >= logicalCores)
                .min(Comparator.comparingInt(InstanceType::devices));
    }
}
