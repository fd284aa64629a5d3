package io.nrt4j.runtime.c;

/**
 * What the infodump says of the machine around the runtime.
 *
 * @param instanceId the cloud's id of the machine
 * @param kernel operating system, release and build
 * @param nodeName the host's name
 */
public record HostFacts(String instanceId, String kernel, String nodeName) {
    /** The machine that runs the emulator, under an instance id that does not exist. */
    public static HostFacts current() {
        String host = System.getenv().getOrDefault("HOSTNAME", "localhost");
        return new HostFacts(
                "i-0123456789abcdef0",
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                host.isBlank() ? "localhost" : host);
    }
}
