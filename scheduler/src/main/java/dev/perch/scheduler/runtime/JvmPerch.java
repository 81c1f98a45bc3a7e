package dev.perch.scheduler.runtime;

import dev.perch.scheduler.Placement;
import dev.perch.scheduler.Runqueues;
import dev.perch.scheduler.Search;
import dev.perch.scheduler.WakeUp;
import dev.perch.topology.SchedDomains;

/**
 * The runtime's own rule, which weighs the cost of a wake-up: waking an idle carrier costs the waker a system call
 * and the wakee an interrupt and a switch, often more than the task itself runs. So
 * <ol>
 * <li>a wakee stays with its waker while the tasks ahead of it there, the waker included, are expected to take less
 * time than waking an idle carrier (a wakee without a waker, woken by a timer or a poller, stays at prev by the same
 * rule);
 * <li>else prev, if it is idle;
 * <li>else the idle CPU nearest to the waker: cluster, LLC, node, machine;
 * <li>else, nothing being idle, the shorter of the waker's and prev's queues.
 * </ol>
 * The backlog times the mean run time against the wake-up's cost is the comparison that Go's scheduler makes by rule
 * of thumb and ForkJoinPool does not make.
 */
public final class JvmPerch implements CarrierPolicy {
    /** The policy; it has no switches. */
    public JvmPerch() {}

    @Override
    public String name() {
        return "jvm-perch";
    }

    @Override
    public Placement placement(final SchedDomains domains, final Runqueues runqueues) {
        final var nearest = new NearestIdle(domains.topology());
        return (wakeUp, search) -> select(wakeUp, search, nearest, runqueues);
    }

    private static int select(final WakeUp wakeUp, final Search search, final NearestIdle nearest,
            final Runqueues runqueues) {
        search.clear();
        final var allowed = wakeUp.wakee.allowed();
        final int prev = allowed.contains(wakeUp.wakee.cpu) ? wakeUp.wakee.cpu : -1;
        final int home = home(wakeUp, prev);
        if (runqueues.isAvailableIdle(home) || expectedWait(runqueues, home) < runqueues.wakeCostNanos(home)) {
            return home;
        }
        search.noteSearched();
        if (prev >= 0 && prev != home) {
            search.probes++;
            if (runqueues.isAvailableIdle(prev)) {
                return prev;
            }
        }
        search.noteDomainSearched();
        final int idle = nearest.find(home, allowed, runqueues, search);
        if (idle >= 0) {
            return idle;
        }
        search.setFailed(true);
        return prev >= 0 && expectedWait(runqueues, prev) < expectedWait(runqueues, home) ? prev : home;
    }

    /** Where the wakee's data is likeliest: with its waker, else where it ran, else where it was made. */
    private static int home(final WakeUp wakeUp, final int prev) {
        final var allowed = wakeUp.wakee.allowed();
        if (CarrierPolicy.hasWaker(wakeUp) || prev < 0 && allowed.contains(wakeUp.cpu)) {
            return wakeUp.cpu;
        }
        return prev >= 0 ? prev : allowed.first();
    }

    /** How long a task queued on {@code cpu} now would wait, nanoseconds. */
    private static long expectedWait(final Runqueues runqueues, final int cpu) {
        return runqueues.nrRunning(cpu) * runqueues.meanRunNanos(cpu);
    }
}
