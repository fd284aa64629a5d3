package io.nrt4j.runtime.c;

import io.nrt4j.loader.diagnostics.NrtStatus;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What the API promises about one of its functions beside its name; tests hold the functions to it, and the table of
 * functions is made of it.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface CFunction {
    /** Which state of the library lets a call in. */
    Gate gate() default Gate.INIT;

    /** The statuses besides NRT_SUCCESS and those of the gate, in the order of their checks. */
    NrtStatus[] statuses() default {};

    /** The first version that has the function; empty for all known ones. */
    String since() default "";

    /** The first version that does not have the function any more; empty for none. */
    String until() default "";

    /** The section of nrt-api.md. */
    String section();

    /** When a function works. Source: nrt-api.md §3. */
    enum Gate {
        /** Between {@code nrt_init} and {@code nrt_close}; else the guard answers. */
        INIT,
        /** Only before {@code nrt_init}. */
        START,
        /** Always. */
        NONE
    }
}
