package io.nrt4j.loader.image;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.nrt4j.loader.manifest.ActivationProfile;

/**
 * The 76-byte record of one activation function in a profile table, little-endian.
 *
 * <p>Source: manifest.md §8.3. The order of the thresholds and controls inside bytes 24 to 47 is not known; here the
 * four exponents come first, then the mantissas, then the controls.
 */
final class ActivationProfileRecord {
    /** Bytes of a record. */
    static final int SIZE = 76;

    private static final int FUNC_ID = 0;
    private static final int SYMMETRY_POINT = 4;
    private static final int SYM_INVERT_SIGN_POINT = 8;
    private static final int SYMMETRY_OPT_EN = 9;
    private static final int USE_NEG_REGION = 10;
    private static final int EXP_OFFSET = 12;
    private static final int CONTROL_BASE_POS = 16;
    private static final int CONTROL_BASE_NEG = 20;
    private static final int SMALL_POS_EXPONENT = 24;
    private static final int SMALL_NEG_EXPONENT = 25;
    private static final int LARGE_POS_EXPONENT = 26;
    private static final int LARGE_NEG_EXPONENT = 27;
    private static final int LARGE_POS_MANTISSA = 28;
    private static final int LARGE_NEG_MANTISSA = 32;
    private static final int POS_SMALL_CONTROL = 36;
    private static final int NEG_SMALL_CONTROL = 38;
    private static final int POS_LARGE_CONTROL = 40;
    private static final int NEG_LARGE_CONTROL = 42;
    private static final int FNAN = 48;
    private static final int FPINF = 52;
    private static final int FNINF = 56;
    private static final int FZERO = 60;
    private static final int FMA_CONST_0 = 64;
    private static final int FMA_CONST_1 = 68;
    private static final int FMA_SOURCE = 72;
    private static final int IMM_BIAS = 73;

    private ActivationProfileRecord() {}

    /** Appends the record. */
    static void encode(ActivationProfile p, ByteBuf out) {
        ByteBuf record = Unpooled.wrappedBuffer(new byte[SIZE]);
        record.setIntLE(FUNC_ID, p.funcId());
        record.setIntLE(SYMMETRY_POINT, p.symmetryPoint());
        record.setByte(SYM_INVERT_SIGN_POINT, p.symInvertSignPoint());
        record.setByte(SYMMETRY_OPT_EN, p.symmetryOptEn());
        record.setByte(USE_NEG_REGION, p.symmetryOptUseNegRegion());
        record.setIntLE(EXP_OFFSET, p.expOffset());
        record.setIntLE(CONTROL_BASE_POS, p.pwlControlBasePos());
        record.setIntLE(CONTROL_BASE_NEG, p.pwlControlBaseNeg());
        record.setByte(SMALL_POS_EXPONENT, p.smallPosSignalExpThreshold());
        record.setByte(SMALL_NEG_EXPONENT, p.smallNegSignalExpThreshold());
        record.setByte(LARGE_POS_EXPONENT, p.largePosSignalExpThreshold());
        record.setByte(LARGE_NEG_EXPONENT, p.largeNegSignalExpThreshold());
        record.setIntLE(LARGE_POS_MANTISSA, p.largePosSignalMantissaThreshold());
        record.setIntLE(LARGE_NEG_MANTISSA, p.largeNegSignalMantissaThreshold());
        record.setShortLE(POS_SMALL_CONTROL, p.posSmallSignalPwlControl());
        record.setShortLE(NEG_SMALL_CONTROL, p.negSmallSignalPwlControl());
        record.setShortLE(POS_LARGE_CONTROL, p.posLargeSignalPwlControl());
        record.setShortLE(NEG_LARGE_CONTROL, p.negLargeSignalPwlControl());
        record.setIntLE(FNAN, p.fnanResult());
        record.setIntLE(FPINF, p.fpinfResult());
        record.setIntLE(FNINF, p.fninfResult());
        record.setIntLE(FZERO, p.fzeroResult());
        record.setIntLE(FMA_CONST_0, p.fmaConst0());
        record.setIntLE(FMA_CONST_1, p.fmaConst1());
        record.setByte(FMA_SOURCE, p.fmaIndirectionSrcSel());
        record.setByte(IMM_BIAS, p.immBias());
        out.writeBytes(record);
    }
}
