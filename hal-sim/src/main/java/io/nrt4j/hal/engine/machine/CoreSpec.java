package io.nrt4j.hal.engine.machine;

import io.nrt4j.hal.device.Device;
import io.nrt4j.hal.device.NeuronCore;
import io.nrt4j.hal.engine.compute.ActivationTables;
import io.nrt4j.hal.engine.numeric.Fp8Config;

/**
 * One core of a machine and what its program brings along beside the bytes on the device.
 *
 * @param device the device
 * @param core the physical core
 * @param rank the collective rank that the core works for
 * @param graph index of the graph that it runs; the cores with the same graph of all ranks do collectives together
 * @param tables activation tables
 * @param fp8 conversion of the 8-bit floats
 */
public record CoreSpec(Device device, NeuronCore core, int rank, int graph, ActivationTables tables, Fp8Config fp8) {}
