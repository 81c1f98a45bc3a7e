package dev.perch.cli;

/** {@code perch list formats}: what files Perch reads. */
final class FormatListing implements Listing {
    @Override
    public String name() {
        return "formats";
    }

    @Override
    public Table table() {
        return Table.of("format", "of", "what it is")
                .row("sysfs", "machine", "a directory or tar (plain, gz, bz2, xz) that holds a sysfs tree")
                .row("lscpu", "machine", "what lscpu prints, also with -p or -J")
                .row("hwloc", "machine", "XML of lstopo or hwloc-gather-topology (1.x, 2.x, 3.x)")
                .row("perch", "machine", "Perch's own machine file (YAML: topology and hardware costs)");
    }
}
