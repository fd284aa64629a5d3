package io.nrt4j.loader.container;

import io.nrt4j.loader.profile.RuntimeProfile;

/**
 * How the container is judged.
 *
 * @param profile the runtime version that judges
 * @param hashCheck whether and how the payload digest is compared
 */
public record ContainerOptions(RuntimeProfile profile, HashCheck hashCheck) {
    /** The reference version, no digest. */
    public static final ContainerOptions DEFAULT = new ContainerOptions(RuntimeProfile.DEFAULT, HashCheck.OFF);
}
