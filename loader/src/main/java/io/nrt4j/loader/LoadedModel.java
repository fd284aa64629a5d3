package io.nrt4j.loader;

import io.nrt4j.hal.device.LogicalCore;
import io.nrt4j.hal.memory.AllocationSet;
import io.nrt4j.loader.container.NeffHeader;
import io.nrt4j.loader.image.ModelImages;
import io.nrt4j.loader.manifest.Manifest;
import io.nrt4j.loader.variable.StagedVariables;

/**
 * A model on its device ({@code dlr_model}). Owns its device memory until it is closed, which is {@code nrt_unload}.
 *
 * <p>Immutable; closing twice does nothing. A model that is closed must not be executed.
 */
public final class LoadedModel implements AutoCloseable {
    private final int id;
    private final Manifest manifest;
    private final LogicalCore core;
    private final StagedVariables variables;
    private final ModelImages images;
    private final SharedMembers members;
    private final AllocationSet memory;
    private boolean closed;

    LoadedModel(
            int id,
            Manifest manifest,
            LogicalCore core,
            StagedVariables variables,
            ModelImages images,
            SharedMembers members,
            AllocationSet memory) {
        this.id = id;
        this.manifest = manifest;
        this.core = core;
        this.variables = variables;
        this.images = images;
        this.members = members;
        this.memory = memory;
    }

    /** {@code h_model}: the number in memory reports. */
    public int id() {
        return id;
    }

    /** The model's name in log lines: that of the header. */
    public String name() {
        return header().modelName();
    }

    public NeffHeader header() {
        return members.header();
    }

    /** What the NEFF says; its buffers are valid until the model is closed. */
    public Manifest manifest() {
        return manifest;
    }

    /** The logical core that holds the model; graph i is on its core i. */
    public LogicalCore core() {
        return core;
    }

    /** Where the variables of each graph lie. */
    public StagedVariables variables() {
        return variables;
    }

    /** The images, rings and tables of each graph. */
    public ModelImages images() {
        return images;
    }

    /** The device memory that the model owns. */
    public AllocationSet memory() {
        return memory;
    }

    /** Unloads: gives the device memory and the archive's buffers back. */
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            memory.close();
            members.release();
        }
    }
}
