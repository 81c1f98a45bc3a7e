package dev.perch.cli;

import java.util.Locale;

/** What {@code compare --metrics} prints besides the workload's own figures. */
enum FurtherMetric {
    /** What the idle searches found, and at what effort. */
    SEARCH,
    /** How long the scans of the LLC took (select_idle_cpu). */
    SEARCH_TIME,
    /** How the runqueues' locks were fought for. */
    LOCKS,
    /** How often CPUs switched away from tasks, and why. */
    SWITCHES;

    /** As it is written on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
