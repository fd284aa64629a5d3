package io.nrt4j.hal.memory;

/** An access to an address behind which there is nothing: unmapped, in a hole, or past the end of a memory. */
public final class MemoryFaultException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long address;

    /**
     * @param address the device address, or the offset where the memory was addressed by offset
     * @param what what was tried and why it cannot be
     */
    public MemoryFaultException(long address, String what) {
        super(what + " at 0x" + Long.toHexString(address));
        this.address = address;
    }

    /** The address or offset that faulted. */
    public long address() {
        return address;
    }
}
