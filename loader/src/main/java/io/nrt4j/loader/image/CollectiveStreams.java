package io.nrt4j.loader.image;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import java.util.Set;

/**
 * The collective streams of a graph, which SP starts before each inference.
 *
 * <p>Source: image-assembly.md §5 (collectives start), §15: one slot per stream, a write to the top-SP's trigger that
 * names no operation. Not in any image.
 */
final class CollectiveStreams {
    /** Source: exec.md §7.3. */
    private static final int MAX_STREAMS = 4;
    /** Ours: no text is known. */
    static final LogMessage TOO_MANY =
            LogMessage.error("ENC", "enc_load_operations", "too many collective streams: %u, max %u");

    private static final Set<Integer> OPERATIONS = Set.of(
            Opcode.PSEUDO_TRIGGER_ALL_REDUCE.code(),
            Opcode.PSEUDO_TRIGGER_COLLECTIVE.code(),
            Opcode.PSEUDO_TRIGGER_COLLECTIVE2.code(),
            Opcode.PSEUDO_SEND_RECV.code());

    private CollectiveStreams() {}

    /** The number of streams to start: 0 for a graph without collective operations. */
    static int of(SourceGraph graph, Nlog nlog) {
        boolean used = graph.any(CollectiveStreams::hasOperation);
        int streams = graph.definition().collectives().streams();
        if (used && Integer.compareUnsigned(streams, MAX_STREAMS) > 0) {
            throw nlog.fail(NrtStatus.NRT_RESOURCE, LoadStage.IMAGES, TOO_MANY, streams, MAX_STREAMS);
        }
        return used ? streams : 0;
    }

    private static boolean hasOperation(SourceProgram program) {
        for (int i = 0; i < program.slots(); i++) {
            if (OPERATIONS.contains(program.opcode(i))) {
                return true;
            }
        }
        return false;
    }

    /** Starts the streams. */
    static void start(EngineType engine, CorePlan plan, ImageBuilder out) {
        for (int stream = 0; engine == EngineType.SP && stream < plan.collectiveStreams(); stream++) {
            out.add(RuntimeSlots.write(plan.registers().topSpTrigger(stream), 0));
        }
    }
}
