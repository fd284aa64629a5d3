package io.nrt4j.runtime.c;

import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.loader.diagnostics.NrtStatus;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A sequencer that met what it cannot run leaves its core without use until a restart. Source: exec.md §3.3, §4.2. */
class UnrecoverableUnitTest {
    private final NrtFixture f = new NrtFixture();

    @AfterEach
    void close() {
        f.close();
    }

    @Test
    void everyLaterRequestIsRefused() {
        f.started();
        NrtModel good = f.load();
        assertThat(f.run(TestPrograms.illegal())).isEqualTo(NrtStatus.NRT_EXEC_COMPLETED_WITH_ERR);
        NrtTensorSet tensors = f.tensors(good, TensorPlacement.DEVICE);
        for (int i = 0; i < 2; i++) {
            assertThat(f.nrt.nrt_execute(good, tensors, tensors)).isEqualTo(NrtStatus.NRT_EXEC_UNIT_UNRECOVERABLE);
            assertThat(f.errors())
                    .endsWith(
                            "NMGR:kmgr_exec Failed to execute model: 10001, error: 101",
                            "NRT:nrt_execute_repeat Failed to execute model x with status 101");
        }
        assertThat(f.dump()).contains("Failure: NRT_EXEC_UNIT_UNRECOVERABLE in nrt_execute()");
    }

    @Test
    void otherCoresGoOn() {
        f.started();
        f.run(TestPrograms.illegal());
        Out<NrtModel> model = new Out<>();
        f.load(NrtFixture.ALL_REDUCE, 1, model);
        NrtTensorSet tensors = f.tensors(model.get(), TensorPlacement.DEVICE);
        assertThat(f.nrt.nrt_execute(model.get(), tensors, tensors)).isEqualTo(NrtStatus.NRT_SUCCESS);
    }

    @Test
    void aRestartMakesTheCoreUsable() {
        f.started();
        f.run(TestPrograms.illegal());
        f.nrt.nrt_close();
        f.started();
        assertThat(f.run(NrtFixture.ALL_REDUCE)).isEqualTo(NrtStatus.NRT_SUCCESS);
    }

    @Test
    void ordinaryFaultsLeaveTheCoreInUse() {
        f.started();
        f.run(TestPrograms.fault());
        f.run(TestPrograms.deadlock());
        assertThat(f.run(NrtFixture.ALL_REDUCE)).isEqualTo(NrtStatus.NRT_SUCCESS);
    }

    /** A request that was queued while the unit still worked learns of its end as well. */
    @Test
    void queuedRequestsEndWithTheStatus() {
        f.with("NEURON_RT_ASYNC_EXEC_MAX_INFLIGHT_REQUESTS", "4").started();
        List<NrtStatus> ended = Collections.synchronizedList(new ArrayList<>());
        f.nrt.nrt_register_async_exec_callback((model, vnc, job, status) -> ended.add(status));
        Out<NrtModel> broken = new Out<>();
        f.load(TestPrograms.illegal(), broken);
        NrtModel good = f.load();
        NrtTensorSet first = f.tensors(broken.get(), TensorPlacement.DEVICE);
        NrtTensorSet second = f.tensors(good, TensorPlacement.DEVICE);
        assertThat(f.nrt.nrt_execute(broken.get(), first, first)).isEqualTo(NrtStatus.NRT_SUCCESS);
        NrtStatus queued = f.nrt.nrt_execute(good, second, second);
        f.nrt.nrt_async_drain_queued_execs(0);
        if (queued == NrtStatus.NRT_SUCCESS) {
            assertThat(ended)
                    .containsExactly(NrtStatus.NRT_EXEC_COMPLETED_WITH_ERR, NrtStatus.NRT_EXEC_UNIT_UNRECOVERABLE);
        } else {
            assertThat(queued).isEqualTo(NrtStatus.NRT_EXEC_UNIT_UNRECOVERABLE);
            assertThat(ended).containsExactly(NrtStatus.NRT_EXEC_COMPLETED_WITH_ERR);
        }
    }
}
