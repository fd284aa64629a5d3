package io.nrt4j.runtime.c;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.nrt4j.hal.InstanceType;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.profile.RuntimeProfile;
import io.nrt4j.loader.testing.LeakWatch;
import io.nrt4j.runtime.config.SimulatedDriver;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranks of one job in one process. Source: exec.md §7.2, §7.3, §8.1; errors.md §6.3, §8. */
@ExtendWith(LeakWatch.class)
@Timeout(60)
class RanksTest {
    private final NrtFixture f = new NrtFixture();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void close() {
        threads.shutdownNow();
        f.close();
    }

    /** One rank with its tensors. */
    private record Rank(NrtModel model, NrtTensor input, NrtTensor output, NrtTensorSet inputs, NrtTensorSet outputs) {}

    /** exec.md §8.1: rank r gives 10^r times 1, 2, ..., 32. */
    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void ranksMeetFromThreadsOfTheirOwn(int count) throws Exception {
        f.started();
        List<Rank> ranks = ranks(NrtFixture.ALL_REDUCE, count);
        for (int request = 0; request < 3; request++) {
            assertThat(onThreads(count, r -> execute(ranks.get(r)))).containsOnly(NrtStatus.NRT_SUCCESS);
        }
        float sum = Integer.parseInt("1".repeat(count));
        for (Rank rank : ranks) {
            ByteBuf output = Unpooled.wrappedBuffer(f.read(rank.output(), 128));
            for (int i = 0; i < 32; i++) {
                assertThat(output.getFloatLE(i * 4)).isEqualTo(sum * (i + 1));
            }
        }
    }

    @Test
    void oneThreadSchedulesAllRanks() throws Exception {
        f.started();
        List<Rank> ranks = ranks(NrtFixture.ALL_REDUCE, 4);
        List<NrtaStatus> statuses = new ArrayList<>();
        for (Rank rank : ranks) {
            NrtaStatus status = new NrtaStatus();
            assertThat(f.nrt.nrta_execute_schedule(rank.model(), rank.inputs(), rank.outputs(), 0, status, new Out<>()))
                    .isEqualTo(NrtStatus.NRT_SUCCESS);
            statuses.add(status);
        }
        for (Rank rank : ranks) {
            f.nrt.nrt_tensor_check_output_completion(rank.output(), -1, 1);
            assertThat(Unpooled.wrappedBuffer(f.read(rank.output(), 128)).getFloatLE(0))
                    .isEqualTo(1111);
        }
        for (int core = 0; core < 4; core++) {
            f.nrt.nrt_async_drain_queued_execs(core);
        }
        assertThat(statuses).allSatisfy(s -> assertThat(s.value()).contains(NrtStatus.NRT_SUCCESS));
    }

    /** A rank alone is a job of its own, and the sum its input. */
    @Test
    void aPlainLoadIsAlone() {
        f.started();
        Rank rank = new Ranks().add(f.load(), 1);
        assertThat(execute(rank)).isEqualTo(NrtStatus.NRT_SUCCESS);
        assertThat(Unpooled.wrappedBuffer(f.read(rank.output(), 128)).getFloatLE(124))
                .isEqualTo(32);
    }

    /** nrt-api.md §6 D. */
    @Test
    void everyRankMayBeForcedToBeAlone() {
        f.with("NEURON_RT_DBG_CC_FORCE_SINGLE_RANK_RG", "1").started();
        Rank rank = ranks(NrtFixture.ALL_REDUCE, 2).get(1);
        assertThat(execute(rank)).isEqualTo(NrtStatus.NRT_SUCCESS);
        assertThat(Unpooled.wrappedBuffer(f.read(rank.output(), 128)).getFloatLE(0))
                .isEqualTo(10);
    }

    @Test
    void aRankWhosePeerNeverComesHangs() {
        f.with("NEURON_RT_EXEC_TIMEOUT", "1").started();
        Rank rank = ranks(NrtFixture.ALL_REDUCE, 2).get(1);
        assertThat(execute(rank)).isEqualTo(NrtStatus.NRT_EXEC_HW_ERR_COLLECTIVES);
        assertThat(f.errors())
                .containsExactly(
                        "TDRV:exec_consume_topsp_cc_notifications (FATAL-RT-UNDEFINED-STATE) missing collectives status"
                                + " on Neuron Device 0 NC 2, model x - suspected hang in collectives operation 0 out of"
                                + " 1",
                        "NMGR:kmgr_exec Failed to execute model: 10002, error: 1200",
                        "NRT:nrt_execute_repeat Failed to execute model x with status 1200");
    }

    /** Two jobs that take their two cores in opposite order: each waits for the other, until the time is over. */
    @Test
    void jobsThatBlockEachOtherEnd() throws Exception {
        f.with("NEURON_RT_EXEC_TIMEOUT", "1").started();
        List<Rank> first = ranks(TestPrograms.allReduces(1), 2);
        List<Rank> second = new ArrayList<>();
        for (int rank = 0; rank < 2; rank++) {
            second.add(new Ranks().load(TestPrograms.allReduceAmong(0, 1), rank, 4));
        }
        assertThat(onThreads(2, r -> execute(r == 0 ? first.get(0) : second.get(1))))
                .containsOnly(NrtStatus.NRT_EXEC_HW_ERR_COLLECTIVES);
        // The cores are free again.
        assertThat(onThreads(2, r -> execute(second.get(r)))).containsOnly(NrtStatus.NRT_SUCCESS);
    }

