package io.nrt4j.hal.isa;

/** Operands without a profiler format of their own: every field by its name, in the order of the layout. */
final class FieldText {
    private FieldText() {}

    static void append(DecodedSlot slot, SlotText text) {
        for (Field field : slot.fields()) {
            append(field, field.of(slot.operands()), text);
        }
    }

    private static void append(Field field, Object value, SlotText text) {
        FieldType type = field.type();
        switch (type) {
            case UNNAMED -> text.putUnlessZero(field.name(), (int) value);
            case RAW32, ADDR4 -> text.hex(field.name(), Integer.toUnsignedLong((int) value));
            case ADDRESS64 -> text.hex(field.name(), (long) value);
            case U64 -> text.put(field.name(), Long.toUnsignedString((long) value));
            case REGISTER -> text.put(field.name(), SlotText.register((int) value));
            case DTYPE_PAIR ->
                text.put(field.name(), SlotText.dtype((int) value & 0xF) + "," + SlotText.dtype((int) value >> 4));
            case TEXT -> {
                String content = ((Bytes) value).text();
                if (!content.isEmpty()) {
                    text.put(field.name(), printable(content));
                }
            }
            default -> {
                if (type.isCode()) {
                    text.code(field.name(), type, (int) value);
                } else {
                    text.put(field.name(), value);
                }
            }
        }
    }

    /** One line of ASCII whatever the bytes are. */
    private static String printable(String content) {
        StringBuilder text = new StringBuilder("\"");
        for (int i = 0; i < content.length(); i++) {
            char c = content.charAt(i);
            if (c < ' ' || c > '~' || c == '"' || c == '\\') {
                text.append("\\x%02x".formatted((int) c));
            } else {
                text.append(c);
            }
        }
        return text.append('"').toString();
    }
}
