package io.nrt4j.runtime.c;

import io.nrt4j.loader.LoadedModel;
import java.util.List;
import java.util.Set;

/**
 * {@code nrt_model_t}: a handle of a loaded model. Source: nrt-api.md §2.
 *
 * <p>Worthless once the model was unloaded, or the runtime closed.
 */
public final class NrtModel {
    private final int id;
    private final int vnc;
    private final RankSeat seat;
    private final LoadedModel loaded;
    private final ExecutionSettings settings;
    private final Set<Integer> partners;
    private final IoVariables variables;
    private final boolean fake;
    private int users;
    private boolean unloading;

    /** @param fake whether the model was loaded on an instance that does nothing */
    NrtModel(int id, int vnc, RankSeat seat, LoadedModel loaded, ExecutionSettings settings, boolean fake) {
        this.id = id;
        this.vnc = vnc;
        this.seat = seat;
        this.loaded = loaded;
        this.settings = settings;
        this.partners = RankPartners.of(loaded, seat);
        this.variables = IoVariables.of(loaded);
        this.fake = fake;
    }

    /** {@code h_nn}, the number in log lines; counts from 10001. */
    public int id() {
        return id;
    }

    /** The logical core, counted from the first that the runtime has. */
    public int vnc() {
        return vnc;
    }

    /** The name in the header. */
    public String name() {
        return loaded.name();
    }

    /** The model itself. Valid until it is unloaded. */
    public LoadedModel loaded() {
        return loaded;
    }

    RankSeat seat() {
        return seat;
    }

    /** The ranks that requests of this model need, its own included. */
    Set<Integer> partners() {
        return partners;
    }

    IoVariables variables() {
        return variables;
    }

    ExecutionSettings settings() {
        return settings;
    }

    /** Inputs, then outputs; empty on a fake instance. */
    List<NrtTensorInfo> tensors() {
        return fake ? List.of() : ModelTensorList.of(loaded.manifest().graph(), variables);
    }

    /** One more user; false once the model is being unloaded. */
    synchronized boolean tryRetain() {
        if (unloading) {
            return false;
        }
        users++;
        return true;
    }

    synchronized void release() {
        users--;
        notifyAll();
    }

    /** Lets no new user in and waits until the last one is gone. */
    void awaitUsers() {
        synchronized (this) {
            unloading = true;
        }
        MonitorWait.until(this, () -> users == 0);
    }
}
