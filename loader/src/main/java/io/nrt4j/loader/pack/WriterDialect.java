package io.nrt4j.loader.pack;

import io.nrt4j.loader.pack.PackRecipe.RecipeMember;
import io.nrt4j.loader.pack.gzip.GzipFraming;
import io.nrt4j.loader.pack.tar.TarAttributes;
import io.nrt4j.loader.pack.tar.TarDialect;
import io.nrt4j.loader.pack.tar.TarTime;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The packagers that compilers have used, by the bytes they leave. Source: corpus/dialects.md §2. */
public enum WriterDialect {
    /** libarchive with every time and owner name neutralised. Compilers 2.16.345 and later. The default. */
    LIBARCHIVE_REPRODUCIBLE("libarchive-reproducible", TarDialect.LIBARCHIVE, HashForm.MD5_WORD_SWAPPED),
    /** libarchive with fractional times in pax records. Compilers 2.0.99229 and 2.11 to 2.15. */
    LIBARCHIVE_TIMES("libarchive-times", TarDialect.LIBARCHIVE, HashForm.MD5),
    /** Python's tarfile in GNU format and its gzip module. Compilers 1.3 to 1.6. */
    PYTHON_GNU("python-gnu", TarDialect.PYTHON_GNU, HashForm.MD5_ASCII_TAIL),
    /** Python's tarfile in pax format and its gzip module. Compiler 1.15. */
    PYTHON_PAX("python-pax", TarDialect.PYTHON_PAX, HashForm.MD5_ASCII_TAIL),
    /** Python's tarfile and an indexed gzip. Compilers 2.4 (whose tar is in GNU format) to 2.10. */
    PYTHON_INDEXED("python-indexed", TarDialect.PYTHON_PAX, HashForm.MD5_ASCII_TAIL);

    private final String label;
    private final TarDialect tar;
    private final HashForm hash;

    WriterDialect(String label, TarDialect tar, HashForm hash) {
        this.label = label;
        this.tar = tar;
        this.hash = hash;
    }

    /** The name in options, recipes and reports. */
    public String label() {
        return label;
    }

    /** The dialect of a {@link #label}. */
    public static Optional<WriterDialect> fromLabel(String label) {
        return Arrays.stream(values()).filter(d -> d.label.equals(label)).findFirst();
    }

    /**
     * The packager that wrote a file.
     *
     * @param format how its payload is made
     * @param members its entries
     */
    static Optional<WriterDialect> of(PayloadFormat format, List<RecipeMember> members) {
        boolean times = members.stream()
                .map(member -> member.entry().attributes())
                .anyMatch(a -> a.ctime().isPresent() || a.mtime().seconds() != 0);
        return Arrays.stream(values())
                .filter(dialect -> dialect.matches(format))
                .filter(dialect -> dialect != LIBARCHIVE_TIMES || times)
                .filter(dialect -> dialect != LIBARCHIVE_REPRODUCIBLE || !times)
                .findFirst();
    }

    private boolean matches(PayloadFormat format) {
        Optional<GzipFraming> framing = format.gzip().map(gzip -> gzip.withMtime(0));
        boolean sameTar = format.tar() == tar
                // The first of the compilers with the indexed gzip still wrote GNU headers.
                || (this == PYTHON_INDEXED && format.tar() == TarDialect.PYTHON_GNU);
        return sameTar
                && format.tarEnd().isEmpty()
                && (framing.isEmpty()
                        ? tar == TarDialect.LIBARCHIVE
                        : framing.equals(format(0).gzip()));
    }

    /** The tar dialect. */
    public TarDialect tar() {
        return tar;
    }

    /** How the header's digest is stored. */
    public HashForm hash() {
        return hash;
    }

    /**
     * The compressed payload.
     *
     * @param mtime seconds since 1970 for the gzip header
     */
    public PayloadFormat format(long mtime) {
        GzipFraming gzip = switch (this) {
            case LIBARCHIVE_REPRODUCIBLE, LIBARCHIVE_TIMES -> GzipFraming.libarchive(mtime);
            case PYTHON_GNU, PYTHON_PAX -> GzipFraming.python(mtime);
            case PYTHON_INDEXED -> GzipFraming.indexed(mtime);
        };
        return PayloadFormat.compressed(tar, gzip);
    }

    /**
     * The attributes of a member where nothing is known about its file.
     *
     * @param mtime seconds since 1970, for the dialects that store the time of the file
     */
    public TarAttributes attributes(long mtime) {
        TarTime whole = TarTime.ofSeconds(mtime);
        return switch (this) {
            case LIBARCHIVE_REPRODUCIBLE -> TarAttributes.REPRODUCIBLE;
            case LIBARCHIVE_TIMES ->
                TarAttributes.REPRODUCIBLE.withNames("", "").withMtime(whole).withPaxTimes(whole, whole);
            case PYTHON_GNU ->
                TarAttributes.REPRODUCIBLE.withNames("root", "root").withMtime(whole);
            case PYTHON_PAX, PYTHON_INDEXED ->
                TarAttributes.REPRODUCIBLE.withNames("root", "root").withMtime(new TarTime(mtime, "0"));
        };
    }
}
