package io.nrt4j.hal;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** The chips by their marketing names, with the identities that PCI and sysfs show. Source: hal.md §1.1, §1.2. */
public enum ChipProduct {
    INFERENTIA(Arch.TONGA, "Inferentia", "v1", "v1", "Inf1", 1, 0x7064, 0x7067),
    TRAINIUM1(Arch.SUNDA, "Trainium1", "v2", "v2", "Trn1", 2, 0x7164, 0x7164),
    /** The device type is v3 although its cores are v2: sysfs really says so. */
    INFERENTIA2(Arch.SUNDA, "Inferentia2", "v3", "v2", "Inf2", 2, 0x7264, 0x7264),
    TRAINIUM2(Arch.CAYMAN, "Trainium2", "v3", "v3", "Trn2", 3, 0x7364, 0x7364),
    TRAINIUM3(Arch.MARIANA, "Trainium3", "v4", "v4", "Trn3", 4, 0x7564, 0x7565);

    /** The PCI vendor of all of them. */
    public static final int PCI_VENDOR = 0x1D0F;

    private final Arch arch;
    private final String deviceName;
    private final String deviceType;
    private final String coreType;
    private final String instanceLabel;
    private final int serialProductId;
    private final int firstPciDeviceId;
    private final int lastPciDeviceId;

    ChipProduct(
            Arch arch,
            String deviceName,
            String deviceType,
            String coreType,
            String instanceLabel,
            int serialProductId,
            int firstPciDeviceId,
            int lastPciDeviceId) {
        this.arch = arch;
        this.deviceName = deviceName;
        this.deviceType = deviceType;
        this.coreType = coreType;
        this.instanceLabel = instanceLabel;
        this.serialProductId = serialProductId;
        this.firstPciDeviceId = firstPciDeviceId;
        this.lastPciDeviceId = lastPciDeviceId;
    }

    public Arch arch() {
        return arch;
    }

    /** The device name in sysfs, such as {@code Trainium2}. */
    public String deviceName() {
        return deviceName;
    }

    /** The device type in sysfs, such as {@code v3}. */
    public String deviceType() {
        return deviceType;
    }

    /** The core type in sysfs, such as {@code v3}. */
    public String coreType() {
        return coreType;
    }

    /** The instance label in sysfs, such as {@code Trn2}. */
    public String instanceLabel() {
        return instanceLabel;
    }

    /** The product number in the serial-number protocol. */
    public int serialProductId() {
        return serialProductId;
    }

    /** The PCI device ids of the chip, rising. */
    public List<Integer> pciDeviceIds() {
        return IntStream.rangeClosed(firstPciDeviceId, lastPciDeviceId).boxed().toList();
    }

    /** The product of a PCI device id of {@link #PCI_VENDOR}, or empty for any other device. */
    public static Optional<ChipProduct> fromPciDeviceId(int id) {
        return Arrays.stream(values())
                .filter(p -> p.pciDeviceIds().contains(id))
                .findFirst();
    }
}
