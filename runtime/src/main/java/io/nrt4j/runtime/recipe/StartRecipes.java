package io.nrt4j.runtime.recipe;

import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_FAILURE;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_INVALID;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_SUCCESS;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_TIMEOUT;

import io.nrt4j.hal.InstanceType;
import io.nrt4j.loader.diagnostics.NrtStatus;
import java.util.List;

/** What {@code nrt_init} says to machines and environments. Source: errors.md §7; nrt-api.md §3.1, §5, §9. */
final class StartRecipes {
    private static final String INIT = "NRT:nrt_init ";
    private static final String ALLOCATE = "NRT:nrt_allocate_neuron_cores ";
    private static final String CONFIG = "NRT:nrt_config_parse_init_config ";
    private static final String VISIBLE_CORES = "NEURON_RT_VISIBLE_CORES";
    private static final String LNC = "NEURON_LOGICAL_NC_CONFIG";
    private static final String NOT_INITIALIZED = "TDRV:tdrv_destroy TDRV not initialized";
    private static final String IN_CATALOGUE = "errors.md §7.1";
    private static final String IN_CASCADES = "errors.md §7.2";
    private static final String IN_API = "nrt-api.md §5";
    private static final RecipeMachine TRN1 = RecipeMachine.on(InstanceType.TRN1_32XLARGE);
    private static final RecipeMachine TRN2 = RecipeMachine.DEFAULT;

    private StartRecipes() {}

