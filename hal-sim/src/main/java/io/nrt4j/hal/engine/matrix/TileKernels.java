package io.nrt4j.hal.engine.matrix;

import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * The kernels that the running JVM can use.
 *
 * <p>The JDK's vector API is a module that the JVM resolves only when asked to
 * ({@code --add-modules jdk.incubator.vector}); the kernel that is written with it stands in a source tree of its own,
 * {@code src/vector/java}, and is looked up as a service so that nothing here needs the module.
 */
public final class TileKernels {
    private static final String VECTOR_MODULE = "jdk.incubator.vector";
    private static final TileKernel FASTEST = vector().orElseGet(LoopTileKernel::new);

    private TileKernels() {}

    /** The kernel with the vector API where the JVM has it, plain loops otherwise. */
    public static TileKernel fastest() {
        return FASTEST;
    }

    /** Every kernel that this JVM can use, the reference first. */
    public static List<TileKernel> all() {
        return vector().map(v -> List.of(new ScalarTileKernel(), new LoopTileKernel(), v))
                .orElseGet(() -> List.of(new ScalarTileKernel(), new LoopTileKernel()));
    }

    private static Optional<TileKernel> vector() {
        return ModuleLayer.boot().findModule(VECTOR_MODULE).isPresent()
                ? ServiceLoader.load(TileKernel.class, TileKernels.class.getClassLoader())
                        .findFirst()
                : Optional.empty();
    }
}
