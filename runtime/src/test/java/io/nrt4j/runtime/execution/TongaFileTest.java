package io.nrt4j.runtime.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.MachineFaultException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The inf1 files run up to the first slot that nothing is known of, and say which one it is.
 *
 * <p>Source: isa-encodings.md §7.1 (names and events of v1), §9 (0xC7 is SET_TRANSFER_ADJUST there), exec-corpus.md §7
 * (not run).
 */
@Tag("corpus")
class TongaFileTest {
    private static final int SET_TRANSFER_ADJUST = 0xC7;

    private static final String WITH_HOST_NODE = "dlc-tiny-distilbert-inf1-cc1.4.1";

    static Stream<String> files() {
        return Stream.concat(plain(), Stream.of(WITH_HOST_NODE));
    }

    static Stream<String> plain() {
        return Stream.of("dlc-mxnet-mlp-inf1-cc1.3.7", "dlc-tf-simple-inf1-cc1.6.13");
    }

    @ParameterizedTest
    @MethodSource("plain")
    void faultsAtTheFirstUnknownSlot(String file) {
        try (CorpusModel model = CorpusModel.load(file)) {
            assertFault(model, model.tensors().bindings());
        }
    }

    /** This one has a host node, whose results are inputs of the device's graph. */
    @Test
    void faultsBehindAHostNode() {
        try (CorpusModel model = CorpusModel.load(WITH_HOST_NODE)) {
            TensorBindings given = model.tensors().bindings();
            ExecutionException missing =
                    catchThrowableOfType(ExecutionException.class, () -> model.run(ExecutionOptions.DEFAULT));
            assertThat(missing).hasMessage("Missing tensor Equal:0 in the input set");

            Map<String, TensorPlace> inputs = new HashMap<>(given.inputs());
            TensorPlace output = given.outputs().values().iterator().next();
            model.model(0).variables().table(0).variables().stream()
                    .filter(v -> !v.staged() && !given.outputs().containsKey(v.name()))
                    .forEach(v -> inputs.putIfAbsent(v.name(), new TensorPlace(output.address(), v.size())));
            assertFault(model, new TensorBindings(inputs, given.outputs()));
        }
    }

    private static void assertFault(CorpusModel model, TensorBindings bindings) {
        ModelExecutor executor = model.executor(ExecutionOptions.DEFAULT);
        ExecutionException e =
                catchThrowableOfType(ExecutionException.class, () -> executor.execute(List.of(bindings)));
        assertThat(e)
                .hasMessageContaining("the semantics of v1's SET_TRANSFER_ADJUST are not known")
                .hasMessageContaining("engine PE")
                .hasMessageContaining("opcode 0xc7")
                .hasMessageContaining("slot SET_TRANSFER_ADJUST c710");
        MachineFaultException fault = (MachineFaultException) e.getCause();
        assertThat(fault.kind()).isEqualTo(FaultKind.UNSUPPORTED_OPCODE);
        assertThat(fault.engine()).contains(EngineType.PE);
        assertThat(fault.opcode()).isEqualTo(SET_TRANSFER_ADJUST);
        assertThat(fault.programCounter()).isNotZero();
    }
}
