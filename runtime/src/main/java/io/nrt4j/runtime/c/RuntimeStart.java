package io.nrt4j.runtime.c;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.InstanceType;
import io.nrt4j.hal.device.DeviceOptions;
import io.nrt4j.hal.device.Instance;
import io.nrt4j.loader.NeffLoader;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.profile.RuntimeProfile;
import io.nrt4j.runtime.config.ConfigurationCheck;
import io.nrt4j.runtime.config.MachineFault;
import io.nrt4j.runtime.config.RuntimeConfiguration;
import io.nrt4j.runtime.config.SimulatedDriver;

/**
 * The work of {@code nrt_init}, in its order.
 *
 * <p>Source: nrt-api.md §3.1, errors.md §7.
 */
final class RuntimeStart {
    private static final String MODULE = "NRT";
    private static final String FUNCTION = "nrt_init";
    /** The value of NEURON_RT_FAKE_INSTANCE_TYPE for an instance that does nothing. */
    private static final String FUNTIME = "funtime";

    private static final int OWN_ID = 10;
    private static final int NEEDED_ID = 11;
    private static final int SUNDA_ID = 6;

    private static final LogMessage NO_DEVICE =
            LogMessage.error("TDRV", "tdrv_get_dev_info", "No neuron device available");
    /** Names instances and two pages of documentation behind this; that part is not known. */
    private static final LogMessage CANNOT_FIND = LogMessage.error(MODULE, FUNCTION, "Cannot find Neuron devices.");

    private static final LogMessage NO_DEVICES_2022 = LogMessage.error(
            MODULE,
            FUNCTION,
            "This instance has no neuron devices. please run on an instance that supports Neuron, for example inf1");
    private static final LogMessage RUNTIME_VERSION =
            LogMessage.info(MODULE, FUNCTION, "Neuron Runtime %s built on %s");
    private static final LogMessage NO_DRIVER_VERSION = LogMessage.error(
            MODULE, FUNCTION, "Unable to determine Neuron Driver version. Please check %s package is installed.");
    private static final LogMessage FOUND_DRIVER = LogMessage.info(MODULE, FUNCTION, "Found neuron driver: %d.%d");
    private static final LogMessage DRIVER_1 = LogMessage.error(
            MODULE, FUNCTION, "Neuron Runtime 2.x requires Neuron driver(aws-neuron-dkms) version 2.1 or above.");
    private static final LogMessage DRIVER_1_IN_2021 = LogMessage.error(
            MODULE,
            FUNCTION,
            "This runtime requires Neuron Driver version 2.0 or greater. Please upgrade aws-neuron-dkms package.");
    private static final LogMessage UNREADABLE =
            LogMessage.error(MODULE, FUNCTION, "Unable to read compatible Driver version.");
    /** Names the option to specify behind this; that part is not known. */
    private static final LogMessage CHECK_NODE = LogMessage.error(
            MODULE,
            FUNCTION,
            "Please check /dev/neuron# is accessible. If you're using containers, please ensure Neuron Devices are passed"
                    + " to the container by specifying");

    private static final LogMessage INCOMPATIBLE = LogMessage.error(
            MODULE,
            FUNCTION,
            "This Neuron Runtime (compatibility id: %u) is not compatible with the installed %s package.");
    private static final LogMessage SUPPORTED_IDS =
            LogMessage.error(MODULE, FUNCTION, "Installed %s supports Runtime compatibility id range: %u - %u.");
    private static final LogMessage UPGRADE = LogMessage.error(
            MODULE,
            FUNCTION,
            "Please make sure to upgrade to latest %s; for detailed installation instructions visit Neuron"
                    + " documentation.");
    private static final LogMessage INSTANCE_INFO = LogMessage.info(
            MODULE,
            "nrt_allocate_neuron_cores",
            "Instance info:: device count:%d cores per device:%d architecture:TRN");
    private static final LogMessage NO_ARCH = LogMessage.error("TDRV", "arch_init", "Architecture not found %d");
    private static final LogMessage LNC_INFO =
            LogMessage.info(MODULE, FUNCTION, "LNC info: first lnc %d last lnc %d first pnc %d last pnc %d");
    static final LogMessage INIT_FAILED = LogMessage.error(MODULE, FUNCTION, "Failed to initialize devices, error:%u");

    private final SimulatedDriver driver;
    private final RuntimeConfiguration configuration;
    private final RuntimeProfile profile;
    private final Nlog nlog;

