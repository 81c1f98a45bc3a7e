package dev.perch.simulator.jvm;

import dev.perch.scheduler.Placement;
import dev.perch.scheduler.Policy;
import dev.perch.scheduler.RunqueueChoice;
import dev.perch.scheduler.RunqueueTable;
import dev.perch.scheduler.Search;
import dev.perch.scheduler.Task;
import dev.perch.scheduler.WakeUp;
import dev.perch.scheduler.runtime.MedianNanos;
import dev.perch.scheduler.runtime.SpinBudget;
import dev.perch.scheduler.runtime.WakeCost;
import dev.perch.simulator.World;
import dev.perch.topology.CpuSet;
import dev.perch.topology.Distance;
import dev.perch.topology.SchedDomains;
import dev.perch.topology.Topology;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The runtime's rules (dev.perch.runtime): a carrier on each CPU, bound to it; the policy gives each wakee to one; a
 * carrier without work takes from the nearest queue that is worth a move, watches for a while, and sleeps. What the
 * policy reads is measured as the runtime measures it, by the same estimators.
 */
final class PlacedCarriers implements Carriers {
    private static final int TICKS_OF_A_CROWD = 2;

    private final World world;
    private final SchedDomains domains;
    private final RunqueueTable table;
    private final Placement placement;
    private final RunqueueChoice core;
    private final Carrier[] byCpu;
    private final Local[] locals; // by CPU
    private final List<Carrier> carriers = new ArrayList<>();
    private final WakeCost wakeCost = new WakeCost();
    private final Task outsider;
    private final WakeUp wakeUp = new WakeUp();
    private final Search search = new Search();
    private int watching;

    /** What is kept of one carrier. */
    private static final class Local {
        private final List<Carrier> neighbours; // nearest first
        private final int near; // how many of them are watched: those of its LLC
        private final MedianNanos meanRun = new MedianNanos(1_000, 100, Long.MAX_VALUE / 2);
        private final MedianNanos wait = new MedianNanos(100, 100, Long.MAX_VALUE / 2);
        private final SpinBudget spin;
        private long idleSince = -1; // -1: it does not idle
        private boolean watches;
        private Carrier help;
        private long takenSeen;
        private long standsSince;
        private int crowdedTicks;

        Local(final List<Carrier> neighbours, final int near, final WakeCost wakeCost) {
            this.neighbours = neighbours;
            this.near = near;
            spin = new SpinBudget(wakeCost);
        }
    }

    PlacedCarriers(final World world, final Policy policy) {
        this.world = world;
        domains = world.domains();
        table = new RunqueueTable(domains);
        placement = policy.placement(domains, table);
        core = new RunqueueChoice(placement, domains.topology());
        outsider = new Task(world.cpus());
        byCpu = new Carrier[domains.topology().size()];
        locals = new Local[byCpu.length];
        world.cpus().forEach(cpu -> {
            byCpu[cpu] = new Carrier(world, this, cpu);
            carriers.add(byCpu[cpu]);
            table.becomeBusy(cpu, 1);
        });
        domains.topology().cpus().minus(world.cpus()).forEach(cpu -> table.becomeBusy(cpu, 1));
        carriers.forEach(carrier -> locals[carrier.index] = local(carrier.index));
        showWakeCost();
    }

    private Local local(final int cpu) {
        final Topology topology = domains.topology();
        final List<Carrier> others = carriers.stream().filter(other -> other.index != cpu)
                .sorted(Comparator.comparing((final Carrier other) -> topology.distance(cpu, other.index))
                        .thenComparingInt(other -> Math.floorMod(other.index - cpu, topology.size())))
                .toList();
        final int near = (int) others.stream()
                .filter(other -> topology.distance(cpu, other.index).compareTo(Distance.LLC) <= 0).count();
        return new Local(others, near, wakeCost);
    }

    @Override
    public List<Carrier> all() {
        return carriers;
    }

    @Override
    public CpuSet boundTo(final Carrier carrier) {
        return CpuSet.of(carrier.index);
    }

    @Override
    public void wake(final VirtualThread wakee, final JvmThread by) {
        final Task running = by.running();
        wakeUp.wakee = wakee;
        wakeUp.waker = running == null ? outsider : running;
        wakeUp.cpu = by.cpu();
        wakeUp.inInterrupt = running == null;
        wakeUp.flags = wakee.cpu < 0 ? WakeUp.FORK : WakeUp.TTWU;
        wakeUp.nowNanos = world.now();
        final Carrier target = byCpu[core.select(wakeUp, search)];
        by.owe(search.probes * world.code(JvmCosts.LOOK));
        wakee.cpu = target.index;
        target.queue.add(wakee, by);
        by.ring(target.sleeper);
        show(target);
    }

