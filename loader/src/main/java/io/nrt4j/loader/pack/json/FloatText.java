package io.nrt4j.loader.pack.json;

import java.math.BigDecimal;
import java.math.MathContext;

/**
 * How the serialisers print a number that is not an integer.
 *
 * <p>nlohmann and Python print the shortest decimal that reads back as the same double; JsonCpp prints 17 significant
 * digits. {@link Double#toString} is not the shortest on JDK 17, hence the search.
 */
final class FloatText {
    private static final int MAX_DIGITS = 17;
    /** nlohmann and printf's {@code %g} leave fixed notation below 1e-4. */
    private static final int MIN_POINT = -4;

    private static final int NLOHMANN_MAX_POINT = 15;
    private static final int PYTHON_MAX_POINT = 16;

    private FloatText() {}

    static String of(double value, JsonStyle style) {
        if (!Double.isFinite(value)) {
            // JSON has no such number; this is what nlohmann writes.
            return "null";
        }
        String sign = value < 0 || (value == 0 && 1 / value < 0) ? "-" : "";
        if (value == 0) {
            return sign + "0.0";
        }
        BigDecimal magnitude = new BigDecimal(Math.abs(value));
        return sign
                + switch (style) {
                    case JSONCPP -> notation(rounded(magnitude, MAX_DIGITS), MAX_DIGITS);
                    case PYTHON_2, PYTHON_4 -> notation(shortest(magnitude, Math.abs(value)), PYTHON_MAX_POINT);
                    case SORTED, ORDERED, COMPACT -> notation(shortest(magnitude, Math.abs(value)), NLOHMANN_MAX_POINT);
                };
    }

    private static BigDecimal shortest(BigDecimal exact, double value) {
        int digits = 1;
        while (digits < MAX_DIGITS && rounded(exact, digits).doubleValue() != value) {
            digits++;
        }
        return rounded(exact, digits);
    }

    private static BigDecimal rounded(BigDecimal exact, int digits) {
        return exact.round(new MathContext(digits)).stripTrailingZeros();
    }

    /** {@code maxPoint}: up to this many digits before the point, the number is written without exponent. */
    private static String notation(BigDecimal decimal, int maxPoint) {
        String digits = decimal.unscaledValue().toString();
        int point = digits.length() - decimal.scale();
        if (point > MIN_POINT && point <= maxPoint) {
            if (digits.length() <= point) {
                return digits + "0".repeat(point - digits.length()) + ".0";
            }
            return point > 0
                    ? digits.substring(0, point) + "." + digits.substring(point)
                    : "0." + "0".repeat(-point) + digits;
        }
        int exponent = point - 1;
        String mantissa = digits.length() == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
        return mantissa + "e" + (exponent < 0 ? "-" : "+") + (Math.abs(exponent) < 10 ? "0" : "") + Math.abs(exponent);
    }
}