    /** Ranks of another group need not come. */
    @Test
    void groupsDoNotWaitForEachOther() throws Exception {
        f.with("NEURON_RT_EXEC_TIMEOUT", "5").started();
        List<Rank> ranks = new ArrayList<>();
        for (int rank = 0; rank < 2; rank++) {
            ranks.add(new Ranks().load(TestPrograms.allReduceAmong(0, 1), rank, 4));
        }
        assertThat(onThreads(2, r -> execute(ranks.get(r)))).containsOnly(NrtStatus.NRT_SUCCESS);
    }

    /** errors.md §6.3: the rank of the load, not 0. */
    @Test
    void aRankOutsideOfAllGroupsIsNamed() {
        f.started();
        assertThat(f.load(TestPrograms.allReduceAmong(0, 1), 0, 2, 4, new Out<>()))
                .isEqualTo(NrtStatus.NRT_RESOURCE);
        assertThat(f.errors())
                .startsWith("ENC:enc_parse_replica_groups [nec_dev 2] replica groups (0/1) does not have myself 2");
    }

    /** errors.md R2. */
    @Test
    void ranksWithDifferentFilesAreRefused() {
        f.started();
        assertThat(f.load(TestPrograms.allReduces(1), 0, 0, 2, new Out<>())).isEqualTo(NrtStatus.NRT_SUCCESS);
        assertThat(f.load(TestPrograms.allReduces(2), 1, 1, 2, new Out<>())).isEqualTo(NrtStatus.NRT_FAILURE);
        assertThat(f.errors())
                .containsSubsequence(
                        "ENC:validate_neff_cc_ops [nec_dev 1] mismatching number of cc ops, expected 2 received 1. Check"
                                + " if ranks 1 and 0 are using the same neff",
                        "NMGR:kmgr_load_nn_post_metrics Failed to load NN: program, err: 1");
    }

    /** nrt-api.md §4.7, with ranks on threads of their own. */
    @Test
    void hostsMeet() throws Exception {
        f.started();
        assertThat(onThreads(4, r -> f.nrt.nrt_barrier(r, r, 4))).containsOnly(NrtStatus.NRT_SUCCESS);
        List<ByteBuf> gathered = new ArrayList<>();
        for (int rank = 0; rank < 4; rank++) {
            gathered.add(Unpooled.buffer(32, 32));
        }
        onThreads(4, r -> f.nrt.nrt_all_gather(r, r, 4, 8, Unpooled.buffer(8, 8).setLong(0, 100 + r), gathered.get(r)));
        for (ByteBuf buffer : gathered) {
            for (int rank = 0; rank < 4; rank++) {
                assertThat(buffer.getLong(8 * rank)).isEqualTo(100 + rank);
            }
        }
    }

    /** trn1 has one core per logical core, and 32 of them on 16 devices. */
    @Test
    void ranksLieOnSeveralDevices() throws Exception {
        try (NrtFixture trn1 = new NrtFixture(SimulatedDriver.of(InstanceType.TRN1_32XLARGE), RuntimeProfile.DEFAULT)) {
            trn1.started();
            List<NrtModel> models = new ArrayList<>();
            List<NrtTensorSet> sets = new ArrayList<>();
            for (int rank = 0; rank < 8; rank++) {
                Out<NrtModel> model = new Out<>();
                assertThat(trn1.load(NrtFixture.ALL_REDUCE, rank, rank, 8, model))
                        .isEqualTo(NrtStatus.NRT_SUCCESS);
                models.add(model.get());
                sets.add(trn1.tensors(model.get(), TensorPlacement.HOST));
            }
            assertThat(onThreads(8, r -> trn1.nrt.nrt_execute(models.get(r), sets.get(r), sets.get(r))))
                    .containsOnly(NrtStatus.NRT_SUCCESS);
        }
    }

    private List<Rank> ranks(byte[] neff, int count) {
        List<Rank> ranks = new ArrayList<>();
        for (int rank = 0; rank < count; rank++) {
            ranks.add(new Ranks().load(neff, rank, count));
        }
        return ranks;
    }

    /** Makes ranks, each on the core of its number. */
    private final class Ranks {
        Rank load(byte[] neff, int rank, int count) {
            Out<NrtModel> model = new Out<>();
            NrtStatus status = f.load(neff, rank, rank, count, model);
            assertThat(status).as(() -> f.errors().toString()).isEqualTo(NrtStatus.NRT_SUCCESS);
            return add(model.get(), (int) Math.pow(10, rank));
        }

        Rank add(NrtModel model, int factor) {
            NrtTensor input = f.tensor(TensorPlacement.DEVICE, model.vnc(), 128, "input");
            NrtTensor output = f.tensor(TensorPlacement.DEVICE, model.vnc(), 128, "output");
            ByteBuf bytes = Unpooled.buffer(128);
            for (int i = 0; i < 32; i++) {
                bytes.setFloatLE(i * 4, (i + 1) * factor);
            }
            f.nrt.nrt_tensor_write(input, bytes, 0, 128);
            NrtTensorSet inputs = f.set();
            NrtTensorSet outputs = f.set();
            for (String suffix : List.of("", "put")) {
                f.nrt.nrt_add_tensor_to_tensor_set(inputs, "in" + suffix, input);
                f.nrt.nrt_add_tensor_to_tensor_set(outputs, "out" + suffix, output);
            }
            return new Rank(model, input, output, inputs, outputs);
        }
    }

    private NrtStatus execute(Rank rank) {
        return f.nrt.nrt_execute(rank.model(), rank.inputs(), rank.outputs());
    }

    private List<NrtStatus> onThreads(int count, IntFunction<NrtStatus> body) throws Exception {
        List<Future<NrtStatus>> running = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int rank = i;
            running.add(threads.submit(() -> body.apply(rank)));
        }
        List<NrtStatus> statuses = new ArrayList<>();
        for (Future<NrtStatus> thread : running) {
            statuses.add(thread.get());
        }
        return statuses;
    }
}
