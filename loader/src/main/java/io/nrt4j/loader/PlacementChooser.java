package io.nrt4j.loader;

import io.nrt4j.loader.archive.MemberTable;
import io.nrt4j.loader.container.NeffHeader;

/** Says where a NEFF goes, once its archive is open and before its manifests are judged. */
@FunctionalInterface
public interface PlacementChooser {
    /**
     * The place for one NEFF.
     *
     * @param header the checked header
     * @param members the archive; open during the call only
     */
    Placement choose(NeffHeader header, MemberTable members);

    /** Always the same place. */
    static PlacementChooser fixed(Placement placement) {
        return (header, members) -> placement;
    }
}
