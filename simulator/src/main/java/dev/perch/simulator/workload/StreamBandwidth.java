package dev.perch.simulator.workload;

import dev.perch.scheduler.AddressSpace;
import dev.perch.simulator.Behavior;
import dev.perch.simulator.Metric;
import dev.perch.simulator.Pages;
import dev.perch.simulator.SimulatedTask;
import dev.perch.simulator.Span;
import dev.perch.simulator.SpinningBarrier;
import dev.perch.simulator.Workload;
import dev.perch.simulator.World;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * STREAM (J. McCalpin) on OpenMP threads: the arrays are touched first by whoever works on them, then Copy, Scale, Add
 * and Triad follow each other so many times, with all threads at every end. Judged, as it reports, by the shortest time
 * of each, the first repetition apart.
 *
 * @param repeats   how often each kernel runs, 2 upwards
 * @param mebibytes the size of each of the three arrays
 */
record StreamBandwidth(int repeats, int mebibytes) implements Workload {
    /** How many arrays a kernel counts as moved; it moves one more, for it reads what it overwrites. */
    private enum Kernel {
        COPY(2), SCALE(2), ADD(3), TRIAD(3);

        private final int arrays;

        Kernel(final int arrays) {
            this.arrays = arrays;
        }
    }

    private static final Kernel[] KERNELS = Kernel.values();
    /**
     * libgomp's spinning where nobody sets a wait policy: 300,000 turns of a loop of a pause each (its manual,
     * GOMP_SPINCOUNT), which a Zen 3 takes 7.4 ms for. Other cores' pauses take a tenth of that to twice as long.
     */
    private static final long SPIN_NANOS = 7_400_000;
    /**
     * A page's first touch, on the reference core: the trap, the page from its list, the charge to its group, zeroing. A
     * guest of Zen 3 takes 2,400, whose host has tables of its own to fill; an estimate, 500 to 2,400.
     */
    private static final double FAULT_NANOS = 1000;
    private static final int PAGE_BYTES = 4096;
    /** How often a fault writes the lock of the mapping, which all arrays and threads share: as it takes and returns it. */
    private static final int FAULT_LINES = 2;
    private static final int ARRAYS = 3;
    private static final int WORKING_SET = 8 << 10;
    /** A thread's part of an array is streamed in so many pieces. */
    private static final int PIECES = 16;
    private static final double MICROS_A_SECOND = 1e3; // bytes a nanosecond to megabytes a second
    /** It ends by itself long before. */
    private static final Span SPAN = Span.ofMillis(0, 60_000);

    @Override
    public String name() {
        return "stream:repeats=" + repeats + ",array=" + mebibytes;
    }

    @Override
    public String caseName() {
        return "stream-" + repeats;
    }

    @Override
    public String loadUnit() {
        return "threads";
    }

    @Override
    public List<Metric> metrics() {
        return Stream.of("copy", "scale", "add", "triad")
                .map(kernel -> new Metric(kernel, "MB/s", Metric.Better.HIGHER)).toList();
    }

    @Override
    public Span span() {
        return SPAN;
    }

    @Override
    public Trial start(final World world, final int threads) {
        final List<SimulatedTask> all = new ArrayList<>();
        final var team = new Team(world, all, threads, ((long) mebibytes << 20) / threads, repeats);
        final var process = new AddressSpace();
        final List<SimulatedTask> others = new ArrayList<>();
        for (int i = 1; i < threads; i++) {
            others.add(world.task(process, WORKING_SET, new Member(team, List.of())));
        }
        final SimulatedTask first = world.task(process, WORKING_SET, new Member(team, others));
        all.add(first);
        all.addAll(others);
        world.start(first);
        return team;
    }

    /** What the threads share; and what is measured. */
    private static final class Team implements Trial {
        private final World world;
        private final SpinningBarrier barrier;
        private final long part;
        private final int rounds;
        private final long bytes;
        private final double[] shortest = new double[KERNELS.length];
        private final List<SimulatedTask> threads;
        private long began;
        private int done;

        Team(final World world, final List<SimulatedTask> team, final int threads, final long part,
                final int repeats) {
            this.world = world;
            this.threads = team;
            this.part = part;
            bytes = part * threads;
            rounds = 1 + repeats * KERNELS.length;
            barrier = new SpinningBarrier(threads, SPIN_NANOS);
            Arrays.fill(shortest, Double.POSITIVE_INFINITY);
        }

        /**
         * How long the faults of a thread's part take it on {@code cpu}: each its own time and two turns of the shared
         * line or, once that has no rest, as many turns as all threads need (the two bounds of a closed queue). Whose turn
         * comes is not fair: give or take what code takes.
         */
        double firstTouch(final int cpu) {
            final double turn = threads.stream().mapToDouble(other -> world.handOver(other.cpu, cpu, 1)).sum()
                    / threads.size();
            final double fault = Math.max(world.code(FAULT_NANOS) + FAULT_LINES * turn,
                    FAULT_LINES * turn * threads.size());
            return ARRAYS * (double) part / PAGE_BYTES * fault * world.variation();
        }

        /** The first thread is through a round's last barrier. */
        void roundEnded() {
            if (done > KERNELS.length) {
                final int kernel = (done - 1) % KERNELS.length;
                shortest[kernel] = Math.min(shortest[kernel], (double) (world.now() - began));
            }
            began = world.now();
            done++;
        }

        @Override
        public void warm(final long nowNanos) {}

        @Override
        public boolean isDone() {
            return done == rounds;
        }

        @Override
        public List<Double> results(final long nowNanos) {
            return Arrays.stream(KERNELS)
                    .map(kernel -> kernel.arrays * bytes * MICROS_A_SECOND / shortest[kernel.ordinal()]).toList();
        }
    }

    /**
     * A thread: the first creates the others, and all of them are counted. A round is a kernel, the one before them all the
     * first touch.
     */
    private static final class Member implements Behavior {
        private enum Step {
            CREATE, COUNT, FAULT, STREAM, MEET, LOOK
        }

        private final Team team;
        private final List<SimulatedTask> others;
        private final Pages pages = new Pages();
        private Step step = Step.CREATE;
        private int created;
        private int round;
        private int piece;

        Member(final Team team, final List<SimulatedTask> others) {
            this.team = team;
            this.others = others;
        }

        private boolean isFirst() {
            return !others.isEmpty() || team.barrier.parties() == 1;
        }

        @Override
        public void next(final SimulatedTask self) {
            switch (step) {
                case CREATE -> {
                    if (created < others.size()) {
                        self.fork(others.get(created++));
                    } else {
                        step = Step.COUNT;
                        next(self);
                    }
                }
                case COUNT -> {
                    self.await(team.barrier);
                    step = Step.FAULT;
                }
                case FAULT -> {
                    self.compute(team.firstTouch(self.cpu));
                    step = Step.STREAM;
                }
                case STREAM -> {
                    final int arrays = round == 0 ? ARRAYS : 1 + KERNELS[(round - 1) % KERNELS.length].arrays;
                    self.stream(pages, arrays * team.part / PIECES);
                    if (++piece == PIECES) {
                        piece = 0;
                        step = Step.MEET;
                    }
                }
                case MEET -> {
                    self.await(team.barrier);
                    step = Step.LOOK;
                }
                case LOOK -> {
                    if (isFirst()) {
                        team.roundEnded();
                    }
                    round++;
                    step = Step.STREAM;
                    if (round == team.rounds) {
                        self.exit();
                    } else {
                        next(self);
                    }
                }
            }
        }
    }
}
