package io.nrt4j.loader.ucode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.netty.buffer.ByteBufUtil;
import io.nrt4j.hal.Arch;
import io.nrt4j.hal.device.Device;
import io.nrt4j.hal.device.DeviceOptions;
import io.nrt4j.hal.memory.MemoryFaultException;
import io.nrt4j.hal.q7.LibrarySlot;
import io.nrt4j.hal.q7.PoolInstruction;
import io.nrt4j.hal.q7.Q7Cluster;
import io.nrt4j.hal.q7.UcodeCore;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.image.StagedLibrary;
import java.util.Collections;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The runtime's own libraries: cores that boot with one, and the limits of the default one. Source: q7.md §4.3. */
class RuntimeLibraryTest {
    private final Nlog nlog = Nlog.silent();
    private final Device device = new Device(Arch.CAYMAN, 0, DeviceOptions.DEFAULT);

    @AfterEach
    void close() {
        device.close();
    }

    @Test
    void theRuntimesOwnLibraryIsReadyAfterBoot() {
        StagedLibrary place = new StagedLibrary(0x8005_C100_0000L, 0x48E0);
        try (CoreUcode ucode = CoreUcode.boot(device, 0, place, UcodeOptions.defaults(), nlog)) {
            assertThat(ucode).isNotNull();
            Q7Cluster cluster = device.core(0).q7().orElseThrow();
            cluster.cores()
                    .forEach(core ->
                            assertThat(core.dram().readInt(core.dram().base())).isEqualTo(UcodeCore.CLAIMED));
            assertThat(cluster.resolve(new PoolInstruction(0x41, 0)).kernel().address())
                    .isEqualTo(0x18F1C);
            cluster.execute(LibrarySlot.load(place.address(), 0, place.size()), device.bus());
            assertThat(cluster.loaded()).containsExactly("EXTISA_0");
            assertThat(ByteBufUtil.hexDump(cluster.core(7).readLocal(0x18000, 5)))
                    .isEqualTo("3641001df0");
        }
        assertThat(device.core(0).q7().orElseThrow().loaded()).isEmpty();
        assertThat(device.core(0)
                        .q7()
                        .orElseThrow()
                        .core(0)
                        .dram()
                        .readInt(device.addressMap().q7Dram(0, 0)))
                .isEqualTo(UcodeCore.WAITING);
    }

    @Test
    void anUnshippedFlavorFailsTheBoot() {
        UcodeOptions options = UcodeOptions.defaults().withEnvironment(Map.of("NEURON_UCODE_FLAVOR", "debug"));
        LoadException e = catchThrowableOfType(
                LoadException.class,
                () -> CoreUcode.boot(device, 0, new StagedLibrary(0x8005_C100_0000L, 0x73CC), options, nlog));
        assertThat(e).hasMessage("ucode_lib_ll_create failed, error: 2");
        assertThat(e.status()).isEqualTo(NrtStatus.NRT_FAILURE);
        assertThat(device.core(0).q7().orElseThrow().cores())
                .allMatch(core -> core.dram().readInt(core.dram().base()) == UcodeCore.WAITING);
        LoadException parse =
                catchThrowableOfType(LoadException.class, () -> DefaultLibrary.read(options, Nlog.silent()));
        assertThat(parse).hasMessage("Failed to get default Q7 library, error: 2");
    }

    @Test
    void aBootThatEndsUnexpectedlyGivesTheCoresBack() {
        StagedLibrary nowhere = new StagedLibrary(0xA0_0000_0000L, 0x48E0);
        assertThatThrownBy(() -> CoreUcode.boot(device, 0, nowhere, UcodeOptions.defaults(), nlog))
                .isInstanceOf(MemoryFaultException.class);
        assertThat(device.core(0).q7().orElseThrow().cores())
                .allMatch(core -> core.dram().readInt(core.dram().base()) == UcodeCore.WAITING);
    }

    @Test
    void theCptcVariableChoosesTheOtherBaseLibrary() {
        UcodeOptions options =
                UcodeOptions.defaults().withEnvironment(Map.of("NRT_UCODE_UNSTABLE_LIBRARY_FLAG_CPTC_DECODE", ""));
        CoreUcode.boot(device, 0, new StagedLibrary(0x8005_C100_0000L, 0x48E0), options, nlog);
        assertThat(device.core(0)
                        .q7()
                        .orElseThrow()
                        .resolve(new PoolInstruction(0xF0, 7))
                        .kernel()
                        .address())
                .isEqualTo(0x18000 + 0x3B64);
    }

    /** Limits of the default library: manifest.md §4 #8. */
    @Test
    void theDefaultLibraryHasEighteenFunctionsAtMost() {
        assertThat(DefaultLibrary.functions(defaultManifest(18), nlog)).hasSize(18);
        LoadException e =
                catchThrowableOfType(LoadException.class, () -> DefaultLibrary.functions(defaultManifest(19), nlog));
        assertThat(e).hasMessage("Number of ExtISA Op trying to load 19 exceeds the maximum 18");
        assertThat(e.status()).isEqualTo(NrtStatus.NRT_INVALID);
        assertThat(DefaultLibrary.functions("{}", nlog)).isEmpty();
        assertThat(nlog.records()).last().satisfies(r -> assertThat(r.message()).endsWith("will lead to hangs."));
    }

    private static String defaultManifest(int functions) {
        return "{\"functions\":[" + String.join(",", Collections.nCopies(functions, "{\"name\":\"f\",\"opcode\":1}"))
                + "]}";
    }
}
