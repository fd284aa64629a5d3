package io.nrt4j.runtime.c;

import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.profile.RuntimeProfile;
import io.nrt4j.runtime.config.MachineFault;
import io.nrt4j.runtime.config.RuntimeConfiguration;
import io.nrt4j.runtime.config.SimulatedDriver;

/** {@code tdrv_init}: takes the devices into use, which goes wrong where one is broken. Source: errors.md §7. */
final class DeviceStart {
    private static final String TDRV = "TDRV";
    private static final String OPEN = "tdrv_init_mla_phase1";

    private static final LogMessage CANNOT_OPEN = LogMessage.error(TDRV, OPEN, "Could not open the nd%d");
    /** With a line feed of its own, so that an empty line follows. */
    private static final LogMessage CANNOT_OPEN_2024 = LogMessage.error(TDRV, OPEN, "Could not open the nd%d\n");

    private static final LogMessage CLOSE_FAILED =
            LogMessage.error(TDRV, "tdrv_destroy_one_mla", "close device failed");
    private static final LogMessage NO_NOTIFICATIONS =
            LogMessage.error(TDRV, "notification_destroy", "Notifications not initialized! ");
    private static final LogMessage NOT_INITIALIZED = LogMessage.error(TDRV, "tdrv_destroy", "TDRV not initialized");

    private static final LogMessage ENGINES_RUNNING = LogMessage.error(
            TDRV,
            "tpb_eng_init_hals_v2",
            "CRITICAL HW ERROR: One or more engines are running. Please restart device by reloading driver:");
    private static final LogMessage HAL_FAILED =
            LogMessage.error(TDRV, "tdrv_init_one_mla_phase2", "nd%d nc%d HAL init failed. error:%d");
    private static final LogMessage ROUNDING_SEED = LogMessage.info(
            TDRV, "tdrv_init_one_mla_phase2", "Configuring stochastic rounding seed for device: %d, nc %d. seed: %u");
    private static final LogMessage PROFILE_FAILED =
            LogMessage.error("HAL", "aws_hal_tpb_pooling_write_profile", "failed programming the engine");

    private static final LogMessage STOP_TIMEOUT =
            LogMessage.error(TDRV, "tsync_wait_eng_stop", "nd%d nc%d Timestamp program stop timeout (%u ms)");
    private static final LogMessage WAIT_FAILED = LogMessage.error(
            TDRV, "tsync_wait_nc_stop", "nd%d nc%d Error while waiting for timestamp program to end on TPB eng %d");
    private static final LogMessage STOP_FAILED =
            LogMessage.error(TDRV, "tsync_timestamps_finish", "nd%d nc%d Failed to stop neuron core");
    private static final LogMessage END_FAILED =
            LogMessage.error(TDRV, "tdrv_tsync_timestamps", "nd%d nc%d Failed to end timestamp sync programs");

    private static final LogMessage FRAMEWORK_REGISTERED =
            LogMessage.error(TDRV, "tdrv_register_framework", "Framework already registered: %d %s %s");

    private static final int TIMESTAMP_TIMEOUT_MS = 1000;
    /** What TensorFlow's server registers. Source: errors.md §7.1. */
    private static final Object[] OTHER_FRAMEWORK = {3, "1.12.1", "2.5.12.0"};

    private final SimulatedDriver driver;
    private final RuntimeConfiguration configuration;
    private final RuntimeProfile profile;
    private final Nlog nlog;

    DeviceStart(SimulatedDriver driver, RuntimeConfiguration configuration, RuntimeProfile profile, Nlog nlog) {
        this.driver = driver;
        this.configuration = configuration;
        this.profile = profile;
        this.nlog = nlog;
    }

    /**
     * Takes the devices into use.
     *
     * @param cores the logical cores that the runtime took
     * @throws CallFailedException if a device does not come up
     */
    void run(CoreRange cores) {
        if (driver.deviceWith(MachineFault.FRAMEWORK_REGISTERED).isPresent()) {
            throw CallFailedException.logged(nlog, NrtStatus.NRT_INVALID, FRAMEWORK_REGISTERED, OTHER_FRAMEWORK);
        }
        driver.deviceWith(MachineFault.UNOPENABLE_DEVICE).ifPresent(this::refuseToOpen);
        driver.deviceWith(MachineFault.ENGINES_RUNNING).ifPresent(this::refuseEngines);
        driver.deviceWith(MachineFault.POOL_PROFILE_REFUSED).ifPresent(device -> nlog.log(PROFILE_FAILED));
        configuration.stochasticRoundingSeed().ifPresent(seed -> seed(cores, seed));
        driver.deviceWith(MachineFault.TIMESTAMPS_HANG).ifPresent(this::hang);
    }

    private void seed(CoreRange cores, long seed) {
        int coresOfDevice = driver.instance().geometry().cores();
        cores.physicalCores()
                .forEach(core -> nlog.log(ROUNDING_SEED, core / coresOfDevice, core % coresOfDevice, seed));
    }

    /** The lines of 2021 and those of RT 2.20.22; which of the versions between them changed is not known. */
    private void refuseToOpen(int device) {
        if (profile.version().isBefore(2, 20)) {
            nlog.log(CANNOT_OPEN, device);
            nlog.log(CLOSE_FAILED);
        } else {
            nlog.log(CANNOT_OPEN_2024, device);
            nlog.log(NO_NOTIFICATIONS);
        }
        throw giveUp(NrtStatus.NRT_FAILURE);
    }

    private void refuseEngines(int device) {
        nlog.log(ENGINES_RUNNING);
        nlog.log(HAL_FAILED, device, 0, NrtStatus.NRT_FAILURE.code());
        throw giveUp(NrtStatus.NRT_FAILURE);
    }

    private void hang(int device) {
        nlog.log(STOP_TIMEOUT, device, 0, TIMESTAMP_TIMEOUT_MS);
        nlog.log(WAIT_FAILED, device, 0, 0);
        nlog.log(STOP_FAILED, device, 0);
        nlog.log(END_FAILED, device, 0);
        throw giveUp(NrtStatus.NRT_TIMEOUT);
    }

    private CallFailedException giveUp(NrtStatus status) {
        nlog.log(NOT_INITIALIZED);
        return CallFailedException.logged(nlog, status, RuntimeStart.INIT_FAILED, status.code());
    }
}
