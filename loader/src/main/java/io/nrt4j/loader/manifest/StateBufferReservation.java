package io.nrt4j.loader.manifest;

/**
 * One element of {@code runtime_statebuffer_reservation}: state-buffer bytes that the compiler leaves to the runtime.
 * The values are checked at staging. Source: manifest.md §7.4.
 *
 * @param type the only type there is
 * @param offset bytes within each partition
 * @param size bytes per partition
 * @param basePartition first partition
 * @param partitions number of partitions
 */
public record StateBufferReservation(Type type, long offset, long size, long basePartition, long partitions) {
    /** The kinds of reservation. */
    public enum Type {
        /** The event accelerator's, {@code evtaccel}. */
        EVTACCEL(1);

        private final int code;

        Type(int code) {
            this.code = code;
        }

        /** The number in the runtime's record. */
        public int code() {
            return code;
        }
    }
}
