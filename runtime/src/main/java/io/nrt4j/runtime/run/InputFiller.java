package io.nrt4j.runtime.run;

import io.nrt4j.loader.manifest.TensorInfo;
import io.nrt4j.runtime.execution.ModelTensors;
import io.nrt4j.runtime.npy.NpyException;
import io.nrt4j.runtime.npy.NpyHeader;
import io.nrt4j.runtime.npy.NpyReader;
import io.nrt4j.runtime.npy.NpyType;
import io.nrt4j.runtime.run.RunReport.InputView;
import io.nrt4j.runtime.run.RunRequest.Inputs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Fills the inputs of all ranks: from files where arguments name them, the others at random. */
final class InputFiller {
    private final LoadedRanks ranks;
    private final long seed;
    private final List<TensorArgument> arguments = new ArrayList<>();

    /**
     * Finds out what the arguments mean.
     *
     * @throws RunArgumentException for one that names no input, or a rank that does not run
     */
    InputFiller(LoadedRanks ranks, Inputs inputs) {
        this.ranks = ranks;
        this.seed = inputs.seed();
        TensorArguments known =
                new TensorArguments("--input", "input", ranks.tensors(0).inputs(), ranks.count());
        inputs.files().forEach(text -> arguments.add(known.parse(text)));
    }

    /** The inputs that no argument gives to all ranks. */
    List<String> missing() {
        return ranks.tensors(0).inputs().stream()
                .map(TensorInfo::name)
                .filter(name -> {
                    for (int rank = 0; rank < ranks.count(); rank++) {
                        if (find(name, rank).isEmpty()) {
                            return true;
                        }
                    }
                    return false;
                })
                .toList();
    }

    /** The last argument counts; one for a rank counts more than one for all. */
    private Optional<TensorArgument> find(String name, int rank) {
        Optional<TensorArgument> found = Optional.empty();
        for (TensorArgument argument : arguments) {
            boolean weaker = argument.rank().isEmpty()
                    && found.filter(f -> f.rank().isPresent()).isPresent();
            if (argument.isFor(name, rank) && !weaker) {
                found = Optional.of(argument);
            }
        }
        return found;
    }

    /**
     * Fills all inputs of all ranks.
     *
     * @throws BadTensorException for a file that does not hold what its tensor needs
     * @throws IOException if a file cannot be read
     */
    List<InputView> fill() throws IOException {
        List<InputView> views = new ArrayList<>();
        for (int rank = 0; rank < ranks.count(); rank++) {
            ModelTensors tensors = ranks.tensors(rank);
            for (TensorInfo info : tensors.inputs()) {
                NpyReader.Sink sink =
                        (offset, bytes, from, length) -> tensors.write(info.name(), offset, bytes, from, length);
                Optional<Path> file = find(info.name(), rank).map(TensorArgument::file);
                if (file.isPresent()) {
                    read(file.get(), info, sink);
                } else {
                    new RandomTensor(info, seed, rank).copyTo(sink);
                }
                String source = file.map(Path::toString).orElse("random:" + seed);
                views.add(new InputView(info.name(), rank, info.dtypeText(), info.shape(), info.size(), source));
            }
        }
        return views;
    }

    private static void read(Path file, TensorInfo info, NpyReader.Sink sink) throws IOException {
        try (NpyReader reader = NpyReader.open(file)) {
            requireFit(file, reader.header(), info);
            reader.copyTo(sink);
        } catch (NpyException e) {
            throw new BadTensorException("input %s: %s: %s".formatted(info.name(), file, e.getMessage()));
        }
    }

    private static void requireFit(Path file, NpyHeader header, TensorInfo info) {
        if (!header.type().fits(info.dtype())) {
            throw new BadTensorException("input %s: expected %s, found %s in %s"
                    .formatted(info.name(), expected(info), header.type().name(), file));
        }
        if (!header.shape().equals(info.shape())) {
            throw new BadTensorException("input %s: expected shape %s, found %s in %s"
                    .formatted(info.name(), info.shape(), header.shape(), file));
        }
    }

    private static String expected(TensorInfo info) {
        String view = NpyType.of(info.dtype()).name();
        return view.equals(info.dtypeText()) ? view : info.dtypeText() + " (as " + view + ")";
    }
}
