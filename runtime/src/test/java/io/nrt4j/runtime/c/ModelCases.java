package io.nrt4j.runtime.c;

import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_FAILURE;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_INVALID;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_INVALID_HANDLE;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_RESOURCE;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_SUCCESS;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_UNSUPPORTED_NEFF_VERSION;

import io.nrt4j.hal.InstanceType;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.runtime.config.SimulatedDriver;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** Loading, unloading, and what is asked about models. Source: nrt-api.md §4.2, §4.5; container.md §8. */
final class ModelCases {
    private static final byte[] GOOD = NrtFixture.ALL_REDUCE;
    private static final int MAJOR = 24;

    private ModelCases() {}

    static List<FunctionCase> all() {
        List<FunctionCase> cases = new ArrayList<>();
        addLoads(cases);
        addCollectiveLoads(cases);
        addUnloads(cases);
        addQuestions(cases);
        return cases;
    }

    private static void addLoads(List<FunctionCase> cases) {
        String load = "nrt_load";
        cases.add(FunctionCase.of(load, NRT_SUCCESS, "on core 0", f -> load(f, GOOD, 0, -1)));
        cases.add(FunctionCase.of(load, NRT_SUCCESS, "on the least used core", f -> load(f, GOOD, -1, -1)));
        cases.add(
                FunctionCase.of(load, NRT_INVALID, "null", f -> f.nrt.nrt_load((ByteSource) null, 0, -1, new Out<>())));
        cases.add(FunctionCase.of(load, NRT_INVALID, "no place for the handle", f -> loadTo(f, null)));
        cases.add(FunctionCase.of(load, NRT_INVALID, "1023 bytes", f -> load(f, new byte[1023], 0, -1)));
        cases.add(FunctionCase.of(load, NRT_INVALID, "core past the end", f -> load(f, GOOD, 4, -1)));
        cases.add(FunctionCase.of(load, NRT_INVALID, "core -2", f -> load(f, GOOD, -2, -1)));
        for (int count : new int[] {-1, 1, 2}) {
            cases.add(FunctionCase.of(load, NRT_SUCCESS, "vnc_count " + count, f -> load(f, GOOD, 0, count)));
        }
        for (int count : new int[] {-2, 0, 3}) {
            cases.add(FunctionCase.of(load, NRT_INVALID, "vnc_count " + count, f -> load(f, GOOD, 0, count)));
        }
        cases.add(FunctionCase.of(load, NRT_UNSUPPORTED_NEFF_VERSION, "major 3", f -> load(f, newer(), 0, -1)));
        cases.add(FunctionCase.of(load, NRT_RESOURCE, "memory full", f -> {
            fill(f);
            return load(f, GOOD, 0, -1);
        }));
    }

    private static void addCollectiveLoads(List<FunctionCase> cases) {
        String load = "nrt_load_collectives";
        cases.add(FunctionCase.of(load, NRT_SUCCESS, "rank 0 of 1", f -> collectives(f, GOOD, 0, 1)));
        cases.add(FunctionCase.of(load, NRT_SUCCESS, "rank 3 of 24 on trn2", f -> collectives(f, GOOD, 3, 24)));
        cases.add(FunctionCase.of(load, NRT_INVALID, "24 ranks on trn1", f -> collectives(f, GOOD, 0, 24))
                .on(SimulatedDriver.of(InstanceType.TRN1_32XLARGE)));
        cases.add(FunctionCase.of(load, NRT_SUCCESS, "64 ranks on trn1", f -> collectives(f, GOOD, 0, 64))
                .on(SimulatedDriver.of(InstanceType.TRN1_32XLARGE)));
        cases.add(FunctionCase.of(load, NRT_INVALID, "rank past the end", f -> collectives(f, GOOD, 2, 2)));
        cases.add(FunctionCase.of(load, NRT_INVALID, "rank -1", f -> collectives(f, GOOD, -1, 2)));
        cases.add(FunctionCase.of(
                load, NRT_INVALID, "null", f -> f.nrt.nrt_load_collectives(null, 0, -1, 0, 1, new Out<>())));
        cases.add(FunctionCase.of(load, NRT_UNSUPPORTED_NEFF_VERSION, "major 3", f -> collectives(f, newer(), 0, 1)));
        cases.add(FunctionCase.of(load, NRT_RESOURCE, "memory full", f -> {
            fill(f);
            return collectives(f, GOOD, 0, 1);
        }));
        cases.add(FunctionCase.of(
                load, NRT_RESOURCE, "rank in no group", f -> collectives(f, TestPrograms.allReduceAmong(1, 2), 0, 3)));
        cases.add(FunctionCase.of(load, NRT_FAILURE, "ranks with different operations", f -> {
            collectives(f, TestPrograms.allReduces(2), 0, 2);
            return collectives(f, TestPrograms.allReduces(1), 1, 2);
        }));
    }

