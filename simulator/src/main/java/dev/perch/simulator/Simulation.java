package dev.perch.simulator;

import dev.perch.machines.Machine;
import dev.perch.machines.Variation;
import dev.perch.scheduler.AddressSpace;
import dev.perch.scheduler.Placement;
import dev.perch.scheduler.Policy;
import dev.perch.scheduler.RunqueueChoice;
import dev.perch.scheduler.RunqueueTable;
import dev.perch.scheduler.Search;
import dev.perch.scheduler.WakeUp;
import dev.perch.scheduler.fair.FairRunqueue;
import dev.perch.simulator.Processor.Phase;
import dev.perch.topology.CpuSet;
import dev.perch.topology.Distance;
import dev.perch.topology.SchedDomains;
import dev.perch.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * One run in virtual time: a machine under a policy, driven by a workload. The event loop, and the state that its
 * parts share: {@link TaskActions} do what tasks do, {@link WakePath} wakes them, {@link Dispatcher} gives CPUs to
 * them. Every CPU does one thing at a time, so that its next change is one event; besides it can be interrupted and
 * ticks, and tasks have timers. Nothing is allocated per event.
 */
final class Simulation implements World {
    /** How much longer or shorter the same stretch of code takes from one time to the next, at most. */
    private static final double JITTER = 0.05;

    /** What the clock shows at the start of a run: the machine has been up for a while, its CPUs idle. */
    static final long START = 10_000_000_000L;
    private static final Phase[] PHASES = Phase.values();
    private static final int PHASE_BITS = Integer.SIZE - Integer.numberOfLeadingZeros(PHASES.length - 1);
    private static final Distance[] DISTANCES = Distance.values();

    final Hardware hardware;
    final Policy policy;
    final RunqueueTable table;
    final Placement placement;
    final RunqueueChoice core;
    final Processor[] processors;
    final GroupLoad groupLoad;
    final MemoryPaths memory;
    final SearchStatistics searches = new SearchStatistics();
    final Dispatcher dispatcher;
    final WakePath wakePath;
    final Locking locking;
    final TaskActions actions;
    final Balancing balancing;
    long now = START;

    private final CpuSet cpus;
    private final Variation variation;
    private final int size;
    private final RandomGenerator random;
    private final List<SimulatedTask> tasks = new ArrayList<>();
    private SimulatedTask[] timers;
    private final double leastCode;
    private final double codeSpread;
    private final List<SimulatedTask> starting = new ArrayList<>();
    private EventQueue activities; // a slot a CPU
    private EventQueue alarms; // a slot for each CPU's tick, then for each one's interrupt, then for each task's timer
    private long happened;
    long wakeUps;

    /** A machine at rest. {@code cpus} are those that the run is bound to. */
    Simulation(final Machine machine, final CpuSet cpus, final Policy policy, final long seed,
            final Variation variation) {
        final CpuSet all = machine.topology().cpus();
        this.cpus = cpus.equals(all) ? all : cpus; // the very object: placement knows it for no restriction
        this.policy = policy;
        final Machine varied = machine.varied(variation);
        hardware = Hardware.of(varied, new KernelCosts(variation));
        this.variation = variation;
        leastCode = (1 - JITTER) / hardware.coreSpeed;
        codeSpread = 2 * JITTER / hardware.coreSpeed;
        random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        final var domains = SchedDomains.build(machine.topology(), policy.domainRules());
        size = machine.topology().size();
        table = new RunqueueTable(domains);
        table.setScanNanos(0, hardware.examineNanos);
        placement = policy.placement(domains, table);
        core = new RunqueueChoice(placement, machine.topology());
        processors = new Processor[size];
        final var runqueues = FairRunqueue.under(policy, machine.topology().cpus().size());
        machine.topology().cpus().forEach(cpu -> processors[cpu] = new Processor(cpu,
                machine.topology().cores().of(cpu),
                (double) machine.topology().capacity(cpu) / Topology.FULL_CAPACITY,
                machine.topology().cores().around(cpu).minus(CpuSet.of(cpu)).stream().toArray(),
                runqueues.of(cpu, machine.topology().capacity(cpu))));
        groupLoad = new GroupLoad(hardware);
        memory = new MemoryPaths(machine.topology(), varied.requireCosts());
        dispatcher = new Dispatcher(this);
        wakePath = new WakePath(this);
        locking = new Locking(this);
        actions = new TaskActions(this);
        balancing = new Balancing(this, domains);
        machine.topology().cpus().forEach(cpu -> dispatcher.restSince(processors[cpu], random.nextLong(START)));
    }

    @Override
    public KernelPath path(final KernelPath path) {
        return path.varied(variation);
    }

    /** Has {@code workload} create its tasks, and starts those that it says. */
    Workload.Trial load(final Workload workload, final int load) {
        final var trial = workload.start(this, load);
        activities = new EventQueue(size, PHASE_BITS);
        alarms = new EventQueue(timerSlot(tasks.size()));
        timers = tasks.toArray(SimulatedTask[]::new);
        starting.forEach(task -> dispatcher.startFirst(task,
                processors[task.cpu >= 0 ? task.cpu : task.allowed().first()]));
        return trial;
    }

