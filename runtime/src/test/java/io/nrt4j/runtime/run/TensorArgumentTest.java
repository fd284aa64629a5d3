package io.nrt4j.runtime.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class TensorArgumentTest {
    private static final List<String> NAMES = List.of("x", "a=b", "input:0", "1:x");

    private static TensorArgument parse(String text) {
        return TensorArgument.parse(text, NAMES).orElseThrow();
    }

    @Test
    void splitsWhereANameEnds() {
        assertThat(parse("x=f.npy")).isEqualTo(new TensorArgument(OptionalInt.empty(), "x", Path.of("f.npy")));
        assertThat(parse("a=b=c=d.npy")).isEqualTo(new TensorArgument(OptionalInt.empty(), "a=b", Path.of("c=d.npy")));
        assertThat(parse("input:0=f")).isEqualTo(new TensorArgument(OptionalInt.empty(), "input:0", Path.of("f")));
    }

    @Test
    void takesANumberBeforeANameForTheRank() {
        assertThat(parse("3:x=f")).isEqualTo(new TensorArgument(OptionalInt.of(3), "x", Path.of("f")));
        assertThat(parse("0:input:0=f")).isEqualTo(new TensorArgument(OptionalInt.of(0), "input:0", Path.of("f")));
        assertThat(parse("1:x=f").rank()).as("a tensor's own name comes first").isEmpty();
    }

    @Test
    void knowsNoOtherNames() {
        assertThat(TensorArgument.parse("y=f", NAMES)).isEmpty();
        assertThat(TensorArgument.parse("x", NAMES)).isEmpty();
        assertThat(TensorArgument.parse("=f", NAMES)).isEmpty();
    }
}
