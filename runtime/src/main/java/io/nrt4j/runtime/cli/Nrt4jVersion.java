package io.nrt4j.runtime.cli;

import picocli.CommandLine.IVersionProvider;

/** The version of the jar, and the runtime that is emulated by default. */
final class Nrt4jVersion implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String implementation = Nrt4j.class.getPackage().getImplementationVersion();
        return new String[] {"nrt4j " + (implementation == null ? "(development build)" : implementation)};
    }
}
