package dev.perch.cli.explain;

import dev.perch.scheduler.AddressSpace;
import dev.perch.scheduler.Placement;
import dev.perch.scheduler.Policy;
import dev.perch.scheduler.RunqueueChoice;
import dev.perch.scheduler.RunqueueTable;
import dev.perch.scheduler.Search;
import dev.perch.scheduler.Task;
import dev.perch.scheduler.WakeUp;
import dev.perch.scheduler.placement.IdleScanLimit;
import dev.perch.scheduler.placement.Observer;
import dev.perch.topology.CpuSet;
import dev.perch.topology.SchedDomain;
import dev.perch.topology.SchedDomains;
import dev.perch.topology.Topology;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A moment put together from flags. Busy CPUs run one task each, of full utilisation; an LLC's nr_idle_scan follows
 * from its utilisation under the policy, its has_idle_cores from its cores. What SIS_PROP keeps is as at boot: a
 * millisecond of average idle time, scans that cost nothing. The core's part around the policy is played too.
 *
 * @param topology the machine
 * @param waker    the waker's CPU
 * @param prev     the wakee's previous CPU
 * @param recent   the one before; {@code prev} if it never moved
 * @param busy     the busy CPUs
 * @param allowed  where the wakee may run
 * @param call     what comes to a CPU: a wakee, the waker's new child, or the waker itself with a new program
 * @param sync     whether the waker is about to sleep
 * @param usedPct  utilisation of every LLC in percent; where empty, its share of busy CPUs
 * @param preferredCpu the CPU that the wakee's address space prefers; -1 for none
 * @param idleMask the CPUs in the idle mask, among them all that idle; where empty, every CPU
 */