    @Override
    public VirtualThread next(final Carrier carrier) {
        VirtualThread found = carrier.queue.take(carrier);
        final Local local = locals[carrier.index];
        if (found == null && local.help != null) {
            found = take(local.help, carrier);
        }
        local.help = null;
        if (found != null) {
            local.wait.sample(world.now() - found.queuedAt);
        }
        for (int i = 0; found == null && i < local.neighbours.size(); i++) {
            carrier.owe(world.code(JvmCosts.LOOK));
            if (isWorthAMove(local.neighbours.get(i))) {
                found = take(local.neighbours.get(i), carrier);
            }
        }
        show(carrier);
        return found;
    }

    private boolean isWorthAMove(final Carrier busy) {
        final int queued = busy.queue.size();
        return queued > 0 && queued * table.meanRunNanos(busy.index) >= wakeCost.nanos();
    }

    private boolean isCrowded(final Carrier busy) {
        return locals[busy.index].wait.getOpaque() >= table.meanRunNanos(busy.index);
    }

    private VirtualThread take(final Carrier busy, final Carrier by) {
        final VirtualThread taken = busy.queue.take(by);
        if (taken != null) {
            taken.cpu = by.index;
            show(busy);
        }
        return taken;
    }

    @Override
    public double idles(final Carrier carrier) {
        final Local local = locals[carrier.index];
        local.idleSince = world.now();
        show(carrier);
        placement.enteredIdle(carrier.index);
        for (int i = 0; i < local.near; i++) {
            look(local.neighbours.get(i));
        }
        if (local.spin.nanos() == 0 || 2 * (watching + 1) > Math.max(2, carriers.size())) {
            return 0;
        }
        local.watches = true;
        watching++;
        return local.spin.nanos();
    }

    @Override
    public VirtualThread watch(final Carrier carrier) {
        final Local local = locals[carrier.index];
        VirtualThread found = carrier.queue.take(carrier);
        for (int i = 0; found == null && i < local.near; i++) {
            final Carrier busy = local.neighbours.get(i);
            if (look(busy) >= wakeCost.nanos() || isWorthAMove(busy)) {
                found = take(busy, carrier);
            }
        }
        if (found != null) {
            busyAgain(carrier);
        }
        return found;
    }

    /** For how long the queue of {@code busy} has been seen to stand still, nanoseconds. */
    private long look(final Carrier busy) {
        final Local local = locals[busy.index];
        if (busy.queue.isEmpty() || busy.queue.taken() != local.takenSeen) {
            local.takenSeen = busy.queue.taken();
            local.standsSince = world.now();
        }
        return world.now() - local.standsSince;
    }

    @Override
    public boolean maySleep(final Carrier carrier) {
        stopWatching(locals[carrier.index]);
        return carrier.queue.isEmpty();
    }

    @Override
    public void awake(final Carrier carrier, final long nanos) {
        if (nanos > 0) {
            wakeCost.woken(nanos);
            showWakeCost();
        }
        busyAgain(carrier);
    }

    @Override
    public void rung(final long nanos) {
        wakeCost.unparked(nanos);
        showWakeCost();
    }

    private void showWakeCost() {
        table.setWakeCostNanos(wakeCost.nanos());
    }

    @Override
    public void ran(final Carrier carrier, final long nanos) {
        final MedianNanos meanRun = locals[carrier.index].meanRun;
        meanRun.sample(nanos);
        table.setMeanRunNanos(carrier.index, meanRun.getOpaque());
    }

    private void busyAgain(final Carrier carrier) {
        final Local local = locals[carrier.index];
        stopWatching(local);
        local.spin.wasIdle(world.now() - local.idleSince);
        local.idleSince = -1;
        show(carrier);
    }

    private void stopWatching(final Local local) {
        watching -= local.watches ? 1 : 0;
        local.watches = false;
    }

    /** Shows the policy how many are runnable on {@code carrier}. */
    private void show(final Carrier carrier) {
        final Local local = locals[carrier.index];
        final boolean idle = local.idleSince >= 0;
        final int running = carrier.queue.size() + (idle ? 0 : 1);
        if (running > 0) {
            table.becomeBusy(carrier.index, running);
        } else {
            table.becomeIdle(carrier.index);
            table.setIdleState(carrier.index, local.idleSince, 0);
        }
    }

    /** The tick: has a sleeping carrier help each whose queue has stood still for {@code nanos}, or is long or crowded. */
    void handOn(final JvmThread tick, final long nanos) {
        for (final Carrier busy : carriers) {
            final boolean isLong = busy.queue.size() * table.meanRunNanos(busy.index) > nanos;
            final Local local = locals[busy.index];
            local.crowdedTicks = !busy.queue.isEmpty() && isCrowded(busy) ? local.crowdedTicks + 1 : 0;
            if (local.idleSince < 0 && !busy.queue.isEmpty()
                    && (look(busy) >= nanos || isLong || local.crowdedTicks >= TICKS_OF_A_CROWD)) {
                help(busy, tick);
            }
        }
    }

    private void help(final Carrier busy, final JvmThread tick) {
        for (final Carrier other : locals[busy.index].neighbours) {
            if (tick.ring(other.sleeper)) {
                locals[other.index].help = busy;
                return;
            }
        }
    }
}
