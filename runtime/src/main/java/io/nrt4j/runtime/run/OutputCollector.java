package io.nrt4j.runtime.run;

import io.nrt4j.loader.archive.Sha256;
import io.nrt4j.loader.manifest.NrtDtype;
import io.nrt4j.loader.manifest.TensorInfo;
import io.nrt4j.runtime.TensorElements;
import io.nrt4j.runtime.execution.ModelTensors;
import io.nrt4j.runtime.npy.NpyHeader;
import io.nrt4j.runtime.run.RunReport.OutputView;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Takes the outputs of all ranks from the device, digests them and stores them. */
final class OutputCollector {
    private static final int CHUNK = 1 << 20;
    private static final int FIRST_ELEMENTS = 6;

    private final LoadedRanks ranks;
    private final Optional<OutputDirectory> directory;

    OutputCollector(LoadedRanks ranks, Optional<Path> directory) {
        this.ranks = ranks;
        this.directory = directory.map(path -> new OutputDirectory(path, ranks.count() > 1));
    }

    List<OutputView> collect() throws IOException {
        List<OutputView> views = new ArrayList<>();
        for (int rank = 0; rank < ranks.count(); rank++) {
            for (TensorInfo info : ranks.tensors(rank).outputs()) {
                views.add(collect(info, rank));
            }
        }
        return views;
    }

    private OutputView collect(TensorInfo info, int rank) throws IOException {
        ModelTensors tensors = ranks.tensors(rank);
        MessageDigest digest = Sha256.newDigest();
        try (OutputStream out = create(info, rank)) {
            byte[] chunk = new byte[(int) Math.min(CHUNK, info.size())];
            for (long done = 0; done < info.size(); done += chunk.length) {
                int length = (int) Math.min(chunk.length, info.size() - done);
                tensors.read(info.name(), done, chunk, 0, length);
                digest.update(chunk, 0, length);
                out.write(chunk, 0, length);
            }
        }
        if (directory.isPresent()) {
            directory.get().complete(info.name(), rank);
        }
        return new OutputView(
                info.name(),
                rank,
                info.dtypeText(),
                info.shape(),
                info.size(),
                Sha256.hex(digest),
                first(info, tensors),
                directory.map(d -> d.fileOf(info.name(), rank).toString()).orElse(null));
    }

    private OutputStream create(TensorInfo info, int rank) throws IOException {
        if (directory.isEmpty()) {
            return OutputStream.nullOutputStream();
        }
        OutputStream out = directory.get().create(info.name(), rank);
        try {
            out.write(NpyHeader.of(info.dtype(), info.shape()).encode());
            return out;
        } catch (IOException e) {
            out.close();
            throw e;
        }
    }

    private static List<Float> first(TensorInfo info, ModelTensors tensors) {
        NrtDtype dtype = info.dtype().asNumeric();
        byte[] bytes = new byte[(int) Math.min(info.size(), (long) FIRST_ELEMENTS * dtype.bytes())];
        tensors.read(info.name(), 0, bytes, 0, bytes.length);
        List<Float> values = new ArrayList<>();
        for (float value : TensorElements.decode(dtype, bytes)) {
            values.add(value);
        }
        return values;
    }
}
