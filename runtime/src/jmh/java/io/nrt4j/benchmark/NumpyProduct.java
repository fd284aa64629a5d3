package io.nrt4j.benchmark;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A Python process that multiplies fp32 matrices with numpy when told to.
 *
 * <p>It stays alive between requests, so that only the product counts.
 */
final class NumpyProduct implements AutoCloseable {
    private static final String PROGRAM =
            """
            import sys
            import numpy
            m, k, n = (int(a) for a in sys.argv[1:])
            random = numpy.random.default_rng(1)
            a = random.standard_normal((m, k)).astype(numpy.float32)
            b = random.standard_normal((k, n)).astype(numpy.float32)
            c = numpy.empty((m, n), numpy.float32)
            print("numpy", numpy.__version__, flush=True)
            for line in sys.stdin:
                for _ in range(int(line)):
                    numpy.matmul(a, b, out=c)
                print(c[0, 0], flush=True)
            """;

    private final String[] shape;
    private @Nullable Process process;
    private @Nullable Writer requests;
    private @Nullable BufferedReader replies;

    /** A product of m x k with k x n matrices. */
    NumpyProduct(int m, int k, int n) {
        this.shape = new String[] {Integer.toString(m), Integer.toString(k), Integer.toString(n)};
    }

    /** Starts Python; fails with a message that says so where it or numpy is missing. */
    void start() throws IOException {
        ProcessBuilder command = new ProcessBuilder("python3", "-c", PROGRAM, shape[0], shape[1], shape[2]);
        command.environment().put("OPENBLAS_NUM_THREADS", "1");
        command.environment().put("OMP_NUM_THREADS", "1");
        command.redirectError(ProcessBuilder.Redirect.INHERIT);
        try {
            Process started = command.start();
            process = started;
            requests = started.outputWriter(StandardCharsets.UTF_8);
            replies = new BufferedReader(new InputStreamReader(started.getInputStream(), StandardCharsets.UTF_8));
            System.out.println(reply());
        } catch (IOException e) {
            throw new IOException("no figure of numpy: python3 with the package numpy does not run here", e);
        }
    }

    /** Multiplies some times. */
    void multiply(int times) throws IOException {
        Writer out = requests;
        if (out == null) {
            throw new IllegalStateException("not started");
        }
        out.write(times + "\n");
        out.flush();
        reply();
    }

    private String reply() throws IOException {
        BufferedReader in = replies;
        String line = in == null ? null : in.readLine();
        if (line == null) {
            throw new IOException("python3 ended without a reply");
        }
        return line;
    }

    @Override
    public void close() {
        Process running = process;
        if (running != null) {
            running.destroy();
        }
    }
}
