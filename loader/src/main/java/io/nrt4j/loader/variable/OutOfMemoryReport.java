package io.nrt4j.loader.variable;

import io.nrt4j.hal.device.Device;
import io.nrt4j.hal.memory.AllocationRequest;
import io.nrt4j.hal.memory.HeapUsage;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.profile.RuntimeProfile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.slf4j.LoggerFactory;

/**
 * What the runtime prints when device memory is full ({@code dml_log_dev_mem}).
 *
 * <p>Source: memory.md §9.1, §9.2; older versions errors.md §6.2. The published reports fix the wording of May 2025 and
 * of July 2024 (2.21); the change between them is put at 2.25.
 */
public final class OutOfMemoryReport {
    private static final String MODULE = "TDRV";

    private static final LogMessage ALIGNED_HINT = LogMessage.error(
            MODULE,
            "dmem_alloc_internal",
            "Aligned allocations may fail even if HBM has space for the actual size requested, due to running out of"
                    + " alignment boundaries");
    private static final LogMessage LNC_DETAILS =
            LogMessage.error(MODULE, "print_lnc_hbm_details", "LNC size is %u. Neuron Cores using this HBM: %s");
    private static final LogMessage FAILED =
            LogMessage.error(MODULE, "log_dev_mem", "Failed to allocate %s (alignment: %s, usage: %s) on ND%2u:NC%2u");
    private static final LogMessage TABLE = LogMessage.error(MODULE, "log_dev_mem_usage_table", "%s");

    private final RuntimeProfile profile;
    private final int logicalCoreSize;
    private final List<MemoryTableColumn> columns;
    private final Optional<Path> tableDirectory;

    /**
     * @param profile chooses the wording
     * @param logicalCoreSize the configured number of physical cores per logical core
     * @param columns the columns of the table
     * @param tableDirectory where the table is also written to a file, as the runtime does in {@code /tmp}
     */
    public OutOfMemoryReport(
            RuntimeProfile profile,
            int logicalCoreSize,
            List<MemoryTableColumn> columns,
            Optional<Path> tableDirectory) {
        this.profile = profile;
        this.logicalCoreSize = logicalCoreSize;
        this.columns = List.copyOf(columns);
        this.tableDirectory = tableDirectory;
    }

    /** The published form, without a file. */
    public OutOfMemoryReport(RuntimeProfile profile, int logicalCoreSize) {
        this(profile, logicalCoreSize, Optional.empty());
    }

    /** The published form, with a file in a directory. */
    public OutOfMemoryReport(RuntimeProfile profile, int logicalCoreSize, Optional<Path> tableDirectory) {
        this(profile, logicalCoreSize, MemoryTableColumn.DOCUMENTED, tableDirectory);
    }

    /**
     * Prints the report.
     *
     * @param request the allocation that failed
     * @return the line that says what could not be allocated
     */
    public String print(Device device, AllocationRequest request, Nlog nlog) {
        HeapUsage usage = device.heap().usage();
        if (profile.version().isBefore(2, 0)) {
            return LegacyOutOfMemory.printMlaDram(device, request, nlog);
        }
        if (profile.version().isBefore(2, 25)) {
            return LegacyOutOfMemory.printUtilization(device, request, usage, nlog);
        }
        if (request.alignment() > 0) {
            nlog.log(ALIGNED_HINT);
        }
        int hbm = device.geometry().defaultHbm(request.core());
        List<Integer> cores = coresOf(device, hbm);
        nlog.log(
                LNC_DETAILS,
                logicalCoreSize,
                cores.stream().map(core -> "NC " + core).collect(Collectors.joining(" and ")));
        Object[] arguments = {
            SizeText.of(request.size()),
            request.alignment() == 0 ? "none" : SizeText.of(request.alignment()),
            request.usage().reportClass().label(),
            device.index(),
            request.core()
        };
        nlog.log(FAILED, arguments);
        String table = new MemoryUsageTable(columns).text(device.index(), cores, usage);
        nlog.log(TABLE, table);
        writeFile(device.index(), hbm, table);
        return FAILED.format(arguments);
    }

    /** The table of the cores that have their memory where a core has its own. */
    public String table(Device device, int core) {
        List<Integer> cores = coresOf(device, device.geometry().defaultHbm(core));
        return new MemoryUsageTable(columns)
                .text(device.index(), cores, device.heap().usage());
    }

    private static List<Integer> coresOf(Device device, int hbm) {
        return IntStream.range(0, device.geometry().cores())
                .filter(core -> device.geometry().defaultHbm(core) == hbm)
                .boxed()
                .toList();
    }

    /** A file that cannot be written changes nothing: the same text is in the log. */
    private void writeFile(int device, int hbm, String table) {
        if (tableDirectory.isEmpty()) {
            return;
        }
        Path file = tableDirectory.get().resolve("neuron_mem_table_device_%d_hbm_%d.log".formatted(device, hbm));
        try {
            Files.writeString(file, table + "\n");
        } catch (IOException e) {
            // Looked up here: a logging framework takes long to start, and this is its only use.
            LoggerFactory.getLogger(OutOfMemoryReport.class).debug("memory table not written to {}", file, e);
        }
    }
}
