package dev.perch.cli;

import dev.perch.scheduler.Feature;
import dev.perch.scheduler.LinuxPolicy;
import dev.perch.scheduler.Policy;
import java.io.IOException;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/** {@code perch list policies}: the kernels, with the switches that each knows, and the runtime's policies. */
final class PolicyListing implements Listing {
    @Override
    public String name() {
        return "policies";
    }

    @Override
    public Table table(final Plugins plugins) throws IOException {
        final Table table = Table.of("policy", "off unless switched (+)", "on unless switched (-)");
        for (final Policy policy : plugins.policies().all()) {
            if (policy instanceof final LinuxPolicy linux) {
                table.row(policy.name(), names(linux.kernel().off()), names(linux.kernel().on()));
            } else {
                table.row(policy.name(), "takes none", "");
            }
        }
        return table;
    }

    private static String names(final Set<Feature> features) {
        return Arrays.stream(Feature.values()).filter(features::contains).map(Feature::name)
                .collect(Collectors.joining(" "));
    }
}
