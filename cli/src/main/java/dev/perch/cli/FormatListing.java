package dev.perch.cli;

import dev.perch.machines.MachineFormat;
import java.io.IOException;

/** {@code perch list formats}: what files Perch reads. */
final class FormatListing implements Listing {
    @Override
    public String name() {
        return "formats";
    }

    @Override
    public Table table(final Plugins plugins) throws IOException {
        final Table table = Table.of("format", "of", "what it is");
        MachineFormat.all().forEach(format -> table.row(format.name(), "machine", format.about()));
        plugins.readers().forEach(reader -> table.row(reader.format(), "recording", reader.description()));
        return table;
    }
}
