package io.nrt4j.runtime.recipe;

import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.runtime.log.NlogFormat;
import java.time.LocalDateTime;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every recipe of the catalogue does what it says: status, lines to the byte, and the infodump's own line. */
class RecipeBookTest {
    private static final LocalDateTime WHEN = LocalDateTime.of(2026, 1, 5, 10, 0);
    private static final long PID = 1234;

    static Stream<Arguments> recipes() {
        return RecipeBook.all().stream().map(recipe -> Arguments.of(recipe.id(), recipe));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("recipes")
    void aRecipeGivesItsLines(String id, Recipe recipe) {
        RecipeOutcome outcome = recipe.run();
        assertThat(text(outcome.lines(recipe), recipe)).isEqualTo(text(recipe.records(), recipe));
        assertThat(outcome.status()).isEqualTo(recipe.status());
        if (recipe.dumps()) {
            assertThat(outcome.dump()).contains(recipe.failure());
        } else {
            assertThat(outcome.dump()).isEmpty();
        }
    }

    private static String text(List<LogRecord> records, Recipe recipe) {
        NlogFormat format = new NlogFormat(recipe.machine().profile().timestampDigits());
        StringBuilder lines = new StringBuilder();
        records.forEach(r -> lines.append(format.line(r, WHEN, PID, PID)).append('\n'));
        return lines.toString();
    }

    @Test
    void idsAreUnique() {
        assertThat(RecipeBook.all()).extracting(Recipe::id).doesNotHaveDuplicates();
        assertThat(RecipeBook.find("k8")).map(Recipe::status).contains(NrtStatus.NRT_SUCCESS);
    }
}
