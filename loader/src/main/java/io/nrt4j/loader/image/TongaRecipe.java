package io.nrt4j.loader.image;

import io.nrt4j.hal.EngineType;
import io.nrt4j.loader.image.CodeBlock.Label;

/**
 * The images of v1, whose runtime no image is known of: the program and nothing around it.
 *
 * <p>An extension of the emulator, as libnrt 2.31 does not load v1 at all (container.md §8.2).
 */
final class TongaRecipe implements ImageRecipe {
    @Override
    public Label preamble(EngineType engine, ImageBuilder out) {
        return out.code().here();
    }

    @Override
    public void postamble(EngineType engine, ImageBuilder out, Label programStart) {
        // Nothing follows the program.
    }
}
