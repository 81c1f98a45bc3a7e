package dev.perch.cli;

import dev.perch.scheduler.Feature;

/** {@code perch list switches}: the scheduler's features that a policy may switch. */
final class SwitchListing implements Listing {
    @Override
    public String name() {
        return "switches";
    }

    @Override
    public Table table(final Plugins plugins) {
        final Table table = Table.of("switch", "what it does");
        for (final Feature feature : Feature.values()) {
            table.row(feature.name(), feature.meaning());
        }
        return table;
    }
}
