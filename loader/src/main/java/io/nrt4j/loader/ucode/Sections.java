package io.nrt4j.loader.ucode;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The section headers of a library and their names.
 *
 * @param list one per header, in file order
 */
record Sections(List<NamedSection> list) {
    /** Longer names are taken for empty, so that no file can make the reader search it over and over. */
    private static final int LONGEST_NAME = 255;

    /** @throws ElfRangeException if a header lies outside the file; a name that does is taken for empty */
    static Sections read(ElfBytes file, ElfHeader header) {
        List<SectionHeader> headers = new ArrayList<>(header.sectionHeaderCount());
        for (int i = 0; i < header.sectionHeaderCount(); i++) {
            headers.add(SectionHeader.decode(file, header.sectionHeaders() + (long) i * SectionHeader.SIZE));
        }
        return new Sections(headers.stream()
                .map(h -> new NamedSection(name(file, header, headers, h), h))
                .toList());
    }

    /** The section with the kernel table; the firmware's own name for it has a leading dot, the files' has none. */
    Optional<SectionHeader> kernelTable() {
        return list.stream()
                .filter(s -> s.name().equals("kernel_info_table") || s.name().equals(".kernel_info_table"))
                .map(NamedSection::header)
                .findFirst();
    }

    /** The largest alignment among sections in use and not empty; 0 without any. */
    long alignment() {
        return list.stream()
                .map(NamedSection::header)
                .filter(h -> h.type() != SectionHeader.UNUSED && h.size() > 0)
                .mapToLong(SectionHeader::alignment)
                .max()
                .orElse(0);
    }

    private static String name(ElfBytes file, ElfHeader header, List<SectionHeader> headers, SectionHeader section) {
        if (header.sectionNames() == 0 || header.sectionNames() >= headers.size()) {
            return "";
        }
        SectionHeader names = headers.get(header.sectionNames());
        try {
            long left = names.size() - section.name();
            return left <= 0 ? "" : file.text(names.offset() + section.name(), Math.min(left, LONGEST_NAME + 1));
        } catch (ElfRangeException e) {
            return "";
        }
    }
}
