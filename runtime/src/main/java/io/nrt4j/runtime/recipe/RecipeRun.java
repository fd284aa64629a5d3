package io.nrt4j.runtime.recipe;

import io.nrt4j.hal.device.DeviceOptions;
import io.nrt4j.hal.device.Instance;
import io.nrt4j.loader.NeffLoader;
import io.nrt4j.loader.Placement;
import io.nrt4j.loader.PlacementChooser;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.runtime.c.FrameworkType;
import io.nrt4j.runtime.c.HostFacts;
import io.nrt4j.runtime.c.LibNrt;
import io.nrt4j.runtime.c.Out;
import io.nrt4j.runtime.config.RuntimeConfiguration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Carries a recipe out: a library on a simulated machine, the calls, the log. */
final class RecipeRun {
    /** The infodump is made of fixed facts, so that every run gives the same text. */
    private static final HostFacts HOST = new HostFacts("i-0123456789abcdef0", "Linux 5.10.240", "host");

    private final Recipe recipe;
    private final List<LogRecord> log = Collections.synchronizedList(new ArrayList<>());
    private final LibNrt nrt;

    private RecipeRun(Recipe recipe) {
        this.recipe = recipe;
        RecipeMachine machine = recipe.machine();
        this.nrt = new LibNrt(machine.driver(), machine.profile(), machine::environment, HOST, log::add);
    }

    static RecipeOutcome of(Recipe recipe) {
        RecipeRun run = new RecipeRun(recipe);
        try {
            NrtStatus status = run.act();
            return new RecipeOutcome(status, run.log);
        } finally {
            run.nrt.nrt_close();
        }
    }

    private NrtStatus act() {
        RecipeAction action = recipe.action();
        if (action instanceof RecipeAction.Start) {
            return init();
        }
        if (action instanceof RecipeAction.Load load) {
            start();
            try (ByteSource neff = ByteSource.of(load.content().get())) {
                return nrt.nrt_load(neff, 0, -1, new Out<>());
            }
        }
        if (action instanceof RecipeAction.Spine spine) {
            return load(spine);
        }
        RecipeAction.Calls calls = (RecipeAction.Calls) action;
        if (calls.started()) {
            start();
        }
        return calls.body().apply(nrt);
    }

    private NrtStatus load(RecipeAction.Spine spine) {
        RecipeMachine machine = recipe.machine();
        RuntimeConfiguration configuration = new RuntimeConfiguration(machine.environment());
        int size = configuration.logicalCoreSize().orElse(1);
        try (Instance instance = new Instance(machine.driver().instance(), size, DeviceOptions.DEFAULT);
                ByteSource neff = ByteSource.of(spine.content().get())) {
            new NeffLoader(configuration.loadOptions(machine.profile()))
                    .load(neff, PlacementChooser.fixed(new Placement(instance, spine.core())), new Nlog(log::add))
                    .close();
            return NrtStatus.NRT_SUCCESS;
        } catch (LoadException e) {
            return e.status();
        }
    }

    private NrtStatus init() {
        return nrt.nrt_init(FrameworkType.NO_FW, "nrt4j", "1.0");
    }

    private void start() {
        NrtStatus status = init();
        if (status != NrtStatus.NRT_SUCCESS) {
            throw new IllegalStateException(recipe.id() + ": nrt_init returns " + status + ": " + log);
        }
        log.clear();
    }
}
