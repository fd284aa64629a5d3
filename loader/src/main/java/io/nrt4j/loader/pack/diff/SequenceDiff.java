package io.nrt4j.loader.pack.diff;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntBinaryOperator;

/**
 * Which elements of one sequence have to give way to which of another: the shortest edit by Myers' greedy algorithm.
 * Sequences that have next to nothing in common are one single change.
 */
final class SequenceDiff {
    /** Insertions and deletions looked for; time and memory grow with the square. */
    private static final int MOST_EDITS = 1000;

    private SequenceDiff() {}

    /**
     * A change: elements {@code [leftStart, leftEnd)} of the one give way to {@code [rightStart, rightEnd)} of the other.
     * One of the two may be empty.
     */
    record Change(int leftStart, int leftEnd, int rightStart, int rightEnd) {}

    /** Compares an element of the left sequence with one of the right. */
    @FunctionalInterface
    interface Same {
        boolean test(int left, int right);
    }

    /** The changes, in order. */
    static List<Change> of(int leftLength, int rightLength, Same same) {
        int start = 0;
        while (start < leftLength && start < rightLength && same.test(start, start)) {
            start++;
        }
        int leftEnd = leftLength;
        int rightEnd = rightLength;
        while (leftEnd > start && rightEnd > start && same.test(leftEnd - 1, rightEnd - 1)) {
            leftEnd--;
            rightEnd--;
        }
        int first = start;
        List<Change> changes = between(leftEnd - first, rightEnd - first, (a, b) -> same.test(first + a, first + b));
        return changes.stream()
                .map(c -> new Change(
                        first + c.leftStart(), first + c.leftEnd(), first + c.rightStart(), first + c.rightEnd()))
                .toList();
    }

    /** Walks forward on every diagonal until one of them reaches the end, then back along the steps kept. */
    private static List<Change> between(int left, int right, Same same) {
        if (left == 0 && right == 0) {
            return List.of();
        }
        List<int[]> steps = new ArrayList<>();
        int most = Math.min(MOST_EDITS, left + right);
        int[] furthest = new int[2 * most + 3];
        IntBinaryOperator slide = (x, k) -> {
            int reached = x;
            while (reached < left && reached - k < right && same.test(reached, reached - k)) {
                reached++;
            }
            return reached;
        };
        for (int d = 0; d <= most; d++) {
            for (int k = -d; k <= d; k += 2) {
                boolean down = k == -d || (k != d && furthest[most + k] < furthest[most + k + 2]);
                int x = down ? furthest[most + k + 2] : furthest[most + k] + 1;
                furthest[most + k + 1] = slide.applyAsInt(x, k);
                if (furthest[most + k + 1] >= left && furthest[most + k + 1] - k >= right) {
                    return changes(left, right, steps, most, d);
                }
            }
            steps.add(furthest.clone());
        }
        return List.of(new Change(0, left, 0, right));
    }

    private static List<Change> changes(int left, int right, List<int[]> steps, int most, int edits) {
        List<Change> backwards = new ArrayList<>();
        int x = left;
        int y = right;
        for (int d = edits; d > 0; d--) {
            int[] before = steps.get(d - 1);
            int k = x - y;
            boolean down = k == -d || (k != d && before[most + k] < before[most + k + 2]);
            int previousX = down ? before[most + k + 2] : before[most + k];
            int previousY = previousX - (down ? k + 1 : k - 1);
            backwards.add(
                    down
                            ? new Change(previousX, previousX, previousY, previousY + 1)
                            : new Change(previousX, previousX + 1, previousY, previousY));
            x = previousX;
            y = previousY;
        }
        Collections.reverse(backwards);
        return joined(backwards);
    }

    /** Single edits that touch each other become one change. */
    private static List<Change> joined(List<Change> edits) {
        List<Change> joined = new ArrayList<>();
        for (Change edit : edits) {
            Change last = joined.isEmpty() ? null : joined.get(joined.size() - 1);
            if (last != null && last.leftEnd() == edit.leftStart() && last.rightEnd() == edit.rightStart()) {
                joined.set(
                        joined.size() - 1,
                        new Change(last.leftStart(), edit.leftEnd(), last.rightStart(), edit.rightEnd()));
            } else {
                joined.add(edit);
            }
        }
        return joined;
    }
}