    private static void addUnloads(List<FunctionCase> cases) {
        String unload = "nrt_unload";
        cases.add(FunctionCase.of(unload, NRT_SUCCESS, "once", f -> f.nrt.nrt_unload(f.load())));
        cases.add(FunctionCase.of(unload, NRT_INVALID, "null", f -> f.nrt.nrt_unload(null)));
        cases.add(FunctionCase.of(unload, NRT_INVALID_HANDLE, "twice", f -> f.nrt.nrt_unload(unloaded(f))));
    }

    private static void addQuestions(List<FunctionCase> cases) {
        Map<String, BiFunction<NrtFixture, NrtModel, NrtStatus>> questions = Map.of(
                "nrt_get_model_nc_count",
                (f, model) -> f.nrt.nrt_get_model_nc_count(model, new Out<>()),
                "nrt_get_model_vnc_count",
                (f, model) -> f.nrt.nrt_get_model_vnc_count(model, new Out<>()),
                "nrt_get_model_instance_count",
                (f, model) -> f.nrt.nrt_get_model_instance_count(model, new Out<>()),
                "nrt_get_model_info",
                (f, model) -> f.nrt.nrt_get_model_info(model, new Out<>(), 4, new Out<>()),
                "nrt_get_model_tensor_info",
                (f, model) -> f.nrt.nrt_get_model_tensor_info(model, new Out<>()));
        questions.forEach((name, question) -> {
            cases.add(FunctionCase.of(name, NRT_SUCCESS, "of a model", f -> question.apply(f, f.load())));
            cases.add(FunctionCase.of(name, NRT_INVALID, "null", f -> question.apply(f, null)));
            cases.add(FunctionCase.of(name, NRT_INVALID_HANDLE, "unloaded", f -> question.apply(f, unloaded(f))));
        });
        cases.add(FunctionCase.of(
                "nrt_free_model_tensor_info", NRT_SUCCESS, "", f -> f.nrt.nrt_free_model_tensor_info(new Out<>())));
        cases.add(FunctionCase.of(
                "nrt_free_model_tensor_info", NRT_INVALID, "null", f -> f.nrt.nrt_free_model_tensor_info(null)));
    }

    private static NrtStatus load(NrtFixture f, byte[] neff, int vnc, int count) {
        try (ByteSource source = ByteSource.of(neff)) {
            return f.nrt.nrt_load(source, vnc, count, new Out<>());
        }
    }

    private static NrtStatus loadTo(NrtFixture f, Out<NrtModel> model) {
        try (ByteSource source = ByteSource.of(GOOD)) {
            return f.nrt.nrt_load(source, 0, -1, model);
        }
    }

    private static NrtStatus collectives(NrtFixture f, byte[] neff, int rank, int ranks) {
        return f.load(neff, 0, rank, ranks, new Out<>());
    }

    private static byte[] newer() {
        byte[] neff = GOOD.clone();
        neff[MAJOR] = 3;
        return neff;
    }

    /** Leaves no room on the HBM of core 0. */
    static void fill(NrtFixture f) {
        for (long size = 1L << 40; size >= 4096; size >>= 1) {
            while (f.nrt.nrt_tensor_allocate(TensorPlacement.DEVICE, 0, size, "fill", new Out<>()) == NRT_SUCCESS) {
                // Takes what is there.
            }
        }
    }

    static NrtModel unloaded(NrtFixture f) {
        NrtModel model = f.load();
        f.nrt.nrt_unload(model);
        return model;
    }
}
