package dev.perch.cli;

import dev.perch.machines.Catalogue;
import dev.perch.machines.Machine;

/** {@code perch list machines}: the catalogue. */
final class MachineListing implements Listing {
    @Override
    public String name() {
        return "machines";
    }

    @Override
    public Table table(final Plugins plugins) {
        final Table table = Table.of("machine", "CPUs", "what it is");
        for (final String name : Catalogue.names()) {
            final Machine machine = Catalogue.machine(name);
            table.row(name, machine.topology().cpus().size(), machine.about());
        }
        return table;
    }
}
