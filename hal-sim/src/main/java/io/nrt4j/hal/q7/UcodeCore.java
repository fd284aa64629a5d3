package io.nrt4j.hal.q7;

import org.jspecify.annotations.Nullable;

/** {@code nrtucode_core_t}: the host's hold on one Q7 core. Source: q7.md §4.2, §4.3. */
public final class UcodeCore implements AutoCloseable {
    /** First word of data memory in a core that has booted and belongs to nobody. */
    public static final int WAITING = 0x6099CB34;

    /** First word of data memory in a core that a host object has claimed. */
    public static final int CLAIMED = 0x502B2DA1;

    private final UcodeContext context;
    private final Q7Core core;
    private final String name;
    private boolean booted;

    public UcodeCore(UcodeContext context, Q7Core core) {
        this.context = context;
        this.core = core;
        this.name = context.created("nrtucode_core_t");
    }

    UcodeContext context() {
        return context;
    }

    /** Whether {@link #onBooted} claimed the core. */
    public boolean booted() {
        return booted;
    }

    /**
     * Claims the core after its firmware came up: {@code core_on_ucode_booted}.
     *
     * @throws UcodeException with {@link NrtUcodeStatus#INVALID} if it is claimed already or runs no known firmware
     */
    public void onBooted() {
        int magic = core.dram().readInt(core.dram().base());
        switch (magic) {
            case WAITING -> {
                core.dram().writeInt(core.dram().base(), CLAIMED);
                booted = true;
            }
            case CLAIMED -> throw refused("Core is claimed by another nrtucode_core_t instance");
            default -> throw refused("Magic value `%x` mismatch (booted image is incompatible)".formatted(magic));
        }
    }

    /** Gives the core back. */
    @Override
    public void close() {
        if (booted) {
            core.dram().writeInt(core.dram().base(), WAITING);
            booted = false;
        }
        context.destroyed(name);
    }

    private UcodeException refused(String message) {
        context.error(message);
        return new UcodeException(NrtUcodeStatus.INVALID, message);
    }

    static UcodeCore notNull(@Nullable UcodeCore core, String function) {
        return Q7ApiMisuse.notNull(core, function, "core");
    }
}
