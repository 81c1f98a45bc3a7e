package dev.perch.cli;

import dev.perch.machines.MachineFormat;

/** {@code perch list formats}: what files Perch reads. */
final class FormatListing implements Listing {
    @Override
    public String name() {
        return "formats";
    }

    @Override
    public Table table() {
        final Table table = Table.of("format", "of", "what it is");
        MachineFormat.all().forEach(format -> table.row(format.name(), "machine", format.about()));
        return table;
    }
}
