package io.nrt4j.loader.diagnostics;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A log text of the real runtime: who prints it, at which level, and its printf template.
 *
 * <p>Constants of this type stand beside the check that prints them, with the template exactly as it is in the
 * binary, so that a line from production can be searched for and leads to the check.
 *
 * @param level the severity
 * @param module the short module name, such as {@code NEFF}
 * @param function the C function that prints it
 * @param template the C printf template; conversions {@code d i u x X s c p} with flags, width and the length
 *     modifiers {@code l}, {@code ll}, {@code z} and {@code h}, and {@code .Nf}
 */
public record LogMessage(LogLevel level, String module, String function, String template) {
    private static final Pattern CONVERSION = Pattern.compile(
            "%(?<flags>[-0#+ ]*)(?<width>\\d*)(?<precision>\\.\\d+)?(?:ll|l|z|hh|h)?(?<conv>[diuxXscpf%])");

    public static LogMessage error(String module, String function, String template) {
        return new LogMessage(LogLevel.ERROR, module, function, template);
    }

    public static LogMessage warn(String module, String function, String template) {
        return new LogMessage(LogLevel.WARN, module, function, template);
    }

    public static LogMessage info(String module, String function, String template) {
        return new LogMessage(LogLevel.INFO, module, function, template);
    }

    public static LogMessage debug(String module, String function, String template) {
        return new LogMessage(LogLevel.DEBUG, module, function, template);
    }

    /** The same text as another function of the runtime prints it. */
    public LogMessage in(String otherModule, String otherFunction) {
        return new LogMessage(level, otherModule, otherFunction, template);
    }

    /** Fills the template and makes the record. Arguments as {@link #format}. */
    public LogRecord with(Object... args) {
        return new LogRecord(level, module, function, format(args));
    }

    /**
     * Fills the template as C's printf does.
     *
     * @param args one per conversion: any {@link Number} for integer conversions (taken as 64-bit, printed unsigned
     *     for {@code u} and {@code x}), anything for {@code s}
     */
    public String format(Object... args) {
        StringBuilder out = new StringBuilder(template.length() + 32);
        Matcher m = CONVERSION.matcher(template);
        int next = 0;
        int last = 0;
        while (m.find()) {
            out.append(template, last, m.start());
            last = m.end();
            char conv = m.group("conv").charAt(0);
            out.append(conv == '%' ? "%" : convert(conv, m, args[next++]));
        }
        if (next != args.length) {
            throw new IllegalArgumentException(
                    "template takes " + next + " arguments, got " + args.length + ": " + template);
        }
        return out.append(template, last, template.length()).toString();
    }

    /**
     * A pattern that matches every text this template can produce. Named groups are not used; group {@code n} is the
     * n-th argument.
     */
    public Pattern pattern() {
        StringBuilder regex = new StringBuilder();
        Matcher m = CONVERSION.matcher(template);
        int last = 0;
        while (m.find()) {
            regex.append(Pattern.quote(template.substring(last, m.start())));
            last = m.end();
            regex.append(
                    switch (m.group("conv").charAt(0)) {
                        case '%' -> "%";
                        case 'd', 'i' -> "\\s*(-?\\d+)\\s*";
                        case 'u' -> "\\s*(\\d+)\\s*";
                        case 'x', 'X', 'p' -> "\\s*((?:0x)?[0-9a-fA-F]+)\\s*";
                        case 'f' -> "(-?[\\d.]+)";
                        default -> "(.*)";
                    });
        }
        return Pattern.compile(
                regex.append(Pattern.quote(template.substring(last))).toString(), Pattern.DOTALL);
    }

    private static String convert(char conv, Matcher m, Object arg) {
        String body = switch (conv) {
            case 'd', 'i' -> Long.toString(((Number) arg).longValue());
            case 'u' -> Long.toUnsignedString(unsigned(arg));
            case 'x' -> alternate(m, Long.toHexString(unsigned(arg)));
            case 'X' -> alternate(m, Long.toHexString(unsigned(arg))).toUpperCase(java.util.Locale.ROOT);
            case 'p' -> "0x" + Long.toHexString(unsigned(arg));
            case 'f' ->
                String.format(
                        java.util.Locale.ROOT,
                        "%" + (m.group("precision") == null ? "" : m.group("precision")) + "f",
                        ((Number) arg).doubleValue());
            default -> String.valueOf(arg);
        };
        return pad(body, m.group("flags"), m.group("width"));
    }

    private static String alternate(Matcher m, String hex) {
        return m.group("flags").contains("#") && !hex.equals("0") ? "0x" + hex : hex;
    }

    private static long unsigned(Object arg) {
        return arg instanceof Integer i ? Integer.toUnsignedLong(i) : ((Number) arg).longValue();
    }

    private static String pad(String body, String flags, String width) {
        int missing = width.isEmpty() ? 0 : Integer.parseInt(width) - body.length();
        if (missing <= 0) {
            return body;
        }
        if (flags.contains("-")) {
            return body + " ".repeat(missing);
        }
        return (flags.contains("0") ? "0" : " ").repeat(missing) + body;
    }
}
