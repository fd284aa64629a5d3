package io.nrt4j.loader.manifest;

/**
 * How one activation function finds its table entries: an element of {@code profile_meta_data}, under the names of the
 * file. Results and bounds are IEEE single-precision bit patterns. Source: manifest.md §7.3, isa-encodings.md §6.
 *
 * @param funcName label
 * @param funcId what the instruction names
 * @param symmetryPoint bit pattern of the point of symmetry
 * @param symInvertSignPoint 1 where the mirrored half has the opposite sign
 * @param symmetryOptEn 1 where one half is derived from the other
 * @param symmetryOptUseNegRegion 1 where the negative half is the stored one
 * @param immBias 1 where the bias is an immediate
 * @param expOffset lowest unbiased exponent of the table
 * @param pwlControlBasePos first control entry of the positive half
 * @param pwlControlBaseNeg first control entry of the negative half
 * @param smallPosSignalExpThreshold biased exponent below which a positive value takes the small-signal bucket
 * @param posSmallSignalPwlControl that bucket
 * @param smallNegSignalExpThreshold the same for negative values
 * @param negSmallSignalPwlControl that bucket
 * @param largePosSignalExpThreshold biased exponent above which a positive value takes the large-signal bucket
 * @param largePosSignalMantissaThreshold mantissa that decides at the threshold itself
 * @param posLargeSignalPwlControl that bucket
 * @param largeNegSignalExpThreshold the same for negative values
 * @param largeNegSignalMantissaThreshold mantissa that decides at the threshold itself
 * @param negLargeSignalPwlControl that bucket
 * @param fnanResult result of NaN
 * @param fpinfResult result of positive infinity
 * @param fninfResult result of negative infinity
 * @param fzeroResult result of zero
 * @param fmaConst0 first constant of the final multiply-add
 * @param fmaConst1 second constant of the final multiply-add
 * @param fmaIndirectionSrcSel source selector of the final multiply-add
 * @param useMultipass whether the function takes several passes; not in the runtime's record
 * @param lowerBound smallest result; not in the runtime's record
 * @param upperBound largest result; not in the runtime's record
 */
public record ActivationProfile(
        String funcName,
        int funcId,
        int symmetryPoint,
        int symInvertSignPoint,
        int symmetryOptEn,
        int symmetryOptUseNegRegion,
        int immBias,
        int expOffset,
        int pwlControlBasePos,
        int pwlControlBaseNeg,
        int smallPosSignalExpThreshold,
        int posSmallSignalPwlControl,
        int smallNegSignalExpThreshold,
        int negSmallSignalPwlControl,
        int largePosSignalExpThreshold,
        int largePosSignalMantissaThreshold,
        int posLargeSignalPwlControl,
        int largeNegSignalExpThreshold,
        int largeNegSignalMantissaThreshold,
        int negLargeSignalPwlControl,
        int fnanResult,
        int fpinfResult,
        int fninfResult,
        int fzeroResult,
        int fmaConst0,
        int fmaConst1,
        int fmaIndirectionSrcSel,
        boolean useMultipass,
        int lowerBound,
        int upperBound) {}
