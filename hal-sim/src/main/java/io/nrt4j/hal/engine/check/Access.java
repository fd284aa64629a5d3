package io.nrt4j.hal.engine.check;

/**
 * One actor's access to some bytes.
 *
 * @param actor number of the actor
 * @param time the actor's own time
 * @param site what it was doing
 */
record Access(int actor, int time, Site site) {}
