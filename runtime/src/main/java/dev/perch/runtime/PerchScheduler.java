package dev.perch.runtime;

import dev.perch.scheduler.Policy;
import dev.perch.scheduler.runtime.JvmPerch;
import dev.perch.topology.CpuSet;
import dev.perch.topology.Topology;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A scheduler of virtual threads and plain tasks that places each wake-up where Perch's engine says, near its waker
 * and its data.
 *
 * <pre>{@code
 * try (var scheduler = PerchScheduler.builder().machine(Topology.host()).build()) {
 *     ThreadFactory factory = scheduler.virtualThreads().name("rpc-", 0).factory();
 *     ExecutorService tasks = scheduler.newVirtualThreadPerTaskExecutor();
 * }
 * }</pre>
 *
 * <p>Virtual threads need a JDK that lets them have a scheduler of their own: JDK 25 with
 * {@code --add-opens java.base/java.lang=ALL-UNNAMED}. {@link #executor} needs nothing.
 *
 * <p>Limits. A virtual thread cannot be preempted: one that computes for long keeps its carrier, while idle carriers
 * take what waits behind it. One that blocks in the kernel outside the JDK's own parking (file I/O, native code, a
 * lock held in a native frame) keeps its carrier too; the JDK compensates for that only on its own carriers.
 */
public final class PerchScheduler implements AutoCloseable {
    private static final Duration FOREVER = Duration.ofNanos(Long.MAX_VALUE);

    private final Dispatcher dispatcher;
    private final SchedulerBean bean;
    private BackEnd backEnd; // guarded by this; null until virtual threads are asked for

    private PerchScheduler(final Dispatcher dispatcher) {
        this.dispatcher = dispatcher;
        bean = SchedulerBean.register(this, dispatcher.name());
    }

    /** Starts the settings of a scheduler. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * A builder of virtual threads on this scheduler.
     *
     * @throws IllegalStateException if this JDK does not let virtual threads have it; the message tells the remedy
     */
    public VirtualThreads virtualThreads() {
        return virtualThreads(dispatcher.everywhere());
    }

    VirtualThreads virtualThreads(final PreferredLlc preferred) {
        return new VirtualThreads(dispatcher, backEnd(), preferred);
    }

    /**
     * The group called {@code group}, made at the first call: threads that are kept on one last-level cache while
     * that is not overloaded.
     */
    public Group group(final String group) {
        return new Group(group, this, dispatcher.groups().named(group));
    }

    private synchronized BackEnd backEnd() {
        if (backEnd == null) {
            backEnd = BackEnd.ofThisJdk();
            Pollers.joinedBy(dispatcher, backEnd);
        }
        return backEnd;
    }

    /** An executor that starts a virtual thread of this scheduler for each task; throws as {@link #virtualThreads}. */
    public ExecutorService newVirtualThreadPerTaskExecutor() {
        return Executors.newThreadPerTaskExecutor(virtualThreads().factory());
    }

    /**
     * An executor that runs each task on a carrier, to its end: for tasks that compute. A task that blocks keeps its
     * carrier. Closing the executor leaves the scheduler open.
     */
    public ExecutorService executor() {
        return new JobExecutor(dispatcher);
    }

    /** What it has done so far. */
    public Statistics statistics() {
        return Statistics.of(dispatcher);
    }

    /** The CPUs that have a carrier. */
    public CpuSet cpus() {
        return dispatcher.cpus();
    }

    /**
     * Accepts nothing new, waits until every thread and task has ended, and ends the carriers. An interrupt ends the
     * wait, as {@link #close(Duration)} does at its end.
     */
    @Override
    public void close() {
        close(FOREVER);
    }

    /**
     * Closes, but waits no longer than {@code patience}. Threads that are left go on under the JDK's own scheduler.
     *
     * @return whether all had ended
     */
    public boolean close(final Duration patience) {
        final boolean ended = dispatcher.close(patience.compareTo(FOREVER) < 0 ? patience.toNanos() : Long.MAX_VALUE);
        Pollers.leftBy(dispatcher);
        bean.unregister();
        return ended;
    }

    /** The settings of a {@link PerchScheduler}; each has a default. */
    public static final class Builder {
        private String name = "perch";
        private Topology machine; // null: the running host
        private CpuSet cpus;
        private Policy policy = new JvmPerch();
        private boolean pinned = true;
        private long timeShareNanos = Long.MAX_VALUE;

        private Builder() {}

        /** The name that its threads and JMX bean bear. */
        public Builder name(final String is) {
            name = Objects.requireNonNull(is);
            return this;
        }

        /** The machine it runs on; the running host unless said. */
        public Builder machine(final Topology host) {
            machine = Objects.requireNonNull(host);
            return this;
        }

        /** The CPUs that get a carrier; unless said, those that this process may use. */
        public Builder cpus(final CpuSet use) {
            cpus = Objects.requireNonNull(use);
            return this;
        }

        /** Who decides; {@code jvm-perch} unless said. */
        public Builder policy(final Policy decides) {
            policy = Objects.requireNonNull(decides);
            return this;
        }

        /** Whether each carrier stays on its CPU; without, a carrier's CPU is where it should be, not must. */
        public Builder pinned(final boolean pin) {
            pinned = pin;
            return this;
        }

        /**
         * How long one task may run while others wait behind it before these are moved to other carriers, however
         * busy; none unless said. The task itself goes on: a virtual thread cannot be preempted.
         */
        public Builder timeShare(final Duration share) {
            if (share.isNegative() || share.isZero()) {
                throw new IllegalArgumentException("a time share must be positive, not " + share);
            }
            timeShareNanos = share.compareTo(FOREVER) < 0 ? share.toNanos() : Long.MAX_VALUE;
            return this;
        }

        /**
         * The scheduler, its carriers running.
         *
         * @throws IllegalArgumentException if a CPU is not one of the machine's, or no machine is given on a system
         *                                  that does not tell its own
         * @throws IllegalStateException    if a carrier cannot be pinned
         */
        public PerchScheduler build() {
            final Topology host = machine != null ? machine : Topology.host();
            final CpuSet use = cpus != null ? cpus : AllowedCpus.of(host);
            if (use.isEmpty() || !host.cpus().containsAll(use)) {
                throw new IllegalArgumentException("CPUs '" + use + "' are not all of machine " + host.name()
                        + ", which has " + host.cpus() + "; choose among these");
            }
            final var dispatcher = new Dispatcher(name, host, use, policy, pinned, timeShareNanos);
            dispatcher.start();
            return new PerchScheduler(dispatcher);
        }
    }
}
