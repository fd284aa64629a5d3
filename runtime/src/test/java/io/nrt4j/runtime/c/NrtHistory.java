package io.nrt4j.runtime.c;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.nrt4j.loader.diagnostics.NrtStatus;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A library beside a model of it: what it holds, and what each call must answer. Source: nrt-api.md §3, §4; exec.md §2.
 *
 * <p>The machine has four logical cores, each with an HBM of its own.
 */
final class NrtHistory {
    private static final int CORES = 4;
    private static final int ELEMENT_BYTES = 128;
    private static final int FIRST_MODEL = 10001;

    private final NrtFixture f = new NrtFixture();
    private final List<Tensor> tensors = new ArrayList<>();
    private final List<Model> models = new ArrayList<>();
    private boolean started;
    private int loads;

    /** A handle and what must be behind it; slices share the bytes. */
    private static final class Tensor {
        final NrtTensor handle;
        final byte[] bytes;
        final int offset;
        final int size;
        final int core;
        boolean live = true;

        /** @param core -1 on the host */
        Tensor(NrtTensor handle, byte[] bytes, int offset, int size, int core) {
            this.handle = handle;
            this.bytes = bytes;
            this.offset = offset;
            this.size = size;
            this.core = core;
        }

        byte[] content() {
            return Arrays.copyOfRange(bytes, offset, offset + size);
        }
    }

    private static final class Model {
        final NrtModel handle;
        final int core;
        boolean live = true;

        Model(NrtModel handle, int core) {
            this.handle = handle;
            this.core = core;
        }
    }

    void init() {
        assertThat(f.init()).isEqualTo(NrtStatus.NRT_SUCCESS);
        if (!started) {
            loads = 0;
        }
        started = true;
        check();
    }

    void shutDown() {
        f.nrt.nrt_close();
        started = false;
        tensors.forEach(tensor -> tensor.live = false);
        models.forEach(model -> model.live = false);
        check();
    }

    /**
     * Allocates a tensor.
     *
     * @param a the core; past the last one for a tensor of the host
     * @param b decides the size
     */
    void allocate(int a, int b) {
        boolean onHost = a > CORES;
        int size = b % 2 == 0 ? ELEMENT_BYTES : 1 + b;
        Out<NrtTensor> out = new Out<>();
        NrtStatus status =
                f.nrt.nrt_tensor_allocate(onHost ? TensorPlacement.HOST : TensorPlacement.DEVICE, a, size, "t", out);
        assertStatus(status, onHost || a < CORES ? NrtStatus.NRT_SUCCESS : NrtStatus.NRT_INVALID);
        out.value().ifPresent(handle -> {
            Tensor tensor = new Tensor(handle, new byte[size], 0, size, onHost ? -1 : a);
            tensors.add(tensor);
            // Device memory holds what was there before.
            write(tensors.size() - 1, b);
        });
        check();
    }

    void slice(int a, int b) {
        if (tensors.isEmpty()) {
            return;
        }
        Tensor source = pick(tensors, a);
        int size = source.size - b;
        Out<NrtTensor> out = new Out<>();
        NrtStatus status = f.nrt.nrt_tensor_allocate_slice(source.handle, b, size, "s", out);
        assertStatus(status, source.live && size >= 0 ? NrtStatus.NRT_SUCCESS : NrtStatus.NRT_INVALID);
        out.value()
                .ifPresent(
                        handle -> tensors.add(new Tensor(handle, source.bytes, source.offset + b, size, source.core)));
        check();
    }

    void free(int a) {
        if (tensors.isEmpty()) {
            return;
        }
        Tensor tensor = pick(tensors, a);
        Out<NrtTensor> out = new Out<>();
        out.set(tensor.handle);
        assertStatus(f.nrt.nrt_tensor_free(out), tensor.live ? NrtStatus.NRT_SUCCESS : NrtStatus.NRT_INVALID);
        assertThat(out.value().isEmpty()).isEqualTo(tensor.live && started);
        tensor.live = false;
        check();
    }

    void write(int a, int b) {
        if (tensors.isEmpty()) {
            return;
        }
        Tensor tensor = pick(tensors, a);
        byte[] bytes = new byte[tensor.size];
        Arrays.fill(bytes, (byte) (b + 1));
        NrtStatus status = f.nrt.nrt_tensor_write(tensor.handle, Unpooled.wrappedBuffer(bytes), 0, bytes.length);
        assertStatus(status, tensor.live ? NrtStatus.NRT_SUCCESS : NrtStatus.NRT_INVALID);
        if (status == NrtStatus.NRT_SUCCESS) {
            System.arraycopy(bytes, 0, tensor.bytes, tensor.offset, bytes.length);
        }
    }

