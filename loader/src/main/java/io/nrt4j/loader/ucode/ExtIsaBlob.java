package io.nrt4j.loader.ucode;

import io.nrt4j.hal.Stepping;
import java.util.Arrays;
import java.util.Optional;

/**
 * The libraries inside the provider, which belong to the vendor and are not part of this project. Source: q7.md §1.8.
 *
 * <p>MARIANA_PLUS has the files of MARIANA.
 */
enum ExtIsaBlob {
    /** The base library of Trainium2. */
    CAYMAN_0(Stepping.CAYMAN, 0, 0xA260, 0x01005610, "910d41c3ededce67"),
    CAYMAN_1(Stepping.CAYMAN, 1, 0xF5C, 0x01000410, "469c24137cc5fe08"),
    CAYMAN_2(Stepping.CAYMAN, 2, 0x1500, 0x01000828, "efd06876f5701b97"),
    /** The library that also decodes CPTC. */
    CAYMAN_3(Stepping.CAYMAN, 3, 0x6974, 0x01003C74, "052ac31c4e096212"),
    MARIANA_0(Stepping.MARIANA, 0, 0xA260, 0x01005658, "9f2ce049608c0a88"),
    MARIANA_1(Stepping.MARIANA, 1, 0xF5C, 0x01000410, "3c2dea8c7359d1ea"),
    MARIANA_2(Stepping.MARIANA, 2, 0x1500, 0x01000828, "e8564f9c0eb648b2"),
    MARIANA_3(Stepping.MARIANA, 3, 0x6974, 0x01003C88, "8477ff2690f30cc3"),
    /** The only library of Trainium1 and Inferentia2. */
    SUNDA_0(Stepping.SUNDA, 0, 0xD308, 0x010000C8, "444497066f5e1738");

    private final Stepping stepping;
    private final int index;
    private final int size;
    private final long entry;
    private final String sha256Prefix;

    ExtIsaBlob(Stepping stepping, int index, int size, long entry, String sha256Prefix) {
        this.stepping = stepping;
        this.index = index;
        this.size = size;
        this.entry = entry;
        this.sha256Prefix = sha256Prefix;
    }

    /** The number of the library among those of its generation. */
    int index() {
        return index;
    }

    /** Bytes of the file. */
    int size() {
        return size;
    }

    /** Link address of the start routine. */
    long entry() {
        return entry;
    }

    /** The first 16 hexadecimal digits of the file's SHA-256. */
    String sha256Prefix() {
        return sha256Prefix;
    }

    /** Whether this is a library of SUNDA, the only generation whose libraries have a manifest. */
    boolean isSunda() {
        return stepping == Stepping.SUNDA;
    }

    /** The library of a generation by its number. */
    static Optional<ExtIsaBlob> of(Stepping stepping, int index) {
        Stepping shipped = stepping == Stepping.MARIANA_PLUS ? Stepping.MARIANA : stepping;
        return Arrays.stream(values())
                .filter(b -> b.stepping == shipped && b.index == index)
                .findFirst();
    }

    /** The number of libraries of a generation. */
    static int count(Stepping stepping) {
        return stepping == Stepping.SUNDA ? 1 : 4;
    }
}
