package io.nrt4j.runtime.c;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.nrt4j.hal.InstanceType;
import io.nrt4j.loader.diagnostics.LogLevel;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.manifest.NrtDtype;
import io.nrt4j.loader.profile.RuntimeProfile;
import io.nrt4j.loader.testing.LeakWatch;
import io.nrt4j.runtime.config.SimulatedDriver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What the functions do and say. Source: nrt-api.md §4 and §8, errors.md §2 and §6.2. */
@ExtendWith(LeakWatch.class)
class LibNrtTest {
    private final NrtFixture f = new NrtFixture();

    @AfterEach
    void close() {
        f.close();
    }

    /** nrt-api.md §8.1. */
    @Test
    void countsBeforeTheStartAreNotJudged() {
        f.with("NEURON_RT_VISIBLE_CORES", "0-3,5");
        Out<Integer> count = new Out<>();
        assertThat(f.nrt.nrt_get_visible_nc_count(count)).isEqualTo(NrtStatus.NRT_SUCCESS);
        assertThat(count.get()).isEqualTo(5);
    }

    @Test
    void countsFollowTheCoresOfTheRuntime() {
        Out<Integer> count = new Out<>();
        f.nrt.nrt_get_total_vnc_count(count);
        assertThat(count.get()).isEqualTo(4);
        f.with("NEURON_RT_NUM_CORES", "1").started();
        f.nrt.nrt_get_visible_vnc_count(count);
        assertThat(count.get()).isEqualTo(1);
    }

    /** nrt-api.md §8.2. */
    @Test
    void theRuntimeStartsAgainAfterTheClose() {
        f.started().nrt.nrt_close();
        assertThat(f.load(NrtFixture.ALL_REDUCE, new Out<>())).isEqualTo(NrtStatus.NRT_UNINITIALIZED);
        assertThat(f.init()).isEqualTo(NrtStatus.NRT_SUCCESS);
    }

    /** nrt-api.md §8.3. */
    @Test
    void theVersionGrowsWithTheStruct() {
        Out<NrtVersion> version = new Out<>();
        assertThat(f.nrt.nrt_get_version(version, 159)).isEqualTo(NrtStatus.NRT_FAILURE);
        assertThat(version.value()).isEmpty();
        assertThat(f.errors()).containsExactly("NRT:nrt_get_version Size is < 160");
        f.nrt.nrt_get_version(version, 160);
        assertThat(version.get()).isEqualTo(new NrtVersion(2, 31, 24, 0, "libnrt version 2.31.24.0", ""));
        f.nrt.nrt_get_version(version, 224);
        assertThat(version.get().gitHash()).isEqualTo("0b044f4ce917b633a70eb3d0bc460f34ac3da620");
    }

    /** nrt-api.md §2: sizes and offsets of the structs. */
    @Test
    void structsHaveTheLayoutOfTheHeader() {
        ByteBuf out = Unpooled.buffer();
        new NrtTensorInfo("k_ref", TensorUsage.OUTPUT, 262144, NrtDtype.FLOAT32, List.of(128L, 512L))
                .encode(out, 0x1234);
        assertThat(out.readableBytes()).isEqualTo(296);
        assertThat(out.getByte(0)).isEqualTo((byte) 'k');
        assertThat(out.getIntLE(256)).isEqualTo(1);
        assertThat(out.getLongLE(264)).isEqualTo(262144);
        assertThat(out.getIntLE(272)).isEqualTo(0xA);
        assertThat(out.getLongLE(280)).isEqualTo(0x1234);
        assertThat(out.getIntLE(288)).isEqualTo(2);
        out.clear();
        new NrtVersion(2, 31, 24, 0, "libnrt version 2.31.24.0", "0b").encode(out);
        assertThat(out.readableBytes()).isEqualTo(224);
        assertThat(out.getByte(32)).isEqualTo((byte) 'l');
        assertThat(out.getByte(160)).isEqualTo((byte) '0');
        out.clear();
        Out<NrtInstanceInfo> info = new Out<>();
        f.nrt.nrt_get_instance_info(info, 32);
        info.get().encode(out);
        assertThat(out.readableBytes()).isEqualTo(32);
        assertThat(out.getIntLE(0)).isEqualTo(5);
        assertThat(out.getIntLE(4)).isEqualTo(8);
        assertThat(out.getByte(8)).isEqualTo((byte) 'T');
    }

    /** nrt-api.md §8.6. */
    @Test
    void slicesOfSlicesAddUp() {
        f.started();
        NrtTensor tensor = f.tensor(128);
        ByteBuf bytes = Unpooled.buffer();
        IntStream.range(0, 128).forEach(bytes::writeByte);
        assertThat(f.nrt.nrt_tensor_write(tensor, bytes, 0, 128)).isEqualTo(NrtStatus.NRT_SUCCESS);
        NrtTensor inner = slice(slice(tensor, 16, 64), 8, 16);
        assertThat(f.read(inner, 16)).isEqualTo(Arrays.copyOfRange(bytes.array(), 24, 40));
        free(tensor);
        assertThat(f.read(inner, 16)).startsWith(24);
    }

