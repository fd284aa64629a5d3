package io.nrt4j.runtime.junit;

import java.util.Map;
import org.assertj.core.api.AbstractAssert;

/** Says what the values of several outputs must be. */
public final class OutputsAssert extends AbstractAssert<OutputsAssert, Map<String, float[]>> {
    OutputsAssert(Map<String, float[]> values) {
        super(values, OutputsAssert.class);
    }

    /** Every element of every output is as near to its expected value as the tolerance says. */
    public OutputsAssert areCloseTo(Map<String, float[]> expected, float tolerance) {
        if (!actual.keySet().equals(expected.keySet())) {
            failWithMessage("Expecting the outputs %s but there are %s", expected.keySet(), actual.keySet());
        }
        expected.forEach((name, values) -> compare(name, values, tolerance));
        return this;
    }

    /** The same with the expected values in the order of the outputs. */
    public OutputsAssert areCloseTo(float tolerance, float[]... expected) {
        if (actual.size() != expected.length) {
            failWithMessage("Expecting %d outputs but there are %s", expected.length, actual.keySet());
        }
        int next = 0;
        for (String name : actual.keySet()) {
            compare(name, expected[next++], tolerance);
        }
        return this;
    }

    private void compare(String name, float[] expected, float tolerance) {
        new OutputAssert(actual.get(name))
                .as("%s, output %s", descriptionText(), name)
                .isCloseTo(expected, tolerance);
    }
}
