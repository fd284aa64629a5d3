package io.nrt4j.loader.pack.tar;

import java.util.Optional;

/**
 * What a tar header says about a member besides its name, type and size.
 *
 * @param mode permission bits, such as 0664 octal
 * @param uid owner number
 * @param gid group number
 * @param uname owner name, may be empty
 * @param gname group name, may be empty
 * @param mtime modification time
 * @param atime access time of the pax record, if there is one
 * @param ctime change time of the pax record, if there is one
 */
public record TarAttributes(
        int mode,
        long uid,
        long gid,
        String uname,
        String gname,
        TarTime mtime,
        Optional<TarTime> atime,
        Optional<TarTime> ctime) {
    private static final int RW_RW_R = 0664;
    private static final int FIRST_USER = 1000;

    /** What every file of the reproducible writer has. Source: producer.md §4.1. */
    public static final TarAttributes REPRODUCIBLE = new TarAttributes(
            RW_RW_R, FIRST_USER, FIRST_USER, "nobody", "nobody", TarTime.EPOCH, Optional.empty(), Optional.empty());

    public TarAttributes withMode(int newMode) {
        return new TarAttributes(newMode, uid, gid, uname, gname, mtime, atime, ctime);
    }

    public TarAttributes withOwner(long newUid, long newGid) {
        return new TarAttributes(mode, newUid, newGid, uname, gname, mtime, atime, ctime);
    }

    public TarAttributes withNames(String newUname, String newGname) {
        return new TarAttributes(mode, uid, gid, newUname, newGname, mtime, atime, ctime);
    }

    public TarAttributes withMtime(TarTime newMtime) {
        return new TarAttributes(mode, uid, gid, uname, gname, newMtime, atime, ctime);
    }

    /** The same with the two times that only a pax record can hold. */
    public TarAttributes withPaxTimes(TarTime newAtime, TarTime newCtime) {
        return new TarAttributes(mode, uid, gid, uname, gname, mtime, Optional.of(newAtime), Optional.of(newCtime));
    }
}
