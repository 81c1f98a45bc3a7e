/** Virtual time: the event queue, hardware costs, workloads, runs and comparisons. */
module dev.perch.simulator {
    requires transitive dev.perch.scheduler;
    requires transitive dev.perch.machines;

    exports dev.perch.simulator;
}