public record FlagSituation(Topology topology, int waker, int prev, int recent, CpuSet busy, CpuSet allowed,
        Call call, boolean sync, OptionalInt usedPct, int preferredCpu,
        Optional<CpuSet> idleMask) implements Situation {
    private static final int FULL = 1024;
    private static final int IDLE_SINCE = 1; // all alike: the slow path then takes the first

    /** Who looks for a CPU. */
    public enum Call {
        /** A task that slept. */
        WAKEUP,
        /** A task that its waker has just created. */
        FORK,
        /** A task that starts a new program. */
        EXEC
    }

    /** Checks that the CPUs are the machine's. */
    public FlagSituation {
        final CpuSet cpus = topology.cpus();
        check("--prev", prev, cpus);
        check("--waker", waker, cpus);
        check("--recent", recent, cpus);
        check("--busy", busy, cpus);
        check("--allowed", allowed, cpus);
        if (allowed.isEmpty()) {
            throw new IllegalArgumentException("--allowed is empty: the task could run nowhere");
        }
        if (usedPct.isPresent() && (usedPct.getAsInt() < 0 || usedPct.getAsInt() > 100)) {
            throw new IllegalArgumentException("--utilization " + usedPct.getAsInt() + " is outside 0-100");
        }
        if (call == Call.EXEC) {
            checkExec(waker, prev, allowed);
        }
        if (preferredCpu >= 0) {
            check("--preferred", preferredCpu, cpus);
        }
        idleMask.ifPresent(mask -> {
            check("--idle-mask", mask, cpus);
            final CpuSet missing = cpus.minus(running(call, busy, waker)).minus(mask);
            if (!missing.isEmpty()) {
                throw new IllegalArgumentException("--idle-mask " + mask + ": CPUs " + missing
                        + " idle, and a CPU that enters idle is put in: add them, or name them with --busy");
            }
        });
    }

    private static void checkExec(final int waker, final int prev, final CpuSet allowed) {
        if (waker != prev) {
            throw new IllegalArgumentException("--waker " + waker + ": a task that calls exec runs on --prev " + prev
                    + "; leave --waker out");
        }
        if (!allowed.contains(prev)) {
            throw new IllegalArgumentException("--allowed " + allowed + ": a task that calls exec runs on --prev "
                    + prev + ", which should be among them");
        }
    }

    private static void check(final String option, final int cpu, final CpuSet machine) {
        if (!machine.contains(cpu)) {
            throw new IllegalArgumentException(option + " " + cpu + ": the machine has CPUs " + machine);
        }
    }

    private static void check(final String option, final CpuSet cpus, final CpuSet machine) {
        if (!machine.containsAll(cpus)) {
            throw new IllegalArgumentException(option + " " + cpus + ": the machine has CPUs " + machine);
        }
    }

    @Override
    public String name() {
        return "";
    }

    @Override
    public State under(final Policy policy) {
        final SchedDomains domains = SchedDomains.build(topology, policy.domainRules());
        final var runqueues = new RunqueueTable(domains);
        final CpuSet running = running();
        topology.cpus().minus(running).forEach(cpu -> runqueues.setIdleState(cpu, IDLE_SINCE, -1));
        running.forEach(cpu -> {
            runqueues.becomeBusy(cpu, 1);
            runqueues.setAverages(cpu, FULL, FULL, FULL);
        });
        for (int llc = 0; llc < domains.llcs().count(); llc++) {
            setLlc(policy, runqueues, running, llc);
        }
        final var wakeUp = new WakeUp();
        wakeUp.wakee = new Task(allowed.equals(topology.cpus()) ? topology.cpus() : allowed);
        wakeUp.wakee.cpu = prev;
        wakeUp.waker = call == Call.EXEC ? runs(wakeUp.wakee) : new Task(topology.cpus());
        wakeUp.waker.cpu = waker;
        wakeUp.waker.load = running.contains(waker) ? FULL : 0;
        wakeUp.wakee.recentCpu = recent;
        wakeUp.wakee.mm = new AddressSpace();
        wakeUp.wakee.mm.preferredCpu = preferredCpu;
        wakeUp.cpu = waker;
        wakeUp.wakee.isNew = call == Call.FORK;
        wakeUp.flags = switch (call) {
            case WAKEUP -> WakeUp.TTWU | (sync ? WakeUp.SYNC : 0);
            case FORK -> WakeUp.FORK;
            case EXEC -> WakeUp.EXEC;
        };
        return new State(domains, runqueues, wakeUp, -1);
    }

    @Override
    public int choose(final Policy policy, final State state, final Observer observer, final Search search) {
        final Placement placement = policy.walk(state.domains(), state.runqueues(), observer);
        final var current = new Task(topology.cpus());
        idleMask.ifPresent(mask -> topology.cpus().minus(mask).forEach(cpu -> placement.ticked(cpu, current, 0)));
        return new RunqueueChoice(placement, topology).select(state.wakeUp(), search);
    }

    private CpuSet running() {
        return running(call, busy, waker);
    }

    /** The busy CPUs, with that of a task that calls fork or exec; who wakes another may be an interrupt. */
    private static CpuSet running(final Call call, final CpuSet busy, final int waker) {
        return call == Call.WAKEUP ? busy : busy.or(CpuSet.of(waker));
    }

    private static Task runs(final Task task) {
        task.queued = true;
        task.utilization = FULL;
        task.runnable = FULL;
        return task;
    }

    private void setLlc(final Policy policy, final RunqueueTable runqueues, final CpuSet running, final int llc) {
        final SchedDomains domains = runqueues.domains();
        final CpuSet cpus = domains.llcs().set(llc);
        final SchedDomain domain = domains.llcDomain(cpus.first());
        if (domain != null) {
            final long used = usedPct.isPresent()
                    ? (long) cpus.size() * FULL * usedPct.getAsInt() / 100
                    : (long) cpus.and(running).size() * FULL;
            runqueues.setNrIdleScan(llc,
                    new IdleScanLimit(policy).limit(cpus.size(), used, domain.imbalancePct()));
            runqueues.setHasIdleCores(llc, domains.smtActive() && cpus.stream()
                    .anyMatch(cpu -> !running.intersects(topology.cores().around(cpu))));
        }
    }
}