    /** Lets everything happen up to {@code until}, nanoseconds; ends earlier where {@code trial} is done. */
    void run(final long until, final Workload.Trial trial) {
        final long last = Math.min(until, EventQueue.NEVER - 1);
        while (!trial.isDone()) {
            final long activity = activities.nextTime();
            final long alarm = alarms.nextTime();
            final long next = Math.min(activity, alarm);
            if (next > last) {
                now = until;
                return;
            }
            now = next;
            happened++;
            if (activity <= alarm) {
                activity(activities.poll());
            } else {
                alarm(alarms.poll());
            }
        }
    }

    /** Lets everything happen until all tasks of {@code trial} have begun. */
    void runUntilUnderway(final Workload.Trial trial) {
        while (!trial.isUnderway() && nextTime() != EventQueue.NEVER) {
            run(nextTime(), trial);
        }
    }

    /** When the next event happens; {@link EventQueue#NEVER} where there is none. */
    long nextTime() {
        return Math.min(activities.nextTime(), alarms.nextTime());
    }

    private void alarm(final int slot) {
        if (slot < size) {
            dispatcher.tick(processors[slot]);
        } else if (slot < timerSlot(0)) {
            dispatcher.interrupt(processors[slot - size]);
        } else {
            wakePath.timer(timers[slot - timerSlot(0)]);
        }
    }

    private void activity(final int event) {
        final Processor p = processors[event >> PHASE_BITS];
        switch (PHASES[event & (1 << PHASE_BITS) - 1]) { // p.phase; but p itself may be far in a large machine's caches
            case RUNNING -> actions.perform(p);
            case SWITCHING -> dispatcher.switched(p);
            case DECIDING -> wakePath.enqueue(p);
            case ENQUEUEING -> wakePath.enqueued(p);
            case LISTING -> wakePath.listed(p);
            case WAKING_UP -> dispatcher.awake(p);
            case GOING_IDLE -> dispatcher.rest(p);
            case IDLE -> throw new IllegalStateException("an idle CPU has no activity");
        }
    }

    /** {@code p}'s present activity ends {@code nanos} from now. */
    void after(final Processor p, final double nanos) {
        activities.schedule(p.cpu, p.phase.ordinal(), now + Math.round(nanos));
    }

    /** {@code p}'s present activity ends at {@code time}. */
    void at(final Processor p, final long time) {
        activities.schedule(p.cpu, p.phase.ordinal(), time);
    }

    void tickAt(final Processor p, final long time) {
        alarms.schedule(p.cpu, time);
    }

    void interruptAfter(final Processor p, final double nanos) {
        alarms.schedule(size + p.cpu, now + Math.round(nanos));
    }

    void timerAfter(final SimulatedTask task, final long nanos) {
        alarms.schedule(timerSlot(task.index), now + nanos);
    }

    /** The alarms' slot for the timer of the task with this index: after each CPU's tick and interrupt. */
    private int timerSlot(final int task) {
        return 2 * size + task;
    }

    /** How many events have happened. */
    long happened() {
        return happened;
    }

    List<SimulatedTask> tasks() {
        return tasks;
    }

    @Override
    public CpuSet cpus() {
        return cpus;
    }

    @Override
    public long now() {
        return now;
    }

    @Override
    public SimulatedTask task(final AddressSpace space, final int workingSet, final Behavior behavior) {
        EventQueue.requireSlots(timerSlot(tasks.size() + 1)); // before they fill the memory
        final var task = new SimulatedTask(tasks.size(), space, hardware.footprint(workingSet), cpus, behavior);
        tasks.add(task);
        return task;
    }

    @Override
    public DataSet data(final int bytes) {
        return new DataSet(hardware.footprint(bytes));
    }

    @Override
    public void start(final SimulatedTask task) {
        starting.add(task);
    }

    @Override
    public SchedDomains domains() {
        return table.domains();
    }

    @Override
    public double handOver(final int writer, final int cpu, final double lines) {
        return hardware.handOver(writer, cpu, lines);
    }

    @Override
    public Footprint footprint(final int workingSet) {
        return hardware.footprint(workingSet);
    }

    @Override
    public double refill(final Footprint footprint, final int from, final int to, final long others) {
        return footprint.refill(hardware.distance(from, to), others);
    }

    @Override
    public double chance() {
        return random.nextDouble();
    }

    @Override
    public Distance distance(final int cpu, final int other) {
        return DISTANCES[hardware.distance(cpu, other)];
    }

    @Override
    public double turn() {
        return (hardware.kernel.dequeue + hardware.kernel.pick) / hardware.coreSpeed + hardware.switchThreads;
    }

    @Override
    public double variation() {
        return 1 - JITTER + 2 * JITTER * random.nextDouble();
    }

    @Override
    public double code(final double nanos) {
        return nanos * (leastCode + codeSpread * random.nextDouble());
    }

    @Override
    public double cycles(final double cycles) {
        return cycles / hardware.gigahertz * (1 - JITTER + 2 * JITTER * random.nextDouble());
    }
}
