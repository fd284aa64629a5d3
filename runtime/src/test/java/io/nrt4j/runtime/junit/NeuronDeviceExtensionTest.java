package io.nrt4j.runtime.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.nrt4j.hal.InstanceType;
import io.nrt4j.loader.testing.AllReduceModel;
import io.nrt4j.runtime.NrtRuntime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** What the extension does to tests: runs small classes of its own through JUnit's launcher. */
class NeuronDeviceExtensionTest {
    /** Disabled for those who find it on their own. */
    @Disabled
    @NeuronDevice(instance = InstanceType.TRN2_3XLARGE)
    static class Subject {
        @TempDir
        private Path directory;

        private int coresBefore;

        @BeforeEach
        void before(NrtRuntime runtime) {
            coresBefore = runtime.cores();
        }

        @Test
        void sharesTheRuntimeWithBeforeEach(NrtRuntime runtime) {
            assertThat(runtime.cores()).isEqualTo(coresBefore);
            assertThat(runtime.openTensors()).isZero();
        }

        @Test
        void closesWhatItOpens(NrtRuntime runtime) throws IOException {
            runtime.load(neff()).close();
        }

        @Test
        void leavesAModelLoaded(NrtRuntime runtime) throws IOException {
            runtime.load(neff());
        }

        @Test
        void failsForAReasonOfItsOwn(NrtRuntime runtime) throws IOException {
            runtime.load(neff());
            throw new IllegalStateException("its own");
        }

        @NeuronDevice(runtime = "two")
        @Test
        void namesNoRuntimeVersion(NrtRuntime runtime) {
            assertThat(runtime.cores()).isZero();
        }

        private Path neff() throws IOException {
            return Files.write(directory.resolve("x.neff"), AllReduceModel.toByteArray());
        }
    }

    @Disabled
    @NeuronDevice
    static class InConstructor {
        InConstructor(NrtRuntime runtime) {
            assertThat(runtime).isNotNull();
        }

        @Test
        void test() {}
    }

    private static Map<String, TestExecutionResult> run(Class<?> subject) {
        Map<String, TestExecutionResult> results = new LinkedHashMap<>();
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(subject))
                .configurationParameter("junit.jupiter.conditions.deactivate", "org.junit.*DisabledCondition")
                .build();
        LauncherConfig config = LauncherConfig.builder()
                .enableTestExecutionListenerAutoRegistration(false)
                .build();
        LauncherFactory.create(config).execute(request, new TestExecutionListener() {
            @Override
            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                if (test.isTest()) {
                    results.put(test.getDisplayName().replaceAll("\\(.*", ""), result);
                }
            }
        });
        return results;
    }

    private static Optional<String> failure(TestExecutionResult result) {
        return result.getThrowable().map(Throwable::getMessage);
    }

    @Test
    void leaksFailATestThatWouldPass() {
        Map<String, TestExecutionResult> results = run(Subject.class);
        assertThat(results).hasSize(5);
        assertThat(failure(results.get("sharesTheRuntimeWithBeforeEach"))).isEmpty();
        assertThat(failure(results.get("closesWhatItOpens"))).isEmpty();
        assertThat(failure(results.get("leavesAModelLoaded")))
                .contains("the test left 1 models loaded and 0 tensors allocated; close them");
        assertThat(failure(results.get("failsForAReasonOfItsOwn"))).contains("its own");
        assertThat(failure(results.get("namesNoRuntimeVersion")))
                .hasValueSatisfying(m -> assertThat(m).contains("'two' is no runtime version"));
    }

    @Test
    void aRuntimeBelongsToOneTest() {
        assertThat(failure(run(InConstructor.class).get("test")))
                .hasValueSatisfying(m -> assertThat(m).contains("a runtime belongs to one test"));
    }
}
