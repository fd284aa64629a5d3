package io.nrt4j.runtime.c;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nrt4j.hal.InstanceType;
import io.nrt4j.loader.diagnostics.LogLevel;
import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.profile.RuntimeProfile;
import io.nrt4j.runtime.c.CFunction.Gate;
import io.nrt4j.runtime.config.SimulatedDriver;
import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every gated function in every state that does not let it in. Source: nrt-api.md §3. */
class StateGuardTest {
    /** What the guard answers in a state. */
    private record Refusal(NrtStatus status, LogLevel level, String message) {}

    private static final Refusal UNINITIALIZED =
            new Refusal(NrtStatus.NRT_UNINITIALIZED, LogLevel.ERROR, "NRT uninitialized");
    private static final Refusal CLOSED = new Refusal(NrtStatus.NRT_CLOSED, LogLevel.WARN, "NRT already closed");
    private static final Refusal FORKED =
            new Refusal(NrtStatus.NRT_FAILURE, LogLevel.ERROR, "Incompatible runtime state: NRT_STATE_CHILD");

    /** Brings a library into a state. */
    private interface State {
        void enter(NrtFixture f) throws Exception;
    }

    private static Stream<DynamicTest> refused(State state, Refusal refusal) {
        return gated().stream()
                .map(function -> DynamicTest.dynamicTest(function.getName(), () -> {
                    try (NrtFixture f = fixture(FunctionCatalogue.versionOf(function))) {
                        state.enter(f);
                        assertRefused(f, function, refusal);
                    }
                }));
    }

    private static List<Method> gated() {
        return FunctionCatalogue.functions().stream()
                .filter(function -> FunctionCatalogue.promise(function).gate() == Gate.INIT)
                .toList();
    }

    private static NrtFixture fixture(String version) {
        return new NrtFixture(
                SimulatedDriver.of(InstanceType.TRN2_3XLARGE),
                RuntimeProfile.named(version).orElseThrow());
    }

    private static void assertRefused(NrtFixture f, Method function, Refusal refusal) throws Exception {
        assertThat(call(f, function)).isEqualTo(refusal.status());
        assertThat(f.log).contains(new LogRecord(refusal.level(), "NRT", function.getName(), refusal.message()));
        assertThat(f.dump()).isEmpty();
    }

    private static Object call(NrtFixture f, Method function) throws Exception {
        try {
            return FunctionCatalogue.callWithNothing(f.nrt, function);
        } catch (Exception e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    @TestFactory
    Stream<DynamicTest> beforeTheStartAFunctionIsUninitialized() {
        return refused(f -> {}, UNINITIALIZED);
    }

    /** nrt_close ends in START, so the answer is 13 again and not 14. */
    @TestFactory
    Stream<DynamicTest> afterTheCloseAFunctionIsUninitialized() {
        return refused(f -> f.started().nrt.nrt_close(), UNINITIALIZED);
    }

    @TestFactory
    Stream<DynamicTest> inAForkedProcessAFunctionFails() {
        return refused(f -> f.nrt.forked(), FORKED);
    }

    /** One library for all of them: none gets in. */
    @TestFactory
    Stream<DynamicTest> duringTheCloseAFunctionIsTurnedAway() throws Exception {
        NrtFixture current = fixture("2.31.24.0").closing();
        NrtFixture old = fixture("2.30.50.0").closing();
        NrtFixture newer = fixture("2.34.10.0").closing();
        return gated().stream()
                .map(function -> DynamicTest.dynamicTest(function.getName(), () -> {
                    NrtFixture f = switch (FunctionCatalogue.versionOf(function)) {
                        case "2.30.50.0" -> old;
                        case "2.34.10.0" -> newer;
                        default -> current;
                    };
                    assertRefused(f, function, CLOSED);
                }))
                .onClose(() -> Stream.of(current, old, newer).forEach(NrtFixture::close));
    }

    /** nrt-api.md §4: a null where the real library crashes. None of the functions throws. */
    @TestFactory
    Stream<DynamicTest> aStartedRuntimeTakesAnything() {
        return FunctionCatalogue.functions().stream()
                .filter(function -> !function.getName().equals("nrt_init"))
                .map(function -> DynamicTest.dynamicTest(function.getName(), () -> {
                    try (NrtFixture f =
                            fixture(FunctionCatalogue.versionOf(function)).started()) {
                        Object answer = call(f, function);
                        if (answer instanceof NrtStatus status && status != NrtStatus.NRT_SUCCESS) {
                            assertThat(FunctionCatalogue.promise(function).statuses())
                                    .contains(status);
                        }
                    }
                }));
    }

    @Test
    void functionsThatAVersionDoesNotHaveAreNotThere() throws Exception {
        try (NrtFixture oldest = fixture("2.14.8.0");
                NrtFixture newest = fixture("2.34.10.0")) {
            for (Method function : FunctionCatalogue.functions()) {
                CFunction promise = FunctionCatalogue.promise(function);
                if (!promise.since().isEmpty()) {
                    assertAbsent(oldest, function);
                }
                if (!promise.until().isEmpty()) {
                    assertAbsent(newest, function);
                }
            }
        }
    }

    private static void assertAbsent(NrtFixture f, Method function) {
        assertThatThrownBy(() -> call(f, function))
                .as(function.getName())
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("libnrt");
    }
}
