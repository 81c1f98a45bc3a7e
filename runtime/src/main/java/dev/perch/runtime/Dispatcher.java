package dev.perch.runtime;

import dev.perch.scheduler.Policy;
import dev.perch.scheduler.Task;
import dev.perch.scheduler.runtime.WakeCost;
import dev.perch.topology.CpuSet;
import dev.perch.topology.SchedDomains;
import dev.perch.topology.Topology;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.FlightRecorder;

/** The carriers and what they share: every wake-up comes here, is placed, and is queued. */
final class Dispatcher {
    private static final long CARRIER_END_MILLIS = 1_000;

    private final String name;
    private final Topology topology;
    private final CpuSet cpus;
    private final boolean pinned;
    private final Carrier[] byCpu;
    private final List<Carrier> carriers = new ArrayList<>();
    private final LiveRunqueues runqueues;
    private final WakeCost wakeCost = new WakeCost();
    private final OutsideWakers outside;
    private final Task outsider; // stands for the threads that are no carriers
    private final Tick tick;
    private final PreferredLlc everywhere;
    private final Groups groups;
    private final AtomicInteger spinning = new AtomicInteger();
    private final int maxSpinning;
    private final Lifetime lifetime;

    /** Carriers on {@code cpus} of {@code topology}; they run when {@link #start} has returned. */
    Dispatcher(final String name, final Topology topology, final CpuSet cpus, final Policy policy,
            final boolean pinned, final long timeShareNanos) {
        this.name = name;
        lifetime = new Lifetime(name);
        this.topology = topology;
        this.cpus = cpus;
        this.pinned = pinned;
        byCpu = new Carrier[topology.size()];
        final var domains = SchedDomains.build(topology, policy.domainRules());
        runqueues = new LiveRunqueues(domains, byCpu, wakeCost);
        outsider = new Task(cpus);
        outside = new OutsideWakers(() -> new Waker(policy.placement(domains, runqueues), topology));
        cpus.forEach(cpu -> {
            byCpu[cpu] = new Carrier(cpu, this, new Waker(policy.placement(domains, runqueues), topology));
            carriers.add(byCpu[cpu]);
        });
        carriers.forEach(this::introduce);
        maxSpinning = Math.max(1, carriers.size() / 2);
        everywhere = new PreferredLlc(cpus, cpus);
        groups = new Groups(topology, cpus);
        final var tickWaker = new Waker(policy.placement(domains, runqueues), topology);
        tick = new Tick(this, new Balance(carriers, runqueues, domains, tickWaker), timeShareNanos);
    }

    private void introduce(final Carrier carrier) {
        final int cpu = carrier.cpu;
        final List<Carrier> others = carriers.stream().filter(other -> other != carrier)
                .sorted(Comparator.comparing((final Carrier other) -> topology.distance(cpu, other.cpu))
                        .thenComparingInt(other -> Math.floorMod(other.cpu - cpu, topology.size())))
                .toList();
        final int near = (int) others.stream()
                .filter(other -> topology.llcs().of(other.cpu) == topology.llcs().of(cpu)).count();
        carrier.neighbours(others, near);
    }

    /** Starts the carriers; throws, and leaves none, if one cannot be pinned. */
    void start() {
        try (var spacers = new Spacers()) {
            carriers.forEach(spacers::start);
        }
        try {
            lifetime.awaitStarted(carriers.size());
        } catch (final IllegalStateException e) {
            stop();
            throw e;
        }
        tick.start();
    }

    /** Makes {@code entity}, which was not runnable, runnable: places and queues it. Any thread. */
    void wake(final Entity entity) {
        if (lifetime.isStopped()) {
            entity.runElsewhere();
            return;
        }
        final Carrier here = here();
        if (here == null) {
            wakeFromOutside(entity, outsideCpu(), true);
        } else if (here.current == entity) { // it yielded, or was unparked while parking
            here.queue.push(entity);
        } else {
            place(entity, here.waker, here.current, here.cpu, here, false);
        }
        if (lifetime.isStopped()) { // since we looked: the carrier may have ended without it
            handOver();
        }
    }

    /**
     * As {@link #wake}, for callers that may leave their carrier at any time: virtual threads that the JDK has not
     * pinned. What is the carrier's own is not touched.
     */
    void wakeUnpinned(final Entity entity) {
        final Carrier here = here();
        if (lifetime.isStopped()) {
            entity.runElsewhere();
            return;
        }
        wakeFromOutside(entity, here == null ? outsideCpu() : here.cpu, here == null);
        if (lifetime.isStopped()) {
            handOver();
        }
    }

    private void wakeFromOutside(final Entity entity, final int cpu, final boolean inInterrupt) {
        final Waker waker = outside.borrow();
        place(entity, waker, outsider, cpu, null, inInterrupt);
        outside.giveBack(waker);
    }