    @Test
    void memoryIsChargedUntilTheLastSliceGoes() {
        f.started();
        long before = used();
        NrtTensor tensor = f.tensor(1 << 20);
        NrtTensor part = slice(tensor, 0, 16);
        free(tensor);
        assertThat(used()).isEqualTo(before + (1 << 20));
        free(part);
        assertThat(used()).isEqualTo(before);
    }

    /** nrt-api.md §4.2: handles count from 10001; the least used core gets the next model. */
    @Test
    void modelsSpreadOverTheCores() {
        f.started();
        for (int i = 0; i < 5; i++) {
            Out<NrtModel> model = new Out<>();
            f.load(NrtFixture.ALL_REDUCE, -1, model);
            assertThat(model.get().id()).isEqualTo(10001 + i);
            assertThat(model.get().vnc()).isEqualTo(i % 4);
        }
    }

    @Test
    void tensorInfoNamesInputsThenOutputs() {
        f.started();
        Out<List<NrtTensorInfo>> info = new Out<>();
        f.nrt.nrt_get_model_tensor_info(f.load(), info);
        assertThat(info.get())
                .containsExactly(
                        new NrtTensorInfo("input", TensorUsage.INPUT, 128, NrtDtype.FLOAT32, List.of(32L)),
                        new NrtTensorInfo("output", TensorUsage.OUTPUT, 128, NrtDtype.FLOAT32, List.of(32L)));
    }

    /** errors.md §9 R7 in the form of 2.31, memory.md §9.1: report, then the tensor's line, then the infodump. */
    @Test
    void aFullDeviceIsReported() {
        f.started();
        Out<NrtTensor> tensor = new Out<>();
        assertThat(f.nrt.nrt_tensor_allocate(TensorPlacement.DEVICE, 0, 1L << 38, null, tensor))
                .isEqualTo(NrtStatus.NRT_RESOURCE);
        assertThat(tensor.value()).isEmpty();
        List<String> errors = f.errors();
        assertThat(errors).hasSize(4);
        assertThat(errors.get(1))
                .isEqualTo(
                        "TDRV:log_dev_mem Failed to allocate 256.000GB (alignment: none, usage: tensors) on ND 0:NC 0");
        assertThat(errors.get(3))
                .isEqualTo("TDRV:tensor_allocate Failed to allocate 274877906944 bytes on DEVICE for tensor UNKNOWN.");
        assertThat(f.dump()).contains("Failure: NRT_RESOURCE in nrt_tensor_allocate()");
    }

    /** errors.md §6.2: the table also goes to a file, whether a tensor or a model found no room. */
    @Test
    void aFullDeviceIsReportedInAFile(@TempDir Path directory) throws IOException {
        f.with("NEURON_RT_OOM_DUMP_DIRECTORY", directory.toString()).started();
        Path file = directory.resolve("neuron_mem_table_device_0_hbm_0.log");
        f.nrt.nrt_tensor_allocate(TensorPlacement.DEVICE, 0, 1L << 38, null, new Out<>());
        assertThat("TDRV:log_dev_mem_usage_table " + Files.readString(file))
                .isEqualTo(f.errors().get(2) + "\n");
        ModelCases.fill(f);
        Files.delete(file);
        assertThat(f.load(NrtFixture.ALL_REDUCE, new Out<>())).isEqualTo(NrtStatus.NRT_RESOURCE);
        assertThat(file).isNotEmptyFile();
    }

    /** errors.md §1.1: a ring per core, of what is printed. */
    @Test
    void theLastLinesOfACoreAreKept() {
        assertThat(f.load(new byte[100], 2, new Out<>())).isEqualTo(NrtStatus.NRT_UNINITIALIZED);
        assertThat(f.nrt.lastLines(2).lines()).singleElement().asString().endsWith("NRT uninitialized");
        f.with("NEURON_RT_LOG_LEVEL", "INFO").started();
        assertThat(f.nrt.lastLines(0)).contains("Found neuron driver").doesNotContain("API:IN");
        f.load(new byte[100], 3, new Out<>());
        assertThat(f.nrt.lastLines(3))
                .contains("Invalid number of NEFF bytes received 64\n", "Failure: NRT_INVALID in nrt_load()\n");
        assertThat(f.nrt.lastLines(0)).doesNotContain("NEFF bytes");
        assertThat(f.nrt.lastLines(1)).isEmpty();
    }

    /** errors.md §2: the second failure of the same rank is not dumped again. */
    @Test
    void onlyAWorseStatusIsDumpedAgain() {
        f.started();
        f.load(new byte[100], new Out<>());
        int lines = f.dump().size();
        f.load(new byte[100], new Out<>());
        assertThat(f.dump()).hasSize(lines);
    }

