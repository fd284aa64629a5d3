/**
 * Recipes: how to bring about the errors of the catalogue, as programs that can be run.
 *
 * <p>{@link io.nrt4j.runtime.recipe.RecipeBook} has them all.
 */
@NullMarked
package io.nrt4j.runtime.recipe;

import org.jspecify.annotations.NullMarked;
