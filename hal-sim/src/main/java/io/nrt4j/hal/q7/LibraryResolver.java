package io.nrt4j.hal.q7;

import io.nrt4j.hal.FirmwareCore;
import io.nrt4j.hal.Stepping;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Which of the provider's libraries serves a set of opcodes: {@code nrtucode_ll_get_libraries_from_opcodes}. Source:
 * q7.md §6.4.
 *
 * <p>The opcodes themselves play no part; an environment variable does, and only whether it is set.
 *
 * @param cptcDecode whether {@value #CPTC_VARIABLE} is set
 */
public record LibraryResolver(boolean cptcDecode) {
    public static final String CPTC_VARIABLE = "NRT_UCODE_UNSTABLE_LIBRARY_FLAG_CPTC_DECODE";

    private static final int BASE_LIBRARY = 0;
    private static final int CPTC_LIBRARY = 3;

    /**
     * The libraries for the opcodes of a program.
     *
     * @param coreType the id of a Q7 core's firmware
     * @throws UcodeException with {@link NrtUcodeStatus#UNKNOWN_CORE} for opcodes on another core type
     */
    public List<Integer> librariesFor(int coreType, Collection<Integer> opcodes) {
        if (opcodes.isEmpty()) {
            return List.of();
        }
        Stepping stepping = steppingOf(coreType)
                .orElseThrow(() -> new UcodeException(NrtUcodeStatus.UNKNOWN_CORE, "core type " + coreType));
        return List.of(stepping == Stepping.SUNDA ? BASE_LIBRARY : preferred());
    }

    /** The library that {@code nrtucode_ll_create} takes when asked for {@code requested}. */
    public long selectorFor(long requested) {
        return requested != 0 ? requested : preferred();
    }

    /** The stepping whose Q7 cores have this firmware id. */
    public static Optional<Stepping> steppingOf(int coreType) {
        return Arrays.stream(Stepping.values())
                .filter(s -> s.coreType(FirmwareCore.Q7_POOL) == coreType)
                .findFirst();
    }

    private int preferred() {
        return cptcDecode ? CPTC_LIBRARY : BASE_LIBRARY;
    }
}
