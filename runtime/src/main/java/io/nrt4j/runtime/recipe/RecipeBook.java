package io.nrt4j.runtime.recipe;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** All recipes, in the order of the error catalogue. */
public final class RecipeBook {
    private static final List<Recipe> ALL = Stream.of(
                    ContainerRecipes.all(),
                    ManifestRecipes.all(),
                    LibraryRecipes.all(),
                    StagingRecipes.all(),
                    StartRecipes.all(),
                    ApiRecipes.all(),
                    ExecutionRecipes.all())
            .flatMap(List::stream)
            .toList();

    private RecipeBook() {}

    public static List<Recipe> all() {
        return ALL;
    }

    /** The recipes that print a text, those first which print it early: for a line of a cascade, the shortest ones. */
    public static List<Recipe> printing(Pattern text) {
        return ALL.stream()
                .filter(recipe -> recipe.firstLine(text) >= 0)
                .sorted(Comparator.comparingInt(recipe -> recipe.firstLine(text)))
                .toList();
    }

    /** The recipe of an id, in any case. */
    public static Optional<Recipe> find(String id) {
        return ALL.stream().filter(recipe -> recipe.id().equalsIgnoreCase(id)).findFirst();
    }
}
