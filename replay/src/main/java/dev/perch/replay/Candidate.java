package dev.perch.replay;

import dev.perch.scheduler.Placement;
import dev.perch.scheduler.Policy;
import dev.perch.scheduler.RunqueueTable;
import dev.perch.scheduler.Search;
import dev.perch.topology.SchedDomains;
import dev.perch.topology.Topology;

/** Another policy, which decides on the recorded state; none of its decisions has consequences. */
final class Candidate {
    private final Policy policy;
    private final RunqueueTable table;
    private final Placement placement;
    private final Tally tally;
    private final Search search = new Search();
    private final int[] limits;
    private final ScanAccounts accounts;

    /** A candidate that reads {@code table}. */
    Candidate(final Policy policy, final RunqueueTable table, final IdleTimes idleTimes) {
        this.policy = policy;
        this.table = table;
        final Topology topology = table.domains().topology();
        placement = policy.placement(SchedDomains.build(topology, policy.domainRules()), table);
        tally = new Tally(topology);
        accounts = new ScanAccounts(table, idleTimes);
        limits = new int[table.domains().llcs().count()];
        java.util.Arrays.setAll(limits, llc -> table.domains().llcs().set(llc).size());
    }

    /** Its placement. */
    Placement placement() {
        return placement;
    }

    /** Its nr_idle_scan, by LLC. */
    int[] limits() {
        return limits;
    }

    /** Decides {@code selection} and counts. */
    void decide(final Selection selection) {
        final int cpu = selection.wakeUp.cpu;
        accounts.load(cpu);
        final int choice = placement.select(selection.wakeUp, search);
        accounts.keep(cpu);
        tally.add(selection, choice, table.isAvailableIdle(choice), search);
    }

    /** What it would have done so far. */
    PolicyReport report() {
        return tally.report(policy.name());
    }
}
