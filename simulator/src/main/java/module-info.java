/** Virtual time: the event queue, hardware costs, workloads, runs and comparisons. */
module dev.perch.simulator {
    requires transitive dev.perch.scheduler;
    requires transitive dev.perch.machines;
    requires java.management;
    requires HdrHistogram;
    requires tools.jackson.core;

    exports dev.perch.simulator;
    exports dev.perch.simulator.workload;

    uses dev.perch.simulator.Benchmark;

    provides dev.perch.simulator.Benchmark with
            dev.perch.simulator.rtapp.RtAppBenchmark,
            dev.perch.simulator.workload.TbenchBenchmark,
            dev.perch.simulator.workload.NetperfBenchmark,
            dev.perch.simulator.workload.HackbenchBenchmark,
            dev.perch.simulator.workload.SchbenchBenchmark,
            dev.perch.simulator.workload.StreamBenchmark,
            dev.perch.simulator.jvm.JvmBenchmark;
}
