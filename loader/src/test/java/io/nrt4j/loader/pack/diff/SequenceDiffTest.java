package io.nrt4j.loader.pack.diff;

import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.loader.pack.diff.SequenceDiff.Change;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class SequenceDiffTest {
    private static List<Change> diff(String left, String right) {
        return SequenceDiff.of(left.length(), right.length(), (a, b) -> left.charAt(a) == right.charAt(b));
    }

    @Test
    void changesStandWhereTheyAre() {
        assertThat(diff("abc", "abc")).isEmpty();
        assertThat(diff("abc", "axbc")).containsExactly(new Change(1, 1, 1, 2));
        assertThat(diff("abc", "ac")).containsExactly(new Change(1, 2, 1, 1));
        assertThat(diff("abc", "axc")).containsExactly(new Change(1, 2, 1, 2));
        assertThat(diff("", "ab")).containsExactly(new Change(0, 0, 0, 2));
        assertThat(diff("ab", "")).containsExactly(new Change(0, 2, 0, 0));
    }

    /** The example of Myers' paper: five edits. */
    @Test
    void theEditIsTheShortest() {
        assertThat(edits(diff("abcabba", "cbabac"))).isEqualTo(5);
    }

    @Test
    void sequencesWithoutACommonPartAreOneChange() {
        assertThat(diff("a".repeat(3000), "b".repeat(2000))).containsExactly(new Change(0, 3000, 0, 2000));
    }

    @Property(tries = 400)
    void theChangesTurnOneIntoTheOther(
            @ForAll @CharRange(from = 'a', to = 'd') @StringLength(max = 40) String left,
            @ForAll @CharRange(from = 'a', to = 'd') @StringLength(max = 40) String right) {
        List<Change> changes = diff(left, right);
        StringBuilder made = new StringBuilder();
        int at = 0;
        for (Change change : changes) {
            made.append(left, at, change.leftStart()).append(right, change.rightStart(), change.rightEnd());
            at = change.leftEnd();
        }
        assertThat(made.append(left.substring(at))).hasToString(right);
        assertThat(edits(changes)).isEqualTo(left.length() + right.length() - 2 * longestCommon(left, right));
    }

    private static int edits(List<Change> changes) {
        return changes.stream()
                .mapToInt(c -> c.leftEnd() - c.leftStart() + c.rightEnd() - c.rightStart())
                .sum();
    }

    private static int longestCommon(String a, String b) {
        int[][] length = new int[a.length() + 1][b.length() + 1];
        for (int i = 1; i <= a.length(); i++) {
            for (int j = 1; j <= b.length(); j++) {
                length[i][j] = a.charAt(i - 1) == b.charAt(j - 1)
                        ? length[i - 1][j - 1] + 1
                        : Math.max(length[i - 1][j], length[i][j - 1]);
            }
        }
        return length[a.length()][b.length()];
    }
}
