package dev.perch.cli;

import dev.perch.simulator.Workloads;

/** What {@code --workload} may name. */
final class WorkloadListing implements Listing {
    @Override
    public String name() {
        return "workloads";
    }

    @Override
    public Table table() {
        final Table table = Table.of("workload", "about");
        Workloads.all(WorkloadListing.class.getClassLoader()).forEach(one -> table.row(one.name(), one.about()));
        return table;
    }
}