    static List<Recipe> all() {
        return List.of(
                start(
                        "I-good",
                        IN_CASCADES,
                        "a good start: driver 2.18, and an address for collectives",
                        NRT_SUCCESS,
                        RecipeMachine.on(InstanceType.TRN1_2XLARGE)
                                .under("2.22.14.0")
                                .in("driver=2.18")
                                .with("NEURON_RT_ROOT_COMM_ID", "localhost:52465"),
                        "DEBUG " + INIT + "API:IN: (cc_root_comm_id=localhost:52465, num_cores=0, reset_cores=1)",
                        "INFO " + INIT + "Neuron Runtime 2.22.14.0 built on Sep  4 2024",
                        "INFO " + INIT + "Found neuron driver: 2.18",
                        "INFO " + ALLOCATE + "Instance info:: device count:1 cores per device:2 architecture:TRN"),
                start(
                        "I-driver",
                        IN_CATALOGUE,
                        "a kernel driver that does not answer",
                        NRT_INVALID,
                        TRN2.in("no-driver-version"),
                        INIT + "Unable to determine Neuron Driver version. Please check aws-neuronx-dkms package is"
                                + " installed."),
                start(
                        "I-driver-2021",
                        IN_CATALOGUE,
                        "a kernel driver that does not answer, under a runtime of 2021",
                        NRT_INVALID,
                        RecipeMachine.on(InstanceType.INF1_XLARGE).under("2.2").in("no-driver-version"),
                        INIT + "Unable to determine Neuron Driver version. Please check aws-neuron-dkms package is"
                                + " installed."),
                start(
                        "I-driver1-2021",
                        IN_CATALOGUE,
                        "a driver before 2.0, under a runtime of 2021",
                        NRT_INVALID,
                        RecipeMachine.on(InstanceType.INF1_XLARGE).under("2.2").in("driver=1.9"),
                        INIT + "This runtime requires Neuron Driver version 2.0 or greater. Please upgrade"
                                + " aws-neuron-dkms package."),
                start(
                        "I-driver1",
                        "nrt-api.md §3.1",
                        "a driver before 2.0",
                        NRT_INVALID,
                        TRN2.in("driver=1.9"),
                        INIT + "Neuron Runtime 2.x requires Neuron driver(aws-neuron-dkms) version 2.1 or above."),
                start(
                        "I-cores",
                        "errors.md §7.1, §9 R19",
                        "ask for 16 cores that another process holds",
                        NRT_FAILURE,
                        RecipeMachine.on(InstanceType.TRN2_48XLARGE)
                                .in("cores-in-use=0-127")
                                .with(VISIBLE_CORES, "0-15")
                                .with(LNC, "1"),
                        ALLOCATE
                                + "Logical Neuron Core(s) not available - Requested:lnc0-lnc15 Available:0 Logical Core"
                                + " size:1"),
                start(
                        "I-cores-2021",
                        IN_CATALOGUE,
                        "ask for a core that another process holds, under a runtime of 2021",
                        NRT_FAILURE,
                        TRN1.under("2.2").in("cores-in-use=1").with(VISIBLE_CORES, "1"),
                        ALLOCATE + "NeuronCore(s) not available - Requested:nc1-nc1 Available:0"),
                start(
                        "I-count",
                        IN_API,
                        "ask for all cores by number while another process holds one",
                        NRT_FAILURE,
                        TRN1.in("cores-in-use=1").with("NEURON_RT_NUM_CORES", "32"),
                        ALLOCATE
                                + "Logical Neuron Core(s) not available - Requested:32 Available:31 Logical Core size 1"),
                start(
                        "I-number",
                        IN_API,
                        "ask for three cores",
                        NRT_INVALID,
                        TRN2.with("NEURON_RT_NUM_CORES", "3"),
                        ALLOCATE + "NEURON_RT_NUM_CORES must request one core, or the whole device (multiple of 4)"),
                start(
                        "I-holes",
                        IN_CATALOGUE,
                        "ask for cores with a hole between them",
                        NRT_INVALID,
                        TRN2.with(VISIBLE_CORES, "0,2"),
                        ALLOCATE + "Logical Neuron cores are not contiguous"),
                start(
                        "I-holes-2022",
                        IN_CATALOGUE,
                        "ask for cores with a hole between them, under a runtime of 2022",
                        NRT_INVALID,
                        TRN1.under("2.10").with(VISIBLE_CORES, "0,2"),
                        ALLOCATE + "Neuron cores are not contiguous"),
                start(
                        "I-hidden",
                        IN_API,
                        "a container that does not see the device of a core",
                        NRT_INVALID,
                        TRN1.in("hidden-devices=0").with(VISIBLE_CORES, "1"),
                        ALLOCATE + "Specified core not accessible! is /dev/neuron0 visible to process?"),
                start(
                        "I-lnc",
                        IN_API,
                        "ask for logical cores of three",
                        NRT_INVALID,
                        TRN2.with(LNC, "3"),
                        INIT + "Logical core size (3) must be a power of two and less than or equal to 2"),
                start(
                        "I-no-device",
                        IN_CATALOGUE,
                        "a machine without a Neuron device",
                        NRT_INVALID,
                        TRN2.in("no-device"),
                        "TDRV:tdrv_get_dev_info No neuron device available",
                        INIT + "Cannot find Neuron devices."),
                start(
                        "I-no-device-2022",
                        IN_CATALOGUE,
                        "a machine without a Neuron device, under a runtime of 2022",
                        NRT_INVALID,
                        TRN1.under("2.9").in("no-device"),
                        "TDRV:tdrv_get_dev_info No neuron device available",
                        INIT
                                + "This instance has no neuron devices. please run on an instance that supports Neuron, for"
                                + " example inf1"),
                start(
                        "I-old-driver",
                        IN_CATALOGUE,
                        "a driver older than the runtime",
                        NRT_INVALID,
                        TRN1.under("2.14").in("compatibility=2-4"),
                        INIT + "This Neuron Runtime (compatibility id: 6) is not compatible with the installed"
                                + " aws-neuron-dkms package.",
                        INIT + "Installed aws-neuron-dkms supports Runtime compatibility id range: 2 - 4.",
                        INIT + "Please make sure to upgrade to latest aws-neuron-dkms; for detailed installation"
                                + " instructions visit Neuron documentation."),
                start(
                        "I-old-runtime",
                        "nrt-api.md §3.1",
                        "a driver newer than the runtime",
                        NRT_INVALID,
                        TRN2.in("compatibility=11-14"),
                        INIT + "This Neuron Runtime (compatibility id: 10) is not compatible with the installed"
                                + " aws-neuronx-dkms package.",
                        INIT + "Installed aws-neuronx-dkms supports Runtime compatibility id range: 11 - 14.",
                        INIT + "Please make sure to upgrade to latest aws-neuronx-runtime-lib and"
                                + " aws-neuronx-collectives; for detailed installation instructions visit Neuron"
                                + " documentation."),
                start(
                        "I-inf1",
                        IN_CATALOGUE,
                        "a runtime since 2.23 on inf1, where the real one ends in an assertion behind the line",
                        NRT_FAILURE,
                        RecipeMachine.on(InstanceType.INF1_XLARGE),
                        "TDRV:arch_init Architecture not found 1"),
                start(
                        "I-unreadable",
                        IN_CATALOGUE,
                        "a container in which the driver's node cannot be read",
                        NRT_INVALID,
                        TRN1.under("2.12").in("unreadable-driver"),
                        INIT + "Unable to read compatible Driver version.",
                        INIT
                                + "Please check /dev/neuron# is accessible. If you're using containers, please ensure Neuron"
                                + " Devices are passed to the container by specifying"),
                start(
                        "I-open-2021",
                        IN_CASCADES,
                        "a device that cannot be opened, under a runtime of 2021",
                        NRT_FAILURE,
                        RecipeMachine.on(InstanceType.INF1_XLARGE).under("2.2").in("unopenable-device"),
                        "TDRV:tdrv_init_mla_phase1 Could not open the nd0",
                        "TDRV:tdrv_destroy_one_mla close device failed",
                        NOT_INITIALIZED,
                        INIT + "Failed to initialize devices, error:1"),
                start(
                        "I-open",
                        IN_CASCADES,
                        "a device that cannot be opened",
                        NRT_FAILURE,
                        TRN1.under("2.20.22.0").in("unopenable-device=3"),
                        "TDRV:tdrv_init_mla_phase1 Could not open the nd3\n",
                        "TDRV:notification_destroy Notifications not initialized! ",
                        NOT_INITIALIZED,
                        INIT + "Failed to initialize devices, error:1"),
                start(
                        "I-engines",
                        IN_CATALOGUE,
                        "a device whose engines still run",
                        NRT_FAILURE,
                        TRN1.under("2.9").in("engines-running"),
                        "TDRV:tpb_eng_init_hals_v2 CRITICAL HW ERROR: One or more engines are running. Please restart"
                                + " device by reloading driver:",
                        "TDRV:tdrv_init_one_mla_phase2 nd0 nc0 HAL init failed. error:1",
                        NOT_INITIALIZED,
                        INIT + "Failed to initialize devices, error:1"),
                start(
                        "I-timestamps",
                        IN_CASCADES,
                        "a timestamp program that does not come to its end",
                        NRT_TIMEOUT,
                        TRN1.under("2.9").in("timestamps-hang"),
                        "TDRV:tsync_wait_eng_stop nd0 nc0 Timestamp program stop timeout (1000 ms)",
                        "TDRV:tsync_wait_nc_stop nd0 nc0 Error while waiting for timestamp program to end on TPB eng 0",
                        "TDRV:tsync_timestamps_finish nd0 nc0 Failed to stop neuron core",
                        "TDRV:tdrv_tsync_timestamps nd0 nc0 Failed to end timestamp sync programs",
                        NOT_INITIALIZED,
                        INIT + "Failed to initialize devices, error:5"),
                start(
                        "I-profile",
                        IN_CATALOGUE,
                        "a driver too old for the profile of POOL; nothing ends",
                        NRT_SUCCESS,
                        TRN1.under("2.9").in("pool-profile-refused"),
                        "HAL:aws_hal_tpb_pooling_write_profile failed programming the engine"),
                start(
                        "I-framework",
                        IN_CATALOGUE,
                        "a second library in a process that has registered its framework",
                        NRT_INVALID,
                        TRN1.under("2.14").in("framework-registered"),
                        "TDRV:tdrv_register_framework Framework already registered: 3 1.12.1 2.5.12.0"),
                start(
                        "I-value",
                        "nrt-api.md §9",
                        "a variable that cannot be read",
                        NRT_INVALID,
                        TRN2.with("NEURON_RT_EXEC_TIMEOUT", "soon"),
                        CONFIG + "Invalid value for NEURON_RT_EXEC_TIMEOUT: soon"),
                start(
                        "I-level",
                        "errors.md §1.2",
                        "a log level that does not exist",
                        NRT_SUCCESS,
                        TRN2.with("NEURON_RT_LOG_LEVEL", "loud"),
                        "WARN NLOG:nlog_init invalid level loud, default to ERROR"),
                start(
                        "I-location",
                        "errors.md §1.2",
                        "a log location that does not exist; the runtime prints the level instead",
                        NRT_SUCCESS,
                        TRN2.with("NEURON_RT_LOG_LOCATION", "printer"),
                        "WARN NLOG:nlog_init invalid log location setting ERROR, default to CONSOLE"));
    }

    private static Recipe start(
            String id, String source, String change, NrtStatus status, RecipeMachine machine, String... lines) {
        return new Recipe(id, source, change, machine, new RecipeAction.Start(), status, List.of(lines));
    }
}
