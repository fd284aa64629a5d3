package io.nrt4j.runtime.c;

import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.testing.LeakWatch;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;

/** Every function with every status that its documentation promises. */
@ExtendWith(LeakWatch.class)
class FunctionCasesTest {
    private static List<FunctionCase> cases() {
        return Stream.of(
                        LifecycleCases.all(),
                        ModelCases.all(),
                        TensorCases.all(),
                        ExecutionCases.all(),
                        AsyncCases.all(),
                        ServiceCases.all(),
                        ProfileCases.all())
                .flatMap(List::stream)
                .toList();
    }

    @TestFactory
    Stream<DynamicTest> statuses() {
        return cases().stream().map(FunctionCasesTest::test);
    }

    @Tag("corpus")
    @TestFactory
    Stream<DynamicTest> statusesOfRealPrograms() {
        return ExecutionCases.ofCorpus().stream().map(FunctionCasesTest::test);
    }

    private static DynamicTest test(FunctionCase c) {
        return DynamicTest.dynamicTest(c.toString(), () -> {
            try (NrtFixture f = c.fixture()) {
                assertThat(c.call().apply(f)).as(() -> c + " " + f.errors()).isEqualTo(c.status());
            }
        });
    }

    /** What {@link CFunction} promises has a case, and a case has a promise. */
    @Test
    void nothingIsPromisedWithoutACase() {
        List<FunctionCase> all = new ArrayList<>(cases());
        all.addAll(ExecutionCases.ofCorpus());
        for (Method function : FunctionCatalogue.functions()) {
            List<NrtStatus> seen = all.stream()
                    .filter(c -> c.function().equals(function.getName()))
                    .map(FunctionCase::status)
                    .filter(status -> status != NrtStatus.NRT_SUCCESS)
                    .distinct()
                    .toList();
            assertThat(seen)
                    .as(function.getName())
                    .containsExactlyInAnyOrder(
                            FunctionCatalogue.promise(function).statuses());
        }
        assertThat(all)
                .extracting(FunctionCase::function)
                .isSubsetOf(FunctionCatalogue.functions().stream()
                        .map(Method::getName)
                        .toList());
        assertThat(all).as("cases beside those of the state guard").hasSizeGreaterThan(300);
    }
}
