package io.nrt4j.runtime.c;

import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.loader.diagnostics.LogLevel;
import io.nrt4j.loader.diagnostics.NrtStatus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One record for the errors of a call. Source: errors.md §1.3. */
class CoalescingTest {
    private final NrtFixture f =
            new NrtFixture().with("NEURON_RT_LOG_COALESCING_ENABLED", "1").started();

    @AfterEach
    void close() {
        f.close();
    }

    /** nrt_load prints no line of its own, so the guard's stands above; the last line comes first. */
    @Test
    void aCallWithoutALineOfItsOwnGetsOne() {
        byte[] newer = NrtFixture.ALL_REDUCE.clone();
        newer[24] = 3;
        assertThat(f.load(newer, new Out<>())).isEqualTo(NrtStatus.NRT_UNSUPPORTED_NEFF_VERSION);
        assertThat(f.errors()).containsExactly("""
                        NLOG:nrt_load nrt_load Generic API Failure
                        \tNMGR:kmgr_load_nn_post_metrics Failed to load NN: x, err: 10
                        \tNEFF:neff_parse NEFF version: 3.0 is not supported, accepted version range: 0.x-2.x
                        """);
        assertThat(f.dump()).contains("Failure: NRT_UNSUPPORTED_NEFF_VERSION in nrt_load()");
    }

    @Test
    void theLineOfTheApiCarriesTheOthers() {
        assertThat(f.nrt.nrt_execute(f.load(), f.set(), f.set())).isEqualTo(NrtStatus.NRT_INVALID);
        assertThat(f.errors()).containsExactly("""
                        NRT:nrt_execute_repeat Failed to execute model x with status 2
                        \tNMGR:kmgr_exec Failed to execute model: 10001, error: 2
                        \tTDRV:kbl_model_verify_io_tensor_set Missing tensor input in the input set
                        """);
    }

    @Test
    void anApiCheckIsAloneInItsRecord() {
        assertThat(f.nrt.nrt_load(io.netty.buffer.Unpooled.wrappedBuffer(new byte[2048]), 2048, 0, 5, new Out<>()))
                .isEqualTo(NrtStatus.NRT_INVALID);
        assertThat(f.errors()).containsExactly("NRT:nrt_load vnc_count is deprecated. only use -1.\n");
        assertThat(f.dump()).isEmpty();
    }

    @Test
    void otherLevelsPass() {
        f.load();
        assertThat(f.log)
                .anyMatch(r -> r.level() == LogLevel.INFO && r.message().startsWith("Loaded NN"));
        assertThat(f.errors()).isEmpty();
    }
}