    @Test
    void runtimesShareNothing() {
        f.started();
        try (NrtFixture other = new NrtFixture(SimulatedDriver.of(InstanceType.TRN1_2XLARGE), RuntimeProfile.DEFAULT)) {
            other.started();
            NrtModel mine = f.load();
            assertThat(other.nrt.nrt_unload(mine)).isEqualTo(NrtStatus.NRT_INVALID_HANDLE);
            assertThat(other.nrt.nrt_tensor_memset(f.tensor(16), 0, 1, 1)).isEqualTo(NrtStatus.NRT_INVALID);
            assertThat(other.load().id()).isEqualTo(10001);
        }
    }

    /** exec.md §2 and §8.3, errors.md §8: leaf, kmgr_exec, infodump, nrt_execute_repeat. */
    @Test
    void aTensorOfTheWrongSizeIsNamed() {
        f.started();
        NrtModel model = f.load();
        NrtTensorSet inputs = setOf("input", f.tensor(127));
        NrtTensorSet outputs = setOf("output", f.tensor(128));
        assertThat(f.nrt.nrt_execute(model, inputs, outputs)).isEqualTo(NrtStatus.NRT_INVALID);
        assertThat(f.errors())
                .containsExactly(
                        "TDRV:kbl_model_verify_io_tensor_set Tensor input has size 127, expected 128",
                        "NMGR:kmgr_exec Failed to execute model: 10001, error: 2",
                        "NRT:nrt_execute_repeat Failed to execute model x with status 2");
        assertThat(f.dump()).contains("Failure: NRT_INVALID in nrt_execute()");
    }

    /** errors.md §6.1; nrt-api.md §5: what counts are the cores of the runtime, not those of the instance. */
    @Test
    void aCoreThatTheRuntimeDoesNotHaveIsFoundOutWhenStaging() {
        f.with("NEURON_RT_VISIBLE_CORES", "1-2").started();
        Out<NrtModel> model = new Out<>();
        assertThat(f.load(NrtFixture.ALL_REDUCE, 2, model)).isEqualTo(NrtStatus.NRT_INVALID);
        assertThat(model.value()).isEmpty();
        assertThat(f.errors())
                .containsExactly(
                        "TDRV:db_vtpb_get_mla_and_tpb Could not find VNC id 2",
                        "NMGR:dlr_kelf_stage Failed to create shared io",
                        "NMGR:kmgr_load_nn_nc Failed to stage graph: kelf-a.json to NeuronCore",
                        "NMGR:kmgr_load_nn_post_metrics Failed to load NN: x, err: 2");
        assertThat(f.dump()).contains("Failure: NRT_INVALID in nrt_load()");
    }

    /** nrt-api.md §6 A. */
    @Test
    void theFakeInstanceDoesNothing() {
        f.with("NEURON_RT_FAKE_INSTANCE_TYPE", "funtime").started();
        NrtModel model = f.load();
        Out<List<NrtTensorInfo>> info = new Out<>();
        f.nrt.nrt_get_model_tensor_info(model, info);
        assertThat(info.get()).isEmpty();
        assertThat(f.nrt.nrt_execute(model, null, null)).isEqualTo(NrtStatus.NRT_SUCCESS);
    }

    /** errors.md §9 R8. */
    @Test
    void trn1HasFewTopologies() {
        try (NrtFixture trn1 = new NrtFixture(SimulatedDriver.of(InstanceType.TRN1_32XLARGE), RuntimeProfile.DEFAULT)) {
            trn1.started();
            assertThat(trn1.nrt.nrt_load_collectives(null, 0, -1, 0, 24, new Out<>()))
                    .isEqualTo(NrtStatus.NRT_INVALID);
            assertThat(trn1.errors())
                    .containsExactly(
                            "NRT:nrt_load_collectives Unsupported topology. Supported number of Neuron Cores is 1,"
                                    + " 2, 8, 16 or a multiple of 32.  For other configurations, such as multiples of 2,"
                                    + " consider using inf2 instances");
        }
    }

    @Test
    void aLoadPrintsItsArguments() {
        f.started();
        f.load();
        assertThat(f.log)
                .anyMatch(r ->
                        r.level() == LogLevel.DEBUG && r.message().equals("API:IN: (start_nc=0, nc_count=-1, name=x)"));
    }

    private NrtTensorSet setOf(String name, NrtTensor tensor) {
        NrtTensorSet set = f.set();
        f.nrt.nrt_add_tensor_to_tensor_set(set, name, tensor);
        return set;
    }

    private NrtTensor slice(NrtTensor source, long offset, long size) {
        Out<NrtTensor> slice = new Out<>();
        assertThat(f.nrt.nrt_tensor_allocate_slice(source, offset, size, "s", slice))
                .isEqualTo(NrtStatus.NRT_SUCCESS);
        return slice.get();
    }

    private void free(NrtTensor tensor) {
        Out<NrtTensor> out = new Out<>();
        out.set(tensor);
        f.nrt.nrt_tensor_free(out);
    }

    private long used() {
        Out<VncMemoryStats> stats = new Out<>();
        f.nrt.nrt_get_vnc_memory_stats(0, stats, 16, new Out<>());
        return stats.get().bytesUsed();
    }
}
