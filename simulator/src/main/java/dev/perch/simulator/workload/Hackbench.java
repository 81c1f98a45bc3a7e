package dev.perch.simulator.workload;

import dev.perch.scheduler.AddressSpace;
import dev.perch.simulator.Barrier;
import dev.perch.simulator.Behavior;
import dev.perch.simulator.Channel;
import dev.perch.simulator.KernelPath;
import dev.perch.simulator.Metric;
import dev.perch.simulator.SimulatedTask;
import dev.perch.simulator.Workload;
import dev.perch.simulator.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * hackbench: groups of senders and receivers; in each loop every sender of a group writes 100 bytes to every receiver
 * of it. All start together once all exist. Judged by the seconds to the last receiver's end; where the run ends
 * before that, by what the rate so far makes of it.
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
    public Trial start(final World world, final int groups) {
        final var count = new Count(world, (long) groups * fds * fds * loops);
        final var start = new Barrier(2 * fds * groups + 1);
        final KernelPath path = world.path(switch (ipc) {
            case PIPE -> KernelPath.PIPE;
            case SOCKETS -> KernelPath.UNIX;
        });
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
                tasks.add(task(world, shared, new Sender(world, channels.toArray(Channel[]::new), start, loops)));
            }
        }
        world.start(task(world, shared, new Starter(tasks, start, count)));
        return count;
    }

    private SimulatedTask task(final World world, final AddressSpace shared, final Behavior behavior) {
        return world.task(mode == Mode.THREADS ? shared : new AddressSpace(), WORKING_SET, behavior);
    }

    /** Counts the messages. */
    private static final class Count implements Trial {
        private final World world;
        private final long total;
        private long received;
        private long receivedBefore;
        private long from;

        Count(final World world, final long total) {
            this.world = world;
            this.total = total;
        }

        void begin() {
            from = world.now();
        }

        @Override
        public void warm(final long nowNanos) {
            if (!isDone()) {
                receivedBefore = received;
                from = nowNanos;
            }
        }

        @Override
        public boolean isDone() {
            return received == total;
        }

        @Override
        public List<Double> results(final long nowNanos) {
            return List.of((nowNanos - from) / SECOND * total / (received - receivedBefore));
        }
    }

    /** Creates all tasks, then gives the start. */
    private static final class Starter implements Behavior {
        private final List<SimulatedTask> tasks;
        private final Barrier start;
        private final Count count;
        private int next;

        Starter(final List<SimulatedTask> tasks, final Barrier start, final Count count) {
            this.tasks = tasks;
            this.start = start;
            this.count = count;
        }

        @Override
        public void next(final SimulatedTask self) {
            if (next < tasks.size()) {
                self.fork(tasks.get(next));
            } else if (next == tasks.size()) {
                self.await(start);
            } else {
                count.begin();
                self.exit();
            }
            next++;
        }
    }

    private static final class Sender implements Behavior {
        private final World world;
        private final Channel[] channels;
        private final Barrier start;
        private final int loops;
        private boolean started;
        private boolean thought;
        private int loop;
        private int next;

        Sender(final World world, final Channel[] channels, final Barrier start, final int loops) {
            this.world = world;
            this.channels = channels;
            this.start = start;
            this.loops = loops;
        }

        @Override
        public void next(final SimulatedTask self) {
            if (!started) {
                started = true;
                self.await(start);
            } else if (loop == loops) {
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
        private final Barrier start;
        private final Count count;
        private final long messages;
        private boolean started;
        private long asked;

        Receiver(final Channel channel, final Barrier start, final long messages, final Count count) {
            this.channel = channel;
            this.start = start;
            this.messages = messages;
            this.count = count;
        }

        @Override
        public void next(final SimulatedTask self) {
            if (!started) {
                started = true;
                self.await(start);
                return;
            }
            count.received += asked > 0 ? 1 : 0;
            if (asked == messages) {
                self.exit();
            } else {
                asked++;
                self.receive(channel);
            }
        }
    }
}
