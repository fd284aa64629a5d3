package io.nrt4j.hal.dma;

/** A number of descriptors on each side of a queue; sums stop at {@link Long#MAX_VALUE}. */
public record DescriptorCount(long m2s, long s2m) {
    public static final DescriptorCount NONE = new DescriptorCount(0, 0);

    /** The sum of two counts. */
    public DescriptorCount plus(DescriptorCount other) {
        return new DescriptorCount(Saturating.add(m2s, other.m2s), Saturating.add(s2m, other.s2m));
    }

    /** The count of one side. */
    public long on(DmaSide side) {
        return side == DmaSide.M2S ? m2s : s2m;
    }

    /** The same count with nothing on the other side. */
    public DescriptorCount only(DmaSide side) {
        return side == DmaSide.M2S ? new DescriptorCount(m2s, 0) : new DescriptorCount(0, s2m);
    }
}
