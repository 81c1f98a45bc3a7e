package dev.perch.simulator.workload;

import dev.perch.scheduler.AddressSpace;
import dev.perch.simulator.Barrier;
import dev.perch.simulator.Behavior;
import dev.perch.simulator.Channel;
import dev.perch.simulator.KernelPath;
import dev.perch.simulator.Metric;
import dev.perch.simulator.Part;
import dev.perch.simulator.SimulatedTask;
import dev.perch.simulator.Span;
import dev.perch.simulator.Workload;
import dev.perch.simulator.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * hackbench: groups of senders and receivers; in each loop every sender of a group writes 100 bytes to every receiver
 * of it. Each of them tells the starter that it is ready; when all have, the starter looks at the clock and lets them
 * go. Judged by the seconds from there to the last one's end. Where the run is cut before that, what is left counts at
 * the rate after its warm-up.
 *
 * @param ipc   what lies between senders and receivers
 * @param mode  whether the tasks are processes or threads of one
 * @param fds   senders, and receivers, in a group
 * @param loops how often each sender writes to each receiver
 */
public record Hackbench(Ipc ipc, Mode mode, int fds, int loops) implements Workload {
    private static final int MESSAGE_BYTES = 100;
    /** A task's own code for a message: a loop around read or write, on the reference core. */
    private static final double THINK_NANOS = 30;
    /** What a task touches between two sleeps: its stacks, its descriptors, its pipes' heads; an estimate. */
    private static final int WORKING_SET = 8 << 10;
    private static final double SECOND = 1e9;
    /**
     * Three half-lives of the load averages; then up to the usual 500 ms, or four million messages: on a Xeon of 112 CPUs
     * the rate over a tenth as many differs from the one over 350 ms by less than 1 %, as its seeds do. Where as many
     * take longer (24 CPUs), the rate changes with the tasks' placement, and the time is needed.
     */
    private static final Span SPAN = new Span(100_000_000, 400_000_000, 4_000_000);
    /**
     * Threads of one process settle later under SCHED_CACHE: its accounts change each 10 ms, and balance goes against them
     * at intervals of 128 ms and more.
     */
    private static final Span THREADS_SPAN = Span.ofMillis(400, 100);

    /** What lies between senders and receivers. */
    public enum Ipc {
        /** Pipes. */
        PIPE,
        /** Unix stream sockets. */
        SOCKETS
    }

    /** What the tasks are. */
    public enum Mode {
        /** Processes, an address space each. */
        PROCESS,
        /** Threads of one process. */
        THREADS
    }

    @Override
    public String name() {
        return "hackbench:ipc=" + lower(ipc) + ",mode=" + lower(mode) + ",fds=" + fds + ",loops=" + loops;
    }

    @Override
    public String caseName() {
        return lower(mode) + "-" + lower(ipc);
    }

