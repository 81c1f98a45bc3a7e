package dev.perch.cli.explain;

import dev.perch.scheduler.Policy;
import dev.perch.scheduler.RunqueueTable;
import dev.perch.scheduler.Task;
import dev.perch.scheduler.WakeUp;
import dev.perch.scheduler.placement.IdleScanLimit;
import dev.perch.topology.CpuSet;
import dev.perch.topology.SchedDomain;
import dev.perch.topology.SchedDomains;
import dev.perch.topology.Topology;
import java.util.OptionalInt;

/**
 * A moment put together from flags. Busy CPUs run one task each, of full utilisation; an LLC's nr_idle_scan follows
 * from its utilisation, its has_idle_cores from its cores.
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
 */
public record FlagSituation(Topology topology, int waker, int prev, int recent, CpuSet busy, CpuSet allowed,
        Call call, boolean sync, OptionalInt usedPct) implements Situation {
    private static final int FULL = 1024;
    private static final int IMBALANCE_PCT = 117;
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
        topology.cpus().minus(busy).forEach(cpu -> runqueues.setIdleState(cpu, IDLE_SINCE, -1));
        busy.forEach(cpu -> {
            runqueues.becomeBusy(cpu, 1);
            runqueues.setAverages(cpu, FULL, FULL, FULL);
        });
        for (int llc = 0; llc < domains.llcs().count(); llc++) {
            setLlc(domains, runqueues, llc);
        }
        final var wakeUp = new WakeUp();
        wakeUp.waker = new Task(topology.cpus());
        wakeUp.waker.cpu = waker;
        wakeUp.waker.load = busy.contains(waker) ? FULL : 0;
        wakeUp.wakee = new Task(allowed.equals(topology.cpus()) ? topology.cpus() : allowed);
        wakeUp.wakee.cpu = prev;
        wakeUp.wakee.recentCpu = recent;
        wakeUp.cpu = waker;
        wakeUp.wakee.isNew = call == Call.FORK;
        wakeUp.flags = switch (call) {
            case WAKEUP -> WakeUp.TTWU | (sync ? WakeUp.SYNC : 0);
            case FORK -> WakeUp.FORK;
            case EXEC -> WakeUp.EXEC;
        };
        return new State(domains, runqueues, wakeUp, -1);
    }

    private void setLlc(final SchedDomains domains, final RunqueueTable runqueues, final int llc) {
        final CpuSet cpus = domains.llcs().set(llc);
        final SchedDomain domain = domains.llcDomain(cpus.first());
        if (domain != null) {
            final long used = usedPct.isPresent()
                    ? (long) cpus.size() * FULL * usedPct.getAsInt() / 100
                    : (long) cpus.and(busy).size() * FULL;
            runqueues.setNrIdleScan(llc, IdleScanLimit.of(cpus.size(), used, IMBALANCE_PCT));
            runqueues.setHasIdleCores(llc, domains.smtActive() && cpus.stream()
                    .anyMatch(cpu -> !busy.intersects(topology.cores().around(cpu))));
        }
    }
}
