package io.nrt4j.runtime.junit;

import io.nrt4j.loader.profile.RuntimeProfile;
import io.nrt4j.runtime.NrtRuntime;
import io.nrt4j.runtime.config.MachineConditions;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** Makes and checks the runtime of each test; used through {@link NeuronDevice}. */
public final class NeuronDeviceExtension implements ParameterResolver, AfterEachCallback {
    private static final Namespace NAMESPACE = Namespace.create(NeuronDeviceExtension.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == NrtRuntime.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        if (context.getTestMethod().isEmpty()) {
            throw new ParameterResolutionException(
                    "a runtime belongs to one test: take it as a parameter of a test method,"
                            + " or of a method that is called before or after each test");
        }
        return context.getStore(NAMESPACE)
                .getOrComputeIfAbsent(NrtRuntime.class, key -> start(device(context)), NrtRuntime.class);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        NrtRuntime runtime = context.getStore(NAMESPACE).remove(NrtRuntime.class, NrtRuntime.class);
        if (runtime == null) {
            return;
        }
        int models = runtime.openModels();
        int tensors = runtime.openTensors();
        runtime.close();
        // A test that failed on its way did not come to its end, and is reported for that.
        boolean leaks = models + tensors > 0 && context.getExecutionException().isEmpty();
        if (leaks) {
            throw new AssertionError(
                    "the test left " + models + " models loaded and " + tensors + " tensors allocated; close them");
        }
    }

    private static NrtRuntime start(NeuronDevice device) {
        Map<String, String> environment = new LinkedHashMap<>();
        for (String variable : device.environment()) {
            String[] parts = variable.split("=", 2);
            environment.put(parts[0], parts.length == 1 ? "" : parts[1]);
        }
        RuntimeProfile profile = RuntimeProfile.named(device.runtime())
                .orElseThrow(
                        () -> new ExtensionConfigurationException("'" + device.runtime() + "' is no runtime version"));
        return NrtRuntime.builder()
                .instance(device.instance())
                .driver(MachineConditions.machine(device.instance(), Arrays.asList(device.machine())))
                .profile(profile)
                .environment(environment)
                .build();
    }

    private static NeuronDevice device(ExtensionContext context) {
        return AnnotationSupport.findAnnotation(context.getElement(), NeuronDevice.class)
                .or(() -> AnnotationSupport.findAnnotation(context.getTestClass(), NeuronDevice.class))
                .orElseThrow(() -> new ExtensionConfigurationException("@NeuronDevice is missing"));
    }
}
