package dev.perch.cli;

import dev.perch.scheduler.Feature;
import dev.perch.scheduler.LinuxPolicy;
import dev.perch.scheduler.Policy;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.Collectors;

/** {@code perch list policies}: the kernels, with the switches that are on in each, and the runtime's policies. */
final class PolicyListing implements Listing {
    @Override
    public String name() {
        return "policies";
    }

    @Override
    public Table table(final Plugins plugins) throws IOException {
        final Table table = Table.of("policy", "switches");
        for (final Policy policy : plugins.policies().all()) {
            table.row(policy.name(), switches(policy));
        }
        return table;
    }

    private static String switches(final Policy policy) {
        return policy instanceof LinuxPolicy
                ? Arrays.stream(Feature.values()).filter(policy::has).map(Feature::name)
                        .collect(Collectors.joining(" "))
                : "takes none";
    }
}
