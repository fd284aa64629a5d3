package io.nrt4j.runtime.c;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The functions of the C API with what {@link CFunction} says of them. */
final class FunctionCatalogue {
    private FunctionCatalogue() {}

    /** The families of functions, in the order of the sheet. */
    static List<Class<?>> families() {
        return List.of(LibNrt.class.getInterfaces());
    }

    /** All functions, family by family, by name. */
    static List<Method> functions() {
        return families().stream().flatMap(FunctionCatalogue::functions).toList();
    }

    static Stream<Method> functions(Class<?> family) {
        return Arrays.stream(family.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(CFunction.class))
                .sorted(Comparator.comparing(Method::getName));
    }

    static CFunction promise(Method function) {
        return function.getAnnotation(CFunction.class);
    }

    /** A version that has a function. */
    static String versionOf(Method function) {
        CFunction promise = promise(function);
        if (!promise.until().isEmpty()) {
            return "2.30.50.0";
        }
        return promise.since().isEmpty() || promise.since().compareTo("2.31") <= 0 ? "2.31.24.0" : "2.34.10.0";
    }

    /** Calls a function with nulls, zeros and false. */
    static Object callWithNothing(LibNrt library, Method function) throws Throwable {
        Object[] nothing = Arrays.stream(function.getParameterTypes())
                .map(FunctionCatalogue::nothing)
                .toArray();
        try {
            return function.invoke(library, nothing);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static Object nothing(Class<?> type) {
        if (type == boolean.class) {
            return false;
        }
        if (type == long.class) {
            return 0L;
        }
        return type == int.class ? 0 : null;
    }
}
