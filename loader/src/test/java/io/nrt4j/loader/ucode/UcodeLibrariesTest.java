package io.nrt4j.loader.ucode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.nrt4j.loader.archive.MemberTable;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.manifest.UcodeLibraryReference.DefaultLibrary;
import io.nrt4j.loader.manifest.UcodeLibraryReference.Inline;
import io.nrt4j.loader.manifest.UcodeLibraryReference.Named;
import io.nrt4j.loader.manifest.UcodeLibraryStep;
import io.nrt4j.loader.testing.Members;
import io.nrt4j.loader.testing.MiniLibrary;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** q7.md §1.1. */
class UcodeLibrariesTest {
    private static final String CALLED_ALL = "{\"library\":\"all\",\"ulib_to_ucode_version\":\"1.0\",\"functions\":[]}";

    private final MemberTable members = new Members()
            .with("sg00/ucode_lib.json", "[" + CALLED_ALL + "]")
            .with("sg00/all", MiniLibrary.mini())
            .table();
    private final UcodeOptions options = UcodeOptions.defaults();

    @AfterEach
    void close() {
        members.close();
    }

    @Test
    void theDefaultLibraryComesFirst() {
        assertThat(UcodeLibraries.read(List.of(new DefaultLibrary()), "sg00", members, options))
                .singleElement()
                .satisfies(l -> {
                    assertThat(l.name()).isEqualTo("all");
                    assertThat(l.flags()).isEqualTo(6);
                    assertThat(l.functions()).hasSize(17).contains(new UcodeFunction("pool_iota", 126, 0));
                    assertThat(l.content().readableBytes()).isEqualTo(0xD308);
                });
    }

    @Test
    void itsNameIsTakenOnSunda() {
        LoadException read = catchThrowableOfType(
                LoadException.class,
                () -> UcodeLibraries.read(
                        List.of(new DefaultLibrary(), new Inline(CALLED_ALL)), "sg00", members, options));
        assertThat(read).hasMessage("UCode Library all has already been added");
        UcodeLibraryStep graph = UcodeLibraries.step(options);
        graph.read(new DefaultLibrary(), "sg00", members, Nlog.silent());
        LoadException step = catchThrowableOfType(
                LoadException.class, () -> graph.read(new Named("ucode_lib.json"), "sg00", members, Nlog.silent()));
        assertThat(step).hasMessage("UCode Library all has already been added");
    }

    @Test
    void elsewhereItIsFree() {
        Nlog nlog = Nlog.silent();
        UcodeLibraries.step(options).read(new Named("ucode_lib.json"), "sg00", members, nlog);
        assertThat(nlog.records()).hasSize(1);
        assertThat(UcodeLibraries.read(List.of(new Named("ucode_lib.json")), "sg00", members, options))
                .hasSize(1);
    }
}
