package io.nrt4j.loader.image;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;
import io.nrt4j.loader.image.CodeBlock.Label;
import io.nrt4j.loader.profile.ImageProfile;
import io.nrt4j.loader.profile.RuntimeProfile;

/**
 * What a generation of the runtime puts around an engine's program.
 *
 * <p>Source: image-assembly.md §5, §7-§9.
 */
interface ImageRecipe {
    /**
     * Emits the MODEL_SWITCH block and the request part.
     *
     * @param engine the engine
     * @param out an empty image; each call of {@link ImageBuilder#endRegion} ends a patch record
     * @return where later inferences enter (program_start)
     */
    Label preamble(EngineType engine, ImageBuilder out);

    /**
     * Emits what follows the program, with the jump back and its patch records.
     *
     * @param programStart where the jump goes
     */
    void postamble(EngineType engine, ImageBuilder out, Label programStart);

    /** The recipe of a runtime version for a core. */
    static ImageRecipe of(RuntimeProfile profile, CorePlan plan) {
        Arch arch = plan.registers().arch();
        if (arch == Arch.TONGA) {
            return new TongaRecipe();
        }
        if (arch == Arch.SUNDA) {
            return profile.sundaImages() == ImageProfile.P223
                    ? new SundaRecipe223(plan, profile.hasSunda23110Additions())
                    : new SundaRecipe225(plan);
        }
        return new CaymanRecipe(plan, profile.caymanImages());
    }
}
