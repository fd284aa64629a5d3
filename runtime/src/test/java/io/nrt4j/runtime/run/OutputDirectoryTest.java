package io.nrt4j.runtime.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OutputDirectoryTest {
    @ParameterizedTest
    @CsvSource({
        "output0, output0.npy",
        "dense/BiasAdd:0, dense%2FBiasAdd:0.npy",
        "../../etc/passwd, ..%2F..%2Fetc%2Fpasswd.npy",
        "'C:\\x', C:%5Cx.npy",
        "a%2Fb, a%252Fb.npy",
        "é, %C3%A9.npy",
        "'', .npy"
    })
    void escapesWhatAFileNameCannotHave(String output, String file) {
        assertThat(OutputDirectory.fileName(output)).isEqualTo(file);
        assertThat(OutputDirectory.fileName("a\0b")).isEqualTo("a%00b.npy");
    }

    @Property(tries = 500)
    void staysInItsDirectory(@ForAll String output) {
        Path directory = Path.of("/out");
        for (boolean byRank : List.of(false, true)) {
            Path file = new OutputDirectory(directory, byRank).fileOf(output, 7);
            assertThat(file.normalize()).isEqualTo(file).startsWithRaw(directory);
            assertThat(file.getNameCount()).isEqualTo(byRank ? 3 : 2);
            assertThat(file.getFileName().toString().length()).isLessThanOrEqualTo(255);
        }
    }

    @Test
    void cutsLongNamesAndKeepsThemApart() {
        String common = "x".repeat(4000);
        List<String> names = Stream.of(common + "1", common + "2")
                .map(OutputDirectory::fileName)
                .toList();
        assertThat(names).doesNotHaveDuplicates().allMatch(name -> name.length() < 255);
    }
}
