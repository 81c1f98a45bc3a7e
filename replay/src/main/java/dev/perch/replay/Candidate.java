package dev.perch.replay;

import dev.perch.scheduler.Placement;
import dev.perch.scheduler.Policy;
import dev.perch.scheduler.RunqueueChoice;
import dev.perch.scheduler.RunqueueTable;
import dev.perch.scheduler.Search;
import dev.perch.topology.SchedDomains;
import dev.perch.topology.Topology;
import java.util.Arrays;

/** Another policy, which decides on the recorded state; none of its decisions has consequences. */
final class Candidate {
    private final Policy policy;
    private final RunqueueTable table;
    private final Placement placement;
    private final RunqueueChoice core;
    private final Tally tally;
    private final Search search = new Search();
    private final int[] limits;
    private final ScanAccounts accounts;
    private final int number;

    /** A candidate that reads {@code table}, the {@code number}th of those that do. */
    Candidate(final Policy policy, final int number, final RunqueueTable table, final IdleTimes idleTimes) {
        this.policy = policy;
        this.number = number;
        this.table = table;
        final Topology topology = table.domains().topology();
        placement = policy.placement(SchedDomains.build(topology, policy.domainRules()), table);
        core = new RunqueueChoice(placement, topology);
        tally = new Tally(topology);
        accounts = new ScanAccounts(table, idleTimes);
        limits = new int[table.domains().llcs().count()];
        Arrays.setAll(limits, llc -> table.domains().llcs().set(llc).size());
    }

    /** Its placement. */
    Placement placement() {
        return placement;
    }

    /** Its nr_idle_scan, by LLC. */
    int[] limits() {
        return limits;
    }

    /** {@code cpu} went idle. */
    void idle(final int cpu) {
        placement.enteredIdle(cpu);
    }

    /** {@code task} had {@code cpu} for {@code nanos} until {@code now}. */
    void ran(final int cpu, final RecordedTask task, final long nanos, final long now) {
        task.useSpace(number);
        placement.ran(cpu, task, nanos, now);
    }

    /** The tick came on {@code cpu}, which runs {@code task}: in user mode, as far as a recording tells. */
    void ticked(final int cpu, final RecordedTask task, final long now) {
        task.useSpace(number);
        placement.ticked(cpu, task, now);
        placement.returnedToUser(cpu, task, now);
    }

    /** Decides {@code selection} and counts. */
    void decide(final Selection selection) {
        selection.wakee().useSpace(number);
        final int cpu = selection.wakeUp.cpu;
        accounts.load(cpu);
        final int choice = core.select(selection.wakeUp, search);
        accounts.keep(cpu);
        tally.add(selection, choice, table.isAvailableIdle(choice), search);
    }

    /** What it would have done so far. */
    PolicyReport report() {
        return tally.report(policy.name());
    }
}
