package dev.perch.cli;

import java.io.IOException;

/** What {@code --workload} may name. */
final class WorkloadListing implements Listing {
    @Override
    public String name() {
        return "workloads";
    }

    @Override
    public Table table(final Plugins plugins) throws IOException {
        final Table table = Table.of("workload", "about");
        plugins.workloads().forEach(one -> table.row(one.name(), one.about()));
        return table;
    }
}
