package io.nrt4j.runtime.c;

import io.nrt4j.loader.diagnostics.NrtStatus;

/**
 * Is told when a request of {@code nrt_execute} has ended for which the call did not wait. Source: nrt-api.md §4.6.
 *
 * <p>Called on a thread of the runtime.
 */
@FunctionalInterface
public interface AsyncCallback {
    /**
     * A request has ended.
     *
     * @param model {@code h_nn}, see {@link NrtModel#id}
     * @param vnc the logical core
     * @param job number of the request on its core, from 1
     * @param status how it ended
     */
    void completed(int model, int vnc, long job, NrtStatus status);
}
