package io.nrt4j.loader.ucode;

import io.netty.buffer.ByteBuf;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code SUNDA_UCODE_LIB_INFO}: the table from which SUNDA's firmware learns which functions there are and where their
 * libraries lie. Plays {@code ucode_stage_libs_table}. Source: q7.md §5.6.
 *
 * @param queues DMA queues for custom operators, one per Q7 core; empty for a model without
 * @param rows one per function
 */
record SundaLibraryTable(List<CustomOperatorQueue> queues, List<Row> rows) {
    static final int SIZE = 27304;
    static final int MAX_ROWS = 97;
    static final int MAX_NAME = 64;
    static final int MAX_FUNCTIONS_PER_CORE = 28;
    static final int QUEUES = 8;

    private static final String FUNCTION = "ucode_stage_libs_table";
    static final LogMessage TOO_FEW_QUEUES = LogMessage.error(
            "TDRV",
            FUNCTION,
            "DMA allocation for CustomOp fail: need one queue for each Q7 Core, there are %d cores, only %d queues were"
                    + " found");
    static final LogMessage TOO_MANY_ROWS = LogMessage.error(
            "TDRV", FUNCTION, "too many ucode functions in this table.  Max is %d.  Add support for mid-neff reload?");
    static final LogMessage NAME_TOO_LONG =
            LogMessage.error("TDRV", FUNCTION, "ucode function name (%s) is too long.  Max length = %d");
    static final LogMessage TOO_MANY_PER_CORE = LogMessage.error(
            "TDRV", FUNCTION, "Number of ucode functions: %lu per core exceeded the maximum allowed %u");

    private static final int SCRATCH_BASE_AT = 0x000;
    private static final int SCRATCH_SIZE_AT = 0x008;
    private static final int M2S_QUEUES_AT = 0x010;
    private static final int S2M_QUEUES_AT = 0x050;
    private static final int ROWS_AT = 0x090;

    /**
     * The two sides of a DMA queue that a Q7 core uses.
     *
     * @param m2s address of the queue's registers on the reading side
     * @param s2m address of the queue's registers on the writing side
     */
    record CustomOperatorQueue(long m2s, long s2m) {}

    /** One function; see {@link UcodeLibrary} and {@link UcodeFunction} for the fields. */
    record Row(UcodeFunction function, int cpuId, int totalCpus, int flags, long libraryAddress) {
        static final int SIZE = 280;

        private static final int VALID_AT = 0;
        private static final int OPCODE_AT = 1;
        private static final int SUB_OPCODE_AT = 2;
        private static final int CPU_ID_AT = 3;
        private static final int TOTAL_CPUS_AT = 4;
        private static final int FLAGS_AT = 0x0C;
        private static final int LIBRARY_AT = 0x10;
        private static final int NAME_AT = 0x18;
        private static final int FLAG_BITS = 7;

        void encode(ByteBuf table, int at) {
            table.setByte(at + VALID_AT, 1);
            table.setByte(at + OPCODE_AT, function.opcode());
            table.setByte(at + SUB_OPCODE_AT, function.subOpcode());
            table.setByte(at + CPU_ID_AT, cpuId);
            table.setByte(at + TOTAL_CPUS_AT, totalCpus);
            table.setIntLE(at + FLAGS_AT, flags & FLAG_BITS);
            table.setLongLE(at + LIBRARY_AT, libraryAddress);
            table.setBytes(at + NAME_AT, bytes(function.name()));
        }
    }

    SundaLibraryTable {
        queues = List.copyOf(queues);
        rows = List.copyOf(rows);
    }

    /**
     * A library in device memory.
     *
     * @param totalCpus 1 or 8
     */
    record StagedFile(UcodeLibrary library, int totalCpus, long address) {}

    /**
     * Fills a table.
     *
     * @param hasCustomOperators whether the model needs a queue for every Q7 core
     * @throws LoadException with {@link NrtStatus#NRT_RESOURCE} for too few queues, else {@link NrtStatus#NRT_INVALID}
     *     for what the table cannot hold
     */
    static SundaLibraryTable of(
            List<StagedFile> libraries, List<CustomOperatorQueue> queues, boolean hasCustomOperators, Nlog nlog) {
        if (hasCustomOperators && queues.size() < QUEUES) {
            throw nlog.fail(NrtStatus.NRT_RESOURCE, LoadStage.UCODE, TOO_FEW_QUEUES, QUEUES, queues.size());
        }
        List<Row> rows = new ArrayList<>();
        for (StagedFile staged : libraries) {
            UcodeLibrary library = staged.library();
            for (UcodeFunction function : library.functions()) {
                if (rows.size() >= MAX_ROWS) {
                    throw invalid(nlog, TOO_MANY_ROWS, MAX_ROWS);
                }
                if (bytes(function.name()).length >= MAX_NAME) {
                    throw invalid(nlog, NAME_TOO_LONG, function.name(), MAX_NAME);
                }
                rows.add(new Row(function, library.cpuId(), staged.totalCpus(), library.flags(), staged.address()));
            }
        }
        long onFirstCore = rows.stream().filter(r -> r.cpuId() == 0).count();
        if (onFirstCore > MAX_FUNCTIONS_PER_CORE) {
            throw invalid(nlog, TOO_MANY_PER_CORE, onFirstCore, MAX_FUNCTIONS_PER_CORE);
        }
        return new SundaLibraryTable(queues.subList(0, Math.min(queues.size(), QUEUES)), rows);
    }

    /** Appends the table's {@value #SIZE} bytes. */
    void encode(ByteBuf out) {
        int at = out.writerIndex();
        out.writeZero(SIZE);
        out.setLongLE(at + SCRATCH_BASE_AT, 0);
        out.setLongLE(at + SCRATCH_SIZE_AT, 0);
        for (int i = 0; i < queues.size(); i++) {
            out.setLongLE(at + M2S_QUEUES_AT + i * Long.BYTES, queues.get(i).m2s());
            out.setLongLE(at + S2M_QUEUES_AT + i * Long.BYTES, queues.get(i).s2m());
        }
        for (int i = 0; i < rows.size(); i++) {
            rows.get(i).encode(out, at + ROWS_AT + i * Row.SIZE);
        }
    }

    private static byte[] bytes(String name) {
        return name.getBytes(StandardCharsets.UTF_8);
    }

    private static LoadException invalid(Nlog nlog, LogMessage message, Object... args) {
        return nlog.fail(NrtStatus.NRT_INVALID, LoadStage.UCODE, message, args);
    }
}
