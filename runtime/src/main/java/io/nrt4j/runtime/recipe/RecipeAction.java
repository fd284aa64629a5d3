package io.nrt4j.runtime.recipe;

import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.runtime.c.LibNrt;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** What a recipe does on its machine. */
public sealed interface RecipeAction {
    /** The NEFF that is loaded; empty for an action without one. */
    Optional<Supplier<byte[]>> neff();

    /** The function of the C API in which the error comes up, by which the infodump names it. */
    String function();

    /** Whether a failure of {@link #function} has an infodump behind it. Source: errors.md §2. */
    default boolean isDumped() {
        return true;
    }

    /** {@code nrt_init}. */
    record Start() implements RecipeAction {
        @Override
        public Optional<Supplier<byte[]>> neff() {
            return Optional.empty();
        }

        @Override
        public String function() {
            return "nrt_init";
        }
    }

    /**
     * {@code nrt_init}, then {@code nrt_load} on logical core 0.
     *
     * @param content makes the file
     */
    record Load(Supplier<byte[]> content) implements RecipeAction {
        @Override
        public Optional<Supplier<byte[]>> neff() {
            return Optional.of(content);
        }

        @Override
        public String function() {
            return "nrt_load";
        }
    }

    /**
     * The load spine alone, as {@code nrt4j load --cores} takes it, on any logical core.
     *
     * @param content makes the file
     * @param core a number that the instance need not have
     */
    record Spine(Supplier<byte[]> content, int core) implements RecipeAction {
        @Override
        public Optional<Supplier<byte[]>> neff() {
            return Optional.of(content);
        }

        @Override
        public String function() {
            return "nrt_load_util";
        }

        @Override
        public boolean isDumped() {
            return false;
        }
    }

    /**
     * Calls of the C API.
     *
     * @param function the last one
     * @param started whether {@code nrt_init} comes before them
     * @param isDumped whether the infodump follows a failure: not after a check of the API itself (errors.md §3)
     * @param body makes the calls; its result is the status of the last one
     */
    record Calls(String function, boolean started, boolean isDumped, Function<LibNrt, NrtStatus> body)
            implements RecipeAction {
        @Override
        public Optional<Supplier<byte[]>> neff() {
            return Optional.empty();
        }
    }
}