    private void place(final Entity entity, final Waker waker, final Task task, final int cpu, final Carrier here,
            final boolean inInterrupt) {
        final int prev = entity.cpu;
        final int selected = waker.select(entity, task, cpu, inInterrupt, tick.now());
        final Carrier target = carrier(selected) != null ? carrier(selected) : here != null ? here : carriers.get(0);
        if (FlightRecorder.isInitialized()) { // else the first event would bring up all of the flight recorder
            record(cpu, prev, target.cpu, waker);
        }
        count(waker.counters, inInterrupt ? -1 : cpu, prev, target.cpu);
        entity.cpu = target.cpu;
        entity.queuedAt = waker.samples() ? System.nanoTime() : 0;
        if (target == here) {
            here.queue.push(entity);
        } else if (target.accept(entity)) {
            waker.counters.increment(Counters.KICKS);
        }
    }

    private static void record(final int cpu, final int prev, final int selected, final Waker waker) {
        final var event = new PlacementEvent();
        if (event.isEnabled()) {
            event.fill(cpu, prev, selected, waker.search);
            event.commit();
        }
    }

    private void count(final Counters counters, final int waker, final int prev, final int selected) {
        if (waker >= 0) {
            counters.increment(Counters.FROM_WAKER, topology.distance(waker, selected));
        }
        if (prev >= 0) {
            counters.increment(Counters.FROM_PREV, topology.distance(prev, selected));
        }
    }

    private Carrier carrier(final int cpu) {
        return cpu >= 0 && cpu < byCpu.length ? byCpu[cpu] : null;
    }

    /** The carrier that the caller runs on, or null if it is none of ours. */
    Carrier here() {
        return CurrentCarrier.get() instanceof final Carrier carrier && carrier.dispatcher == this ? carrier : null;
    }

    private int outsideCpu() {
        final int cpu = Affinity.currentCpu();
        return carrier(cpu) != null ? cpu : cpus.first();
    }

    /** Lets the caller spin, unless half of the carriers do already. */
    boolean enterSpin() {
        if (spinning.incrementAndGet() <= maxSpinning) {
            return true;
        }
        spinning.decrementAndGet();
        return false;
    }

    void leaveSpin() {
        spinning.decrementAndGet();
    }

    /** Counts a thread or job that begins; throws if it comes from outside after close. */
    void begin() {
        lifetime.begin(here() == null);
    }

    /** Counts a thread or job that has ended. */
    void finished() {
        lifetime.finished();
    }

    /**
     * Accepts no more, waits until all that began has ended, then ends the carriers. If {@code nanos} pass first, or
     * the caller is interrupted, the carriers end at once.
     *
     * @return whether all had ended
     */
    boolean close(final long nanos) {
        if (here() != null) {
            throw new IllegalStateException("scheduler " + name + " cannot be closed by one of its own threads");
        }
        if (!lifetime.isStopped()) {
            lifetime.awaitQuiet(nanos);
            stop();
        }
        return lifetime.isQuiet();
    }

    private void stop() {
        lifetime.stop();
        carriers.forEach(Carrier::kick);
        LockSupport.unpark(tick);
        awaitEnd(tick);
        carriers.forEach(Dispatcher::awaitEnd);
        handOver();
    }

    /** Waits for {@code thread}, but not long for a carrier that is kept by what it runs. */
    private static void awaitEnd(final Thread thread) {
        try {
            thread.join(CARRIER_END_MILLIS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Gives what is still queued on stopped carriers to the JDK's scheduler, so that it is not lost. */
    void handOver() {
        final var left = new Runqueue();
        for (final Carrier carrier : carriers) {
            for (Entity entity = carrier.queue.pull(left); entity != null; entity = carrier.queue.pull(left)) {
                entity.runElsewhere();
            }
        }
        for (Entity entity = left.poll(); entity != null; entity = left.poll()) {
            entity.runElsewhere();
        }
    }

    Lifetime lifetime() {
        return lifetime;
    }

    boolean isStopped() {
        return lifetime.isStopped();
    }

    boolean pins() {
        return pinned;
    }

    String name() {
        return name;
    }

    Topology topology() {
        return topology;
    }

    CpuSet cpus() {
        return cpus;
    }

    LiveRunqueues runqueues() {
        return runqueues;
    }

    WakeCost wakeCost() {
        return wakeCost;
    }

    /** No preference. */
    PreferredLlc everywhere() {
        return everywhere;
    }

    Groups groups() {
        return groups;
    }

    Tick tick() {
        return tick;
    }

    List<Carrier> carriers() {
        return carriers;
    }

    List<Counters> outsideCounters() {
        return outside.counters();
    }
}
