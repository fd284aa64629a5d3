package io.nrt4j.loader.archive;

import java.util.Optional;

/**
 * One member of the gzip stream that a payload is, as found by {@link ArchiveSurvey}.
 *
 * @param offset where its header starts, in bytes of the payload
 * @param storedLength bytes from there to the end of the trailer
 * @param flags the FLG byte
 * @param mtime the MTIME field, seconds since 1970, unsigned
 * @param extraFlags the XFL byte
 * @param os the OS byte
 * @param fileName the name in the header
 * @param inflatedLength bytes that it inflates to
 * @param storedCrc the CRC-32 in its trailer
 * @param actualCrc the CRC-32 of the inflated bytes
 * @param storedSize the ISIZE field of the trailer: the inflated length modulo 2^32
 */
public record GzipMember(
        long offset,
        long storedLength,
        int flags,
        long mtime,
        int extraFlags,
        int os,
        Optional<String> fileName,
        long inflatedLength,
        long storedCrc,
        long actualCrc,
        long storedSize) {

    /** Whether the CRC in the trailer is right. The runtime does not look. */
    public boolean crcMatches() {
        return storedCrc == actualCrc;
    }

    /** Whether the length in the trailer is right. The runtime does not look. */
    public boolean sizeMatches() {
        return storedSize == (inflatedLength & 0xFFFF_FFFFL);
    }
}
