package io.nrt4j.loader.ucode;

/** What became of a prelink. */
public sealed interface PrelinkResult {
    /** {@link XtlibStatus#NO_ERR} or why the library was refused. */
    XtlibStatus status();

    /** The library is ready for the device. */
    record Linked(PrelinkedLibrary library) implements PrelinkResult {
        @Override
        public XtlibStatus status() {
            return XtlibStatus.NO_ERR;
        }
    }

    /** The library was refused; the log says why. */
    record Refused(XtlibStatus status) implements PrelinkResult {}
}
