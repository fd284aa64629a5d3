package io.nrt4j.benchmark;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A tar program on the path. */
enum TarCommand {
    BSDTAR("bsdtar"),
    GNU_TAR("tar");

    private final String program;

    TarCommand(String program) {
        this.program = program;
    }

    /** bsdtar, the library that real runtimes read archives with, if it is installed. */
    static TarCommand installed() {
        try {
            BSDTAR.version();
            return BSDTAR;
        } catch (IOException e) {
            System.out.println("bsdtar is not installed: GNU tar stands in");
            return GNU_TAR;
        }
    }

    /** What the program calls itself. */
    String version() throws IOException {
        Process process = new ProcessBuilder(program, "--version").start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return text.lines().findFirst().orElse(program);
    }

    /** Decompresses an archive and drops the content of its members. */
    void unpackToNowhere(Path archive) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(program, "-xzOf", archive.toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        int status = process.waitFor();
        if (status != 0) {
            throw new IOException(program + " ended with status " + status);
        }
    }
}
