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
    /** libgomp's spinning: 300,000 turns of a loop of a pause each, which takes some 40 cycles; 1 to 15 ms. */
    private static final long SPIN_NANOS = 4_000_000;
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
        final var team = new Team(world, threads, ((long) mebibytes << 20) / threads, repeats);
        final var process = new AddressSpace();
        final List<SimulatedTask> others = new ArrayList<>();
        for (int i = 1; i < threads; i++) {
            others.add(world.task(process, WORKING_SET, new Member(team, List.of())));
        }
        world.start(world.task(process, WORKING_SET, new Member(team, others)));
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
        private long began;
        private int done;

        Team(final World world, final int threads, final long part, final int repeats) {
            this.world = world;
            this.part = part;
            bytes = part * threads;
            rounds = 1 + repeats * KERNELS.length;
            barrier = new SpinningBarrier(threads, SPIN_NANOS);
            Arrays.fill(shortest, Double.POSITIVE_INFINITY);
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

    /** A thread: the first creates the others. A round is a kernel, the one before them all the first touch. */
    private static final class Member implements Behavior {
        private enum Step {
            CREATE, STREAM, MEET, LOOK
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
                        step = Step.STREAM;
                        next(self);
                    }
                }
                case STREAM -> {
                    final int arrays = round == 0 ? 3 : 1 + KERNELS[(round - 1) % KERNELS.length].arrays;
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
