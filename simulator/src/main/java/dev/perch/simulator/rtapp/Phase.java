package dev.perch.simulator.rtapp;

import dev.perch.topology.CpuSet;
import java.util.List;

/**
 * A part of what a task does.
 *
 * @param loops  how often; -1 for without end
 * @param cpus   where from then on; null for where it was
 * @param events what, in order
 */
record Phase(int loops, CpuSet cpus, List<Event> events) {
    /** Stands for a loop without end. */
    static final int ENDLESS = -1;
}
