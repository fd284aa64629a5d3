package io.nrt4j.runtime.junit;

import java.util.Locale;
import org.assertj.core.api.AbstractAssert;

/** Says what the values of an output must be. */
public final class OutputAssert extends AbstractAssert<OutputAssert, float[]> {
    OutputAssert(float[] values) {
        super(values, OutputAssert.class);
    }

    /** Every element is as near to its expected value as the tolerance says; NaN is near to NaN only. */
    public OutputAssert isCloseTo(float[] expected, float tolerance) {
        if (actual.length != expected.length) {
            failWithMessage("Expecting %d elements but there are %d", expected.length, actual.length);
        }
        for (int i = 0; i < expected.length; i++) {
            boolean same = Float.compare(actual[i], expected[i]) == 0;
            if (!same && !(Math.abs(actual[i] - expected[i]) <= tolerance)) {
                failWithMessage(
                        "%s",
                        String.format(
                                Locale.ROOT,
                                "Expecting element %d to be %s ± %s but it is %s",
                                i,
                                expected[i],
                                tolerance,
                                actual[i]));
            }
        }
        return this;
    }
}
