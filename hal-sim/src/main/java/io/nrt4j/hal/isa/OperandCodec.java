package io.nrt4j.hal.isa;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Decodes and encodes the operand record of one layout on one generation, from the {@link At} of its components.
 *
 * <p>The declarations are checked when the codec is made: a field that overlaps another, leaves the slot or has a
 * component of the wrong type is a programming error.
 */
final class OperandCodec {
    private static final Pattern HUMP = Pattern.compile("(?<=[a-z])(?=[A-Z])|(?<=[a-zA-Z])(?=[0-9]{2})");

    private final MethodHandle constructor;
    private final Object[] template;
    private final List<Field> fields;
    private final int[] components;
    private final long mask;

    private OperandCodec(MethodHandle constructor, Object[] template, List<Field> fields, int[] components) {
        this.constructor = constructor;
        this.template = template;
        this.fields = List.copyOf(fields);
        this.components = components;
        long covered = 0;
        for (Field field : fields) {
            if ((covered & field.mask()) != 0) {
                throw new IllegalStateException(field + " overlaps another field of " + constructor.type());
            }
            covered |= field.mask();
        }
        this.mask = covered;
    }

    static OperandCodec of(Class<? extends Operands> record, Generation generation) {
        RecordComponent[] declared = record.getRecordComponents();
        Object[] template = new Object[declared.length];
        List<Field> fields = new ArrayList<>();
        List<Integer> components = new ArrayList<>();
        for (int i = 0; i < declared.length; i++) {
            At at = declared[i].getAnnotation(At.class);
            if (at == null || declared[i].getType() != at.type().javaType()) {
                throw new IllegalStateException("%s of %s has no fitting @At".formatted(declared[i], record));
            }
            if (generation.compareTo(at.since()) >= 0) {
                fields.add(field(record, declared[i], at));
                components.add(i);
            } else {
                template[i] = 0;
            }
        }
        int[] indices = components.stream().mapToInt(Integer::intValue).toArray();
        return new OperandCodec(constructor(record, declared), template, fields, indices);
    }

    private static Field field(Class<? extends Operands> record, RecordComponent component, At at) {
        int bytes = at.type().bytes() == 0 ? at.length() : at.type().bytes();
        if (bytes <= 0 || at.value() < 1 || at.value() + bytes > Slot.BYTES) {
            throw new IllegalStateException("%s of %s leaves the slot".formatted(component, record));
        }
        return new Field(wireName(component.getName()), at.value(), bytes, at.type(), accessor(component));
    }

    private static String wireName(String javaName) {
        return HUMP.matcher(javaName).replaceAll("_").toLowerCase(Locale.ROOT);
    }

    private static MethodHandle accessor(RecordComponent component) {
        try {
            return MethodHandles.lookup()
                    .unreflect(component.getAccessor())
                    .asType(MethodType.methodType(Object.class, Operands.class));
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(component.toString(), e);
        }
    }

    private static MethodHandle constructor(Class<? extends Operands> record, RecordComponent[] components) {
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            return MethodHandles.lookup()
                    .findConstructor(record, MethodType.methodType(void.class, types))
                    .asSpreader(Object[].class, types.length)
                    .asType(MethodType.methodType(Operands.class, Object[].class));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(record.toString(), e);
        }
    }

    /** The fields that the generation has, in the order of their declaration. */
    List<Field> fields() {
        return fields;
    }

    /** Bit k says that a field covers byte k of the slot. */
    long mask() {
        return mask;
    }

    Operands decode(Slot slot) {
        Object[] arguments = template.clone();
        for (int i = 0; i < components.length; i++) {
            arguments[components[i]] = fields.get(i).decode(slot);
        }
        try {
            return (Operands) constructor.invokeExact(arguments);
        } catch (Throwable e) {
            throw new LinkageError("constructor of an operand record", e);
        }
    }

    void encode(Operands operands, Slot slot) {
        for (Field field : fields) {
            field.encode(operands, slot);
        }
    }
}
