package io.nrt4j.runtime.cli;

import io.nrt4j.loader.diagnostics.LoadException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/** Turns what a command throws into one line for a person and exit code 1; a defect keeps its stack trace. */
final class OperationFailureHandler implements IExecutionExceptionHandler {
    @Override
    public int handleExecutionException(Exception failure, CommandLine command, ParseResult parseResult) {
        PrintWriter err = command.getErr();
        Throwable cause = failure instanceof UncheckedIOException unchecked ? unchecked.getCause() : failure;
        if (cause instanceof LoadException load) {
            err.printf("nrt4j: %s (%d): %s%n", load.status(), load.status().code(), load.getMessage());
        } else if (cause instanceof NoSuchFileException missing) {
            err.printf("nrt4j: no such file: %s%n", missing.getFile());
        } else if (cause instanceof AccessDeniedException denied) {
            err.printf("nrt4j: access denied: %s%n", denied.getFile());
        } else if (cause instanceof FileSystemException fs) {
            err.printf("nrt4j: %s%n", fs.getMessage());
        } else if (cause instanceof IOException io) {
            err.printf("nrt4j: %s%n", io.getMessage());
        } else {
            err.println("nrt4j: internal error, please report it with the file that shows it");
            cause.printStackTrace(err);
        }
        return CommandLine.ExitCode.SOFTWARE;
    }
}
