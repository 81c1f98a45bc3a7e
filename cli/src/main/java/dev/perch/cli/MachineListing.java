package dev.perch.cli;

/** {@code perch list machines}. */
final class MachineListing implements Listing {
    @Override
    public String name() {
        return "machines";
    }

    @Override
    public Table table() {
        return Table.of("machine", "CPUs", "what it is");
    }
}