    void read(int a) {
        if (tensors.isEmpty()) {
            return;
        }
        Tensor tensor = pick(tensors, a);
        if (started && tensor.live) {
            assertThat(f.read(tensor.handle, tensor.size)).isEqualTo(tensor.content());
        }
    }

    void load(int a) {
        Out<NrtModel> out = new Out<>();
        NrtStatus status = f.load(NrtFixture.ALL_REDUCE, a, out);
        assertStatus(status, a < CORES ? NrtStatus.NRT_SUCCESS : NrtStatus.NRT_INVALID);
        out.value().ifPresent(handle -> {
            assertThat(handle.id()).isEqualTo(FIRST_MODEL + loads);
            loads++;
            models.add(new Model(handle, a));
        });
        check();
    }

    void unload(int a) {
        if (models.isEmpty()) {
            return;
        }
        Model model = pick(models, a);
        assertStatus(f.nrt.nrt_unload(model.handle), model.live ? NrtStatus.NRT_SUCCESS : NrtStatus.NRT_INVALID_HANDLE);
        model.live = false;
        check();
    }

    /** The sum over one rank is its input. */
    void execute(int a, int b) {
        if (models.isEmpty() || tensors.isEmpty()) {
            return;
        }
        Model model = pick(models, a);
        Tensor input = pick(tensors, b);
        Tensor output = pick(tensors, a + b);
        Out<NrtTensorSet> inputs = new Out<>();
        Out<NrtTensorSet> outputs = new Out<>();
        f.nrt.nrt_allocate_tensor_set(inputs);
        f.nrt.nrt_allocate_tensor_set(outputs);
        f.nrt.nrt_add_tensor_to_tensor_set(inputs.value().orElse(null), "input", input.handle);
        f.nrt.nrt_add_tensor_to_tensor_set(outputs.value().orElse(null), "output", output.handle);
        NrtStatus status = f.nrt.nrt_execute(
                model.handle, inputs.value().orElse(null), outputs.value().orElse(null));
        assertStatus(status, expected(model, input, output));
        if (status == NrtStatus.NRT_SUCCESS) {
            System.arraycopy(input.content(), 0, output.bytes, output.offset, output.size);
            assertThat(f.read(output.handle, output.size)).isEqualTo(output.content());
        }
    }

    private static NrtStatus expected(Model model, Tensor input, Tensor output) {
        if (!model.live) {
            return NrtStatus.NRT_INVALID_HANDLE;
        }
        return fits(model, input) && fits(model, output) ? NrtStatus.NRT_SUCCESS : NrtStatus.NRT_INVALID;
    }

    private static boolean fits(Model model, Tensor tensor) {
        return tensor.live && tensor.size == ELEMENT_BYTES && (tensor.core < 0 || tensor.core == model.core);
    }

    /** Gives everything back; the memory of every core must be what it was at the start. */
    void end() {
        if (started) {
            for (int i = 0; i < tensors.size(); i++) {
                if (tensors.get(i).live) {
                    free(i);
                }
            }
            for (int i = 0; i < models.size(); i++) {
                if (models.get(i).live) {
                    unload(i);
                }
            }
            List<Long> left = used();
            f.nrt.nrt_close();
            f.started();
            // What a core's first load puts there for good stays until the close.
            assertThat(left).isEqualTo(used());
        }
        f.close();
    }

    private List<Long> used() {
        List<Long> used = new ArrayList<>();
        for (int core = 0; core < CORES; core++) {
            Out<VncMemoryStats> stats = new Out<>();
            f.nrt.nrt_get_vnc_memory_stats(core, stats, VncMemoryStats.BYTES, new Out<>());
            used.add(stats.get().bytesUsed());
        }
        return used;
    }

    /** Outside of INIT every call is refused before it is looked at. */
    private void assertStatus(NrtStatus status, NrtStatus expected) {
        assertThat(status).as(() -> f.errors().toString()).isEqualTo(started ? expected : NrtStatus.NRT_UNINITIALIZED);
    }

    private void check() {
        assertThat(f.nrt.state()).isEqualTo(started ? RuntimeState.INIT : RuntimeState.START);
        assertThat(f.nrt.openTensors())
                .isEqualTo((int) tensors.stream().filter(t -> t.live).count());
        assertThat(f.nrt.openModels())
                .isEqualTo((int) models.stream().filter(m -> m.live).count());
    }

    private static <T> T pick(List<T> list, int index) {
        return list.get(index % list.size());
    }
}
