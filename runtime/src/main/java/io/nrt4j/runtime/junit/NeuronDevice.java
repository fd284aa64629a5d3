package io.nrt4j.runtime.junit;

import io.nrt4j.hal.InstanceType;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives every test a {@link io.nrt4j.runtime.NrtRuntime} parameter: an initialised runtime on a machine of its own,
 * which its {@code @BeforeEach} and {@code @AfterEach} methods can have too.
 *
 * <p>A test that leaves a model loaded or a tensor allocated fails. On a method it overrides that of the class.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@ExtendWith(NeuronDeviceExtension.class)
public @interface NeuronDevice {
    /** The machine. */
    InstanceType instance() default InstanceType.TRN2_48XLARGE;

    /** The version of libnrt. */
    String runtime() default "2.31.24.0";

    /** Environment variables, each as {@code NAME=VALUE}; the process's own environment does not count. */
    String[] environment() default {};

    /** Conditions of the machine, such as {@code cores-in-use=0-3}; see {@code MachineConditions}. */
    String[] machine() default {};
}
