package io.nrt4j.hal.isa;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says where in the slot a component of an operand record lies and what its bytes mean.
 *
 * <p>The one declaration of a field: {@link OperandCodec} derives from it how to decode and encode it, which bytes
 * of the slot are accounted for, how to print it and what the validator asks of it.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
@interface At {
    /** Byte offset in the slot. */
    int value();

    /** What the bytes mean. */
    FieldType type() default FieldType.U8;

    /** Number of bytes, for the types that do not imply it: {@link FieldType#TEXT} and {@link FieldType#BYTES}. */
    int length() default 0;

    /** The first generation that has the field; before it the bytes are reserved. */
    Generation since() default Generation.V1;
}
