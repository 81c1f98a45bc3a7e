/** Recorded wake-ups, decided by other policies on the recorded state. */
module dev.perch.replay {
    requires transitive dev.perch.scheduler;
    requires transitive dev.perch.traces;
    requires transitive dev.perch.simulator;
    requires HdrHistogram;
    requires it.unimi.dsi.fastutil;

    exports dev.perch.replay;
    exports dev.perch.replay.closed;

    provides dev.perch.simulator.Benchmark with
            dev.perch.replay.closed.TraceBenchmark;
}
