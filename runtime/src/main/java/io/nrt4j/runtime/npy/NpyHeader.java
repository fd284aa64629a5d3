package io.nrt4j.runtime.npy;

import io.nrt4j.loader.manifest.NrtDtype;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a {@code .npy} file says before its data: format versions 1.0, 2.0 and 3.0.
 *
 * <p>Source: numpy's {@code numpy/lib/format.py}: magic, two version bytes, the length of the text (u16 in version 1, u32
 * later), a Python dictionary in that length.
 *
 * @param type the element type
 * @param fortranOrder whether the first dimension is the innermost one in the file
 * @param shape dimensions, outermost first; empty for a scalar
 */
public record NpyHeader(NpyType type, boolean fortranOrder, List<Long> shape) {
    private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
    private static final int LATEST_VERSION = 3;
    /** Writers pad the text so that the data begin at a multiple of this. */
    private static final int ALIGNMENT = 64;

    private static final int PREAMBLE = MAGIC.length + 2;
    /** More than any array needs; a wrong length must not ask for memory. */
    private static final int LONGEST_TEXT = 1 << 20;

    private static final Pattern TYPE = key("descr", "(?:'([^']*)'|\"([^\"]*)\")");
    private static final Pattern ORDER = key("fortran_order", "(True|False)");
    private static final Pattern SHAPE = key("shape", "\\(([^)]*)\\)");
    /** Python 2 wrote {@code 3L}. */
    private static final Pattern DIMENSION = Pattern.compile("(\\d{1,18})L?");

    public NpyHeader {
        shape = List.copyOf(shape);
    }

    /** The header under which tensors are written. */
    public static NpyHeader of(NrtDtype dtype, List<Long> shape) {
        return new NpyHeader(NpyType.of(dtype), false, shape);
    }

    private static Pattern key(String name, String value) {
        return Pattern.compile("['\"]" + name + "['\"]\\s*:\\s*" + value);
    }

    /**
     * Reads the header; the stream then stands at the first byte of the data.
     *
     * @throws NpyException for what is no such file
     */
    public static NpyHeader read(InputStream in) throws IOException {
        byte[] preamble = in.readNBytes(PREAMBLE);
        boolean magic = preamble.length == PREAMBLE && Arrays.equals(preamble, 0, MAGIC.length, MAGIC, 0, MAGIC.length);
        if (!magic) {
            throw new NpyException("not a .npy file");
        }
        int version = preamble[MAGIC.length];
        if (version < 1 || version > LATEST_VERSION) {
            throw new NpyException(
                    "version %d.%d of the .npy format".formatted(version & 0xFF, preamble[MAGIC.length + 1] & 0xFF));
        }
        return parse(text(in, version));
    }

    private static String text(InputStream in, int version) throws IOException {
        byte[] field = in.readNBytes(version == 1 ? Short.BYTES : Integer.BYTES);
        long length = ByteBuffer.wrap(Arrays.copyOf(field, Long.BYTES))
                .order(ByteOrder.LITTLE_ENDIAN)
                .getLong();
        if (length > LONGEST_TEXT) {
            throw new NpyException("a .npy header of " + length + " bytes");
        }
        byte[] text = in.readNBytes((int) length);
        if (text.length < length) {
            throw new NpyException("the file ends in the .npy header");
        }
        return new String(text, version < LATEST_VERSION ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
    }

    private static NpyHeader parse(String text) throws NpyException {
        Matcher type = TYPE.matcher(text);
        if (!type.find()) {
            throw new NpyException("no plain element type in the .npy header " + text.strip());
        }
        Matcher order = find(ORDER, text);
        List<Long> shape = new ArrayList<>();
        for (String part : find(SHAPE, text).group(1).split(",", -1)) {
            Matcher dimension = DIMENSION.matcher(part.strip());
            if (dimension.matches()) {
                shape.add(Long.valueOf(dimension.group(1)));
            } else if (!part.isBlank()) {
                throw bad(text);
            }
        }
        String description = type.group(1) != null ? type.group(1) : type.group(2);
        NpyHeader header =
                new NpyHeader(NpyType.parse(description), order.group(1).equals("True"), shape);
        try {
            header.dataBytes();
        } catch (ArithmeticException e) {
            throw bad(text);
        }
        return header;
    }

    private static Matcher find(Pattern pattern, String text) throws NpyException {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.find()) {
            throw bad(text);
        }
        return matcher;
    }

    private static NpyException bad(String text) {
        return new NpyException("bad .npy header " + text.strip());
    }

    /** Number of elements. */
    public long elements() {
        long elements = 1;
        for (long dimension : shape) {
            elements = Math.multiplyExact(elements, dimension);
        }
        return elements;
    }

    /** Bytes of the elements. */
    public long dataBytes() {
        return Math.multiplyExact(elements(), type.bytes());
    }

    /** The header as numpy writes it, up to the first byte of the data. */
    public byte[] encode() {
        String dimensions = shape.stream().map(String::valueOf).collect(Collectors.joining(", "));
        String text = "{'descr': '%s', 'fortran_order': %s, 'shape': (%s%s), }"
                .formatted(
                        type.description(), fortranOrder ? "True" : "False", dimensions, shape.size() == 1 ? "," : "");
        int version = text.length() + ALIGNMENT + PREAMBLE > 0xFFFF ? 2 : 1;
        int start = PREAMBLE + (version == 1 ? Short.BYTES : Integer.BYTES);
        int end = (start + text.length() + ALIGNMENT) / ALIGNMENT * ALIGNMENT;
        ByteBuffer out = ByteBuffer.allocate(end).order(ByteOrder.LITTLE_ENDIAN);
        out.put(MAGIC).put((byte) version).put((byte) 0);
        if (version == 1) {
            out.putShort((short) (end - start));
        } else {
            out.putInt(end - start);
        }
        // numpy ends the text with a line feed.
        String padding = " ".repeat(end - start - text.length() - 1);
        return out.put((text + padding + "\n").getBytes(StandardCharsets.ISO_8859_1))
                .array();
    }
}
