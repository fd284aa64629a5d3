package io.nrt4j.loader.image;

import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LogMessage;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * The translation of v2 and later, one lowering per pseudo instruction ({@code translate_one_pseudo_instr_v2}).
 *
 * <p>Source: image-assembly.md §10.
 */
final class PseudoTranslator implements SlotTranslator {
    static final LogMessage UNSUPPORTED_OPERATOR = LogMessage.error(
            "TDRV", "translate_one_pseudo_instr_v2", "Unsupported hardware operator code %d found in neff.");
    static final LogMessage UPGRADE = LogMessage.error(
            "TDRV",
            "translate_one_pseudo_instr_v2",
            "Please make sure to upgrade to latest aws-neuronx-runtime-lib and aws-neuronx-collective; for detailed"
                    + " installation instructions visit Neuron documentation.");

    /** Proven on real images; the rest follows descriptions. */
    private static final Set<Opcode> PROVEN = EnumSet.of(
            Opcode.PSEUDO_DMATRIGGER,
            Opcode.PSEUDO_BRANCH_LABEL,
            Opcode.PSEUDO_TENSOR_LOAD,
            Opcode.PSEUDO_DMA_DIRECT2D,
            Opcode.PSEUDO_EXTENSION);

    private final LoweringContext context;
    private final DmaTriggerLowering triggers;
    private final QueueLowering queues;
    private final DynamicDmaLowering dynamicDma;
    private final IndirectMemcpyLowering indirect;
    private final VariableLowering variables;
    private final CollectiveLowering collectives;
    private final ControlLowering control;
    private final FunctionLowering functions;

    PseudoTranslator(LoweringContext context) {
        this.context = context;
        this.triggers = new DmaTriggerLowering(context);
        this.queues = new QueueLowering(context);
        this.dynamicDma = new DynamicDmaLowering(context);
        this.indirect = new IndirectMemcpyLowering(context);
        this.variables = new VariableLowering(context);
        this.collectives = new CollectiveLowering(context);
        this.control = new ControlLowering(context);
        this.functions = new FunctionLowering(context);
    }

    @Override
    public void translate(TranslationPoint point) {
        int code = point.source().opcodeCode();
        Optional<Opcode> opcode = Opcode.fromCode(code);
        if (opcode.isEmpty()) {
            if (isPseudoCode(code)) {
                throw unsupported(code);
            }
            point.emit(point.source());
            return;
        }
        switch (opcode.get()) {
            case COMPARE_BRANCH -> functions.branch(point);
            case PSEUDO_DMATRIGGER -> triggers.lower(point);
            case PSEUDO_DMAREARM -> queues.rearm(point);
            case PSEUDO_DMABARRIER -> control.dmaBarrier(point);
            case PSEUDO_DMAMEMCPY_FULL_IND -> indirect.memcpy(point);
            case PSEUDO_SEMAPHORE_SET -> control.semaphoreSet(point);
            case PSEUDO_LOAD_ACT_FUNC_SET -> control.loadActivationSet(point);
            case PSEUDO_TRIGGER_ALL_REDUCE -> collectives.allReduce(point);
            case PSEUDO_TRIGGER_COLLECTIVE -> collectives.collective(point);
            case PSEUDO_TRIGGER_COLLECTIVE2 -> collectives.collective2(point);
            case PSEUDO_SEND_RECV -> collectives.sendReceive(point);
            case PSEUDO_CUR_PROCESSING_RANK_ID -> collectives.rankId(point);
            case PSEUDO_GID_LOAD -> collectives.globalId(point);
            case PSEUDO_READ_VAR_ADDR -> variables.readAddress(point);
            case PSEUDO_TENSOR_STORE -> variables.access(point, Opcode.TENSOR_STORE);
            case PSEUDO_TENSOR_LOAD -> variables.access(point, Opcode.TENSOR_LOAD);
            case PSEUDO_EMBEDDING_UPDATE -> variables.embeddingUpdate(point);
            case PSEUDO_DMASWAP_QUEUE_SET -> queues.swap(point);
            case PSEUDO_SET_RNG_SEED -> control.setRandomSeed(point);
            case PSEUDO_BRANCH_LABEL -> functions.label(point);
            case PSEUDO_FUNCTION_BEGIN -> {
                // Opens a function; leaves no slot.
            }
            case PSEUDO_FUNCTION_RETURN -> functions.functionReturn(point);
            case PSEUDO_FUNCTION_CALL -> functions.call(point);
            case PSEUDO_DMA_DIRECT2D -> dynamicDma.lower(point);
            case PSEUDO_EXTENSION -> extension(point);
            case PSEUDO_SYNC_BARRIER -> control.syncBarrier(point);
            case PSEUDO_CORE_BARRIER -> control.coreBarrier(point);
            case PSEUDO_RANGE_CHECK -> indirect.rangeCheck(point);
            case PSEUDO_JPEG_DECODE -> {
                if (!control.jpegDecode(point)) {
                    throw unsupported(code);
                }
            }
            case PSEUDO_BRANCH_PREFETCH_HINT -> functions.prefetchHint(point);
            case PSEUDO_TENSOR_COMPLETION -> control.tensorCompletion(point);
            case PSEUDO_INST -> {
                if (!functions.pseudoInstruction(point)) {
                    throw unsupported(code);
                }
            }
            default -> point.emit(point.source());
        }
    }

    /** The second slot of an extended instruction goes with its first. */
    private void extension(TranslationPoint point) {
        Optional<Slot> first = point.previous();
        if (first.isEmpty() || !takesExtension(first.get())) {
            throw unsupported(point.source().opcodeCode());
        }
    }

    private static boolean takesExtension(Slot slot) {
        return slot.opcodeCode() == Opcode.PSEUDO_DMA_DIRECT2D.code()
                || slot.opcodeCode() == Opcode.PSEUDO_TRIGGER_COLLECTIVE2.code();
    }

    private LoadException unsupported(int code) {
        LoadException failure = context.invalid(UNSUPPORTED_OPERATOR, code);
        context.nlog().log(UPGRADE);
        return failure;
    }

    static boolean isPseudoCode(int code) {
        return code >>> 5 == 0b110;
    }

    @Override
    public boolean isSynthetic(TranslationPoint point) {
        Slot source = point.source();
        return isPseudoCode(source.opcodeCode())
                && !Opcode.fromCode(source.opcodeCode()).map(PROVEN::contains).orElse(false);
    }
}