    RuntimeStart(SimulatedDriver driver, RuntimeConfiguration configuration, RuntimeProfile profile, Nlog nlog) {
        this.driver = driver;
        this.configuration = configuration;
        this.profile = profile;
        this.nlog = nlog;
    }

    /**
     * Brings the runtime up.
     *
     * @throws CallFailedException if any step fails; nothing is left behind then
     */
    Session run() {
        boolean fake = configuration.fakeInstanceType().filter(FUNTIME::equals).isPresent();
        if (!fake) {
            findDevices();
        }
        NrtStatus parsed = ConfigurationCheck.run(configuration, profile, nlog);
        if (parsed != NrtStatus.NRT_SUCCESS) {
            throw new CallFailedException(parsed);
        }
        RuntimeIdentity identity = RuntimeIdentity.of(profile);
        nlog.log(RUNTIME_VERSION, identity.version(), identity.buildDate());
        if (!fake) {
            checkDriver();
        }
        InstanceType type = driver.instance();
        nlog.log(INSTANCE_INFO, type.devices(), type.geometry().cores());
        requireArchitecture(type.arch());
        CoreRange cores = CoreAllocation.run(driver, configuration, profile, nlog);
        int size = cores.logicalCoreSize();
        nlog.log(LNC_INFO, cores.first(), cores.last(), cores.first() * size, (cores.last() + 1) * size - 1);
        new DeviceStart(driver, configuration, profile, nlog).run(cores);
        Instance instance = new Instance(type, size, deviceOptions(type.arch(), size));
        return new Session(
                configuration,
                profile,
                driver,
                instance,
                cores,
                new NeffLoader(configuration.loadOptions(profile)),
                fake);
    }

    private void findDevices() {
        if (driver.devicesPresent()) {
            return;
        }
        nlog.log(NO_DEVICE);
        throw fail(NrtStatus.NRT_INVALID, profile.version().isBefore(2, 20) ? NO_DEVICES_2022 : CANNOT_FIND);
    }

    private void checkDriver() {
        String driverPackage = profile.version().isBefore(2, 20) ? "aws-neuron-dkms" : "aws-neuronx-dkms";
        SimulatedDriver.Version version =
                driver.version().orElseThrow(() -> fail(NrtStatus.NRT_INVALID, NO_DRIVER_VERSION, driverPackage));
        nlog.log(FOUND_DRIVER, version.major(), version.minor());
        if (version.major() <= 1) {
            throw fail(NrtStatus.NRT_INVALID, profile.version().isBefore(2, 3) ? DRIVER_1_IN_2021 : DRIVER_1);
        }
        if (driver.deviceWith(MachineFault.UNREADABLE_DRIVER).isPresent()) {
            nlog.log(UNREADABLE);
            throw fail(NrtStatus.NRT_INVALID, CHECK_NODE);
        }
        boolean sunda = driver.instance().arch().compareTo(Arch.SUNDA) <= 0;
        int own = sunda ? SUNDA_ID : OWN_ID;
        int needed = sunda ? SUNDA_ID : NEEDED_ID;
        if (own < driver.compatibility().oldest()) {
            throw incompatible(own, driverPackage, "aws-neuronx-runtime-lib and aws-neuronx-collectives");
        }
        if (driver.compatibility().newest() < needed) {
            throw incompatible(needed, driverPackage, driverPackage);
        }
    }

    private CallFailedException incompatible(int id, String driverPackage, String toUpgrade) {
        nlog.log(INCOMPATIBLE, id, driverPackage);
        nlog.log(
                SUPPORTED_IDS,
                driverPackage,
                driver.compatibility().oldest(),
                driver.compatibility().newest());
        return fail(NrtStatus.NRT_INVALID, UPGRADE, toUpgrade);
    }

    /** The real library aborts in an assertion behind this line. */
    private void requireArchitecture(Arch arch) {
        if (arch == Arch.TONGA && !profile.version().isBefore(2, 23)) {
            throw fail(NrtStatus.NRT_FAILURE, NO_ARCH, 1);
        }
    }

    private DeviceOptions deviceOptions(Arch arch, int logicalCoreSize) {
        try {
            return DeviceOptions.DEFAULT.withScratchpad(
                    configuration.scratchpad().resolve(arch, logicalCoreSize, nlog));
        } catch (LoadException e) {
            throw fail(e.status(), INIT_FAILED, e.status().code());
        }
    }

    private CallFailedException fail(NrtStatus status, LogMessage message, Object... args) {
        return CallFailedException.logged(nlog, status, message, args);
    }
}