    private static String lower(final Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public String loadUnit() {
        return "groups";
    }

    @Override
    public List<Metric> metrics() {
        return List.of(new Metric("time", "s", Metric.Better.LOWER));
    }

    @Override
    public Span span() {
        return mode == Mode.THREADS ? THREADS_SPAN : SPAN;
    }

    @Override
    public boolean runsToCompletion() {
        return true;
    }

    @Override
    public Trial start(final World world, final int groups) {
        final var count = new Count(world, 2 * fds * groups, (long) groups * fds * fds * loops);
        final KernelPath path = world.path(switch (ipc) {
            case PIPE -> KernelPath.PIPE;
            case SOCKETS -> KernelPath.UNIX;
        });
        final var start = new Start(new Channel(path), new Barrier(2 * fds * groups + 1));
        final var shared = new AddressSpace();
        final List<SimulatedTask> tasks = new ArrayList<>();
        for (int group = 0; group < groups; group++) {
            final List<Channel> channels = new ArrayList<>();
            for (int i = 0; i < fds; i++) {
                final var channel = new Channel(path);
                channels.add(channel);
                tasks.add(task(world, shared, new Receiver(channel, start, (long) fds * loops, count)));
            }
            for (int i = 0; i < fds; i++) {
                tasks.add(task(world, shared, new Sender(world, channels.toArray(Channel[]::new), start, loops,
                        count)));
            }
        }
        world.start(task(world, shared, new Starter(tasks, start, count)));
        return count;
    }

    private SimulatedTask task(final World world, final AddressSpace shared, final Behavior behavior) {
        return world.task(mode == Mode.THREADS ? shared : new AddressSpace(), WORKING_SET, behavior);
    }

    /**
     * How all begin together.
     *
     * @param ready where each tells that it is
     * @param go    where all wait
     */
    private record Start(Channel ready, Barrier go) {
        private static final int STEPS = 2;

        /** Step {@code step} of a sender or receiver, from 0. */
        void step(final int step, final SimulatedTask self) {
            if (step == 0) {
                self.send(ready, 1);
            } else {
                self.await(go);
            }
        }
    }

    /** Counts the messages and those who are through with them. */
    private static final class Count implements Trial {
        private final World world;
        private final int tasks;
        private final long total;
        private boolean released;
        private int ended;
        private long received;
        private long receivedBefore;
        private long from;
        private long warmAt;

        Count(final World world, final int tasks, final long total) {
            this.world = world;
            this.tasks = tasks;
            this.total = total;
        }

        void release() {
            released = true;
            from = world.now();
        }

        @Override
        public boolean isUnderway() {
            return released;
        }

        @Override
        public void warm(final long nowNanos) {
            receivedBefore = received;
            warmAt = nowNanos;
        }

        @Override
        public boolean isDone() {
            return ended == tasks;
        }

        @Override
        public Part part() {
            return new Part(received, total, "messages");
        }

        @Override
        public List<Double> results(final long nowNanos) {
            final double rest = received == total ? 0
                    : (double) (nowNanos - warmAt) * (total - received) / (received - receivedBefore);
            return List.of((nowNanos - from + rest) / SECOND);
        }
    }

    /** Creates all tasks, waits until they are ready, then gives the start. */
    private static final class Starter implements Behavior {
        private final List<SimulatedTask> tasks;
        private final Start start;
        private final Count count;
        private int created;
        private int ready;

        Starter(final List<SimulatedTask> tasks, final Start start, final Count count) {
            this.tasks = tasks;
            this.start = start;
            this.count = count;
        }

        @Override
        public void next(final SimulatedTask self) {
            if (created < tasks.size()) {
                self.fork(tasks.get(created++));
            } else if (ready < tasks.size()) {
                ready++;
                self.receive(start.ready());
            } else if (!count.isUnderway()) {
                count.release();
                self.await(start.go());
            } else {
                self.exit();
            }
        }
    }

    private static final class Sender implements Behavior {
        private final World world;
        private final Channel[] channels;
        private final Start start;
        private final int loops;
        private final Count count;
        private int started;
        private boolean thought;
        private int loop;
        private int next;

        Sender(final World world, final Channel[] channels, final Start start, final int loops, final Count count) {
            this.world = world;
            this.channels = channels;
            this.start = start;
            this.loops = loops;
            this.count = count;
        }

        @Override
        public void next(final SimulatedTask self) {
            if (started < Start.STEPS) {
                start.step(started++, self);
            } else if (loop == loops) {
                count.ended++;
                self.exit();
            } else if (!thought) {
                thought = true;
                self.compute(world.code(THINK_NANOS));
            } else {
                thought = false;
                self.send(channels[next], MESSAGE_BYTES);
                next = next + 1 == channels.length ? 0 : next + 1;
                loop += next == 0 ? 1 : 0;
            }
        }
    }

    private static final class Receiver implements Behavior {
        private final Channel channel;
        private final Start start;
        private final Count count;
        private final long messages;
        private int started;
        private long asked;

        Receiver(final Channel channel, final Start start, final long messages, final Count count) {
            this.channel = channel;
            this.start = start;
            this.messages = messages;
            this.count = count;
        }

        @Override
        public void next(final SimulatedTask self) {
            if (started < Start.STEPS) {
                start.step(started++, self);
                return;
            }
            count.received += asked > 0 ? 1 : 0;
            if (asked == messages) {
                count.ended++;
                self.exit();
            } else {
                asked++;
                self.receive(channel);
            }
        }
    }
}
