package dev.perch.simulator.workload;

import dev.perch.simulator.Benchmark;
import dev.perch.simulator.Options;
import dev.perch.simulator.Workload;

/** {@code hackbench:ipc=pipe|sockets,mode=process|threads,fds=N,loops=N}. */
public final class HackbenchBenchmark implements Benchmark {
    private static final int USUAL_FDS = 20;
    private static final int MOST_FDS = 1000;
    private static final int USUAL_LOOPS = 100;

    /** For the service loader. */
    public HackbenchBenchmark() {}

    @Override
    public String name() {
        return "hackbench";
    }

    @Override
    public String about() {
        return "groups of senders and receivers; seconds; ipc=pipe|sockets (pipe), mode=process|threads (process),"
                + " fds=N (20), loops=N (100)";
    }

    @Override
    public Workload configured(final Options options) {
        return new Hackbench(options.choice("ipc", Hackbench.Ipc.PIPE), options.choice("mode", Hackbench.Mode.PROCESS),
                options.number("fds", 1, MOST_FDS, USUAL_FDS),
                options.number("loops", 1, Integer.MAX_VALUE, USUAL_LOOPS));
    }
}
