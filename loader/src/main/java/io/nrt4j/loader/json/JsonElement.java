package io.nrt4j.loader.json;

import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * One value of a document. The getters give an empty result for a value of another type, as the runtime's give an error
 * that its callers take for absence.
 */
public final class JsonElement {
    private final JsonTape tape;
    private final int index;

    JsonElement(JsonTape tape, int index) {
        this.tape = tape;
        this.index = index;
    }

    /** The type of this value. */
    public JsonType type() {
        return tape.type(index);
    }

    public boolean isObject() {
        return type() == JsonType.OBJECT;
    }

    public boolean isArray() {
        return type() == JsonType.ARRAY;
    }

    /** The value of the first field with this key; empty where there is none or this is no object. */
    public Optional<JsonElement> get(String key) {
        if (!isObject()) {
            return Optional.empty();
        }
        int end = tape.next(index);
        for (int i = index + 1; i < end; i = tape.next(i + 1)) {
            if (tape.text(i).equals(key)) {
                return Optional.of(new JsonElement(tape, i + 1));
            }
        }
        return Optional.empty();
    }

    /** The fields of an object in file order, duplicates included; none for another type. */
    public Iterable<Field> fields() {
        return isObject() ? FieldIterator::new : List.of();
    }

    /** The elements of an array; none for another type. */
    public Iterable<JsonElement> elements() {
        return isArray() ? ElementIterator::new : List.of();
    }

    /** The number of elements of an array, or of fields of an object; 0 for another type. */
    public int count() {
        int count = 0;
        for (var ignored : isObject() ? fields() : elements()) {
            count++;
        }
        return count;
    }

    /** The text of a string. */
    public Optional<String> string() {
        return type() == JsonType.STRING ? Optional.of(tape.text(index)) : Optional.empty();
    }

    public Optional<Boolean> bool() {
        return switch (type()) {
            case TRUE -> Optional.of(true);
            case FALSE -> Optional.of(false);
            default -> Optional.empty();
        };
    }

    /** A non-negative integer, as 64 unsigned bits. */
    public OptionalLong unsigned() {
        boolean fits = type() == JsonType.UINT64 || (type() == JsonType.INT64 && tape.bits(index) >= 0);
        return fits ? OptionalLong.of(tape.bits(index)) : OptionalLong.empty();
    }

    /** An integer that fits 64 bits with sign. */
    public OptionalLong signed() {
        return type() == JsonType.INT64 ? OptionalLong.of(tape.bits(index)) : OptionalLong.empty();
    }

    /** Any number. */
    public OptionalDouble number() {
        return switch (type()) {
            case INT64 -> OptionalDouble.of((double) tape.bits(index));
            case UINT64 -> OptionalDouble.of(unsignedToDouble(tape.bits(index)));
            case DOUBLE -> OptionalDouble.of(Double.longBitsToDouble(tape.bits(index)));
            default -> OptionalDouble.empty();
        };
    }

    /** This value as compact JSON. */
    @Override
    public String toString() {
        return JsonText.of(this);
    }

    private static double unsignedToDouble(long bits) {
        return Double.parseDouble(Long.toUnsignedString(bits));
    }

    /** A key of an object with its value. */
    public record Field(String key, JsonElement value) {}

    private final class FieldIterator implements Iterator<Field> {
        private int next = index + 1;

        @Override
        public boolean hasNext() {
            return next < tape.next(index);
        }

        @Override
        public Field next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            Field field = new Field(tape.text(next), new JsonElement(tape, next + 1));
            next = tape.next(next + 1);
            return field;
        }
    }

    private final class ElementIterator implements Iterator<JsonElement> {
        private int next = index + 1;

        @Override
        public boolean hasNext() {
            return next < tape.next(index);
        }

        @Override
        public JsonElement next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            JsonElement element = new JsonElement(tape, next);
            next = tape.next(next);
            return element;
        }
    }
}
