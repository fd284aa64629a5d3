package io.nrt4j.runtime.run;

import java.nio.file.Path;
import java.util.Collection;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file for a tensor, as given in one argument: {@code NAME=FILE} for all ranks, {@code RANK:NAME=FILE} for one.
 *
 * <p>Names and paths may hold {@code =} and {@code :} themselves; the names that exist decide where a name ends.
 *
 * @param rank empty for all ranks
 */
record TensorArgument(OptionalInt rank, String name, Path file) {
    private static final Pattern RANKED = Pattern.compile("(\\d{1,9}):(.*)", Pattern.DOTALL);

    /** What the argument means where tensors have these names; empty if it names none of them. */
    static Optional<TensorArgument> parse(String text, Collection<String> names) {
        for (int at = text.indexOf('='); at >= 0; at = text.indexOf('=', at + 1)) {
            String left = text.substring(0, at);
            Path file = Path.of(text.substring(at + 1));
            if (names.contains(left)) {
                return Optional.of(new TensorArgument(OptionalInt.empty(), left, file));
            }
            Matcher ranked = RANKED.matcher(left);
            if (ranked.matches() && names.contains(ranked.group(2))) {
                int rank = Integer.parseInt(ranked.group(1));
                return Optional.of(new TensorArgument(OptionalInt.of(rank), ranked.group(2), file));
            }
        }
        return Optional.empty();
    }

    boolean isFor(String tensor, int ofRank) {
        return name.equals(tensor) && (rank.isEmpty() || rank.getAsInt() == ofRank);
    }
}
