package io.nrt4j.runtime.execution;

import io.netty.buffer.ByteBuf;
import io.nrt4j.hal.engine.activation.TableProfile;
import io.nrt4j.hal.engine.activation.TableSet;
import io.nrt4j.hal.engine.activation.TableSide;
import io.nrt4j.hal.engine.activation.TableSymmetry;
import io.nrt4j.hal.engine.compute.ActivationTables;
import io.nrt4j.loader.manifest.ActivationFunctionSet;
import io.nrt4j.loader.manifest.ActivationProfile;
import io.nrt4j.loader.manifest.Definition;
import java.util.Optional;
import java.util.regex.Pattern;

/** The activation tables of a graph in the form that the engine evaluates. Source: isa-encodings.md §6. */
final class ActivationSets {
    /** The size that table builders append to a function's name: {@code exp_400p}. */
    private static final Pattern TABLE_SIZE = Pattern.compile("_\\d+p$");

    private ActivationSets() {}

    static ActivationTables of(Definition definition, boolean exact) {
        return new ActivationTables(
                definition.activation().sets().stream().map(ActivationSets::set).toList(), exact);
    }

    private static TableSet set(ActivationFunctionSet set) {
        ByteBuf buckets = set.buckets();
        float[] bucketWords = new float[buckets.readableBytes() / Float.BYTES];
        for (int i = 0; i < bucketWords.length; i++) {
            bucketWords[i] = buckets.getFloatLE(buckets.readerIndex() + i * Float.BYTES);
        }
        ByteBuf controls = set.controls();
        int[] controlWords = new int[controls.readableBytes() / Integer.BYTES];
        for (int i = 0; i < controlWords.length; i++) {
            controlWords[i] = controls.getIntLE(controls.readerIndex() + i * Integer.BYTES);
        }
        return new TableSet(
                set.name(),
                bucketWords,
                controlWords,
                set.profiles().stream().map(ActivationSets::profile).toList());
    }

    private static Optional<TableSymmetry> symmetry(ActivationProfile p) {
        if (p.symmetryOptEn() == 0) {
            return Optional.empty();
        }
        return Optional.of(new TableSymmetry(
                p.symmetryOptUseNegRegion() != 0,
                p.symInvertSignPoint() != 0,
                Float.intBitsToFloat(p.symmetryPoint())));
    }

    private static TableProfile profile(ActivationProfile p) {
        return new TableProfile(
                p.funcId(),
                TABLE_SIZE.matcher(p.funcName()).replaceFirst(""),
                p.expOffset(),
                new TableSide(
                        p.pwlControlBasePos(),
                        p.smallPosSignalExpThreshold(),
                        p.posSmallSignalPwlControl(),
                        p.largePosSignalExpThreshold(),
                        p.largePosSignalMantissaThreshold(),
                        p.posLargeSignalPwlControl()),
                new TableSide(
                        p.pwlControlBaseNeg(),
                        p.smallNegSignalExpThreshold(),
                        p.negSmallSignalPwlControl(),
                        p.largeNegSignalExpThreshold(),
                        p.largeNegSignalMantissaThreshold(),
                        p.negLargeSignalPwlControl()),
                symmetry(p),
                Float.intBitsToFloat(p.fnanResult()),
                Float.intBitsToFloat(p.fpinfResult()),
                Float.intBitsToFloat(p.fninfResult()),
                Float.intBitsToFloat(p.fzeroResult()));
    }
}
