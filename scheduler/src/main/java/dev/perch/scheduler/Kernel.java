package dev.perch.scheduler;

import dev.perch.topology.KernelRelease;
import java.util.Set;

/**
 * A kernel release that the engine knows.
 *
 * @param release   its number
 * @param fairClass how its fair class picks
 * @param defaults  the features that are on unless switched off
 */
public record Kernel(KernelRelease release, FairClass fairClass, Set<Feature> defaults) {
    /** {@code linux-6.12}. */
    public String name() {
        return "linux-" + release;
    }
}
