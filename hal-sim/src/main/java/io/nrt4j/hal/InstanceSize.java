package io.nrt4j.hal;

/** The instance sizes of the public header. Source: hal.md §1.3. */
public enum InstanceSize {
    XL1(0, "xlarge"),
    XL2(1, "2xlarge"),
    XL4(2, "4xlarge"),
    XL6(3, "6xlarge"),
    XL8(4, "8xlarge"),
    XL24(5, "24xlarge"),
    XL32(6, "32xlarge"),
    XL48(7, "48xlarge"),
    XL3(8, "3xlarge");

    private final int code;
    private final String suffix;

    InstanceSize(int code, String suffix) {
        this.code = code;
        this.suffix = suffix;
    }

    /** The C value. */
    public int code() {
        return code;
    }

    /** The part of the instance name behind the dot. */
    public String suffix() {
        return suffix;
    }
}
