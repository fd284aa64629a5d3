package io.nrt4j.loader.ucode;

import io.nrt4j.hal.q7.LibraryResolver;
import io.nrt4j.hal.q7.PoolFunctions;
import java.util.Map;

/**
 * How libraries are treated. What the real runtime reads from its environment comes in here as plain values.
 *
 * @param mode what happens to libraries of a NEFF
 * @param provider the runtime's own libraries
 * @param flavor which build of them, already resolved
 * @param resolver which of them POOL loads
 * @param functions behaviours of library functions, given to every core that a load uses
 */
public record UcodeOptions(
        UcodeMode mode,
        ExtIsaProvider provider,
        UcodeFlavor flavor,
        LibraryResolver resolver,
        PoolFunctions functions) {
    /** Prelinking, with stand-ins for the runtime's libraries, in an empty environment. */
    public static UcodeOptions defaults() {
        return new UcodeOptions(
                UcodeMode.PRELINK,
                ExtIsaProvider.synthetic(),
                UcodeFlavor.PERF,
                new LibraryResolver(false),
                PoolFunctions.none());
    }

    /** The same with what the environment says: {@code NEURON_UCODE_FLAVOR} and the CPTC variable. */
    public UcodeOptions withEnvironment(Map<String, String> environment) {
        return new UcodeOptions(
                mode,
                provider,
                UcodeFlavor.DEFAULT.resolve(environment.get(UcodeFlavor.VARIABLE)),
                new LibraryResolver(environment.containsKey(LibraryResolver.CPTC_VARIABLE)),
                functions);
    }

    public UcodeOptions withMode(UcodeMode newMode) {
        return new UcodeOptions(newMode, provider, flavor, resolver, functions);
    }

    public UcodeOptions withProvider(ExtIsaProvider newProvider) {
        return new UcodeOptions(mode, newProvider, flavor, resolver, functions);
    }

    public UcodeOptions withFunctions(PoolFunctions newFunctions) {
        return new UcodeOptions(mode, provider, flavor, resolver, newFunctions);
    }
}
