package dev.perch.scheduler;

import static java.util.Comparator.comparing;

import dev.perch.topology.DomainRules;
import dev.perch.topology.KernelRelease;
import dev.perch.topology.UnknownNameException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * A kernel release that the engine knows.
 *
 * @param release   its number
 * @param fairClass how its fair class picks
 * @param on        the switches that are on unless switched off
 * @param off       the switches that it has but are off unless switched on: patches under study among them
 */
public record Kernel(KernelRelease release, FairClass fairClass, Set<Feature> on, Set<Feature> off) {
    private static final Set<Feature> ALWAYS = EnumSet.of(Feature.WA_IDLE, Feature.WA_WEIGHT, Feature.WA_BIAS,
            Feature.UTIL_EST, Feature.WAKEUP_PREEMPTION);
    private static final Set<Feature> CFS = EnumSet.of(Feature.GENTLE_FAIR_SLEEPERS);
    private static final Set<Feature> EEVDF = EnumSet.of(Feature.PLACE_LAG, Feature.PLACE_DEADLINE_INITIAL,
            Feature.PLACE_REL_DEADLINE, Feature.RUN_TO_PARITY, Feature.PREEMPT_SHORT, Feature.DELAY_DEQUEUE,
            Feature.DELAY_ZERO);

    /** Every kernel that the engine knows, the oldest first. */
    public static final List<Kernel> ALL = List.of(
            kernel(5, 10, FairClass.CFS, EnumSet.of(Feature.SIS_PROP), EnumSet.of(Feature.IDLE_CPUMASK)),
            kernel(5, 19, FairClass.CFS, EnumSet.of(Feature.SIS_PROP, Feature.SCHED_CLUSTER),
                    EnumSet.of(Feature.SIS_UTIL, Feature.SIS_UTIL_SMALL_LLC)),
            kernel(6, 1, FairClass.CFS, EnumSet.of(Feature.SIS_UTIL, Feature.SCHED_CLUSTER),
                    EnumSet.of(Feature.SIS_PROP, Feature.SIS_UTIL_SMALL_LLC)),
            kernel(6, 5, FairClass.CFS, EnumSet.of(Feature.SIS_UTIL, Feature.SCHED_CLUSTER),
                    EnumSet.of(Feature.SIS_PROP, Feature.CLUSTER_SCAN, Feature.SIS_UTIL_SMALL_LLC)),
            kernel(6, 12, FairClass.EEVDF,
                    EnumSet.of(Feature.SIS_UTIL, Feature.CLUSTER_SCAN, Feature.SCHED_CLUSTER),
                    EnumSet.of(Feature.SIS_UTIL_SMALL_LLC)),
            kernel(6, 14, FairClass.EEVDF,
                    EnumSet.of(Feature.SIS_UTIL, Feature.CLUSTER_SCAN, Feature.SCHED_CLUSTER), EnumSet
                            .of(Feature.SIS_UTIL_SMALL_LLC, Feature.SCHED_CACHE, Feature.SCHED_CACHE_ANY_CPU)));

    private static Kernel kernel(final int major, final int minor, final FairClass fairClass, final Set<Feature> on,
            final Set<Feature> off) {
        on.addAll(ALWAYS);
        on.addAll(fairClass == FairClass.CFS ? CFS : EEVDF);
        return new Kernel(new KernelRelease(major, minor), fairClass, on, off);
    }

    /** Keeps copies of the switches. */
    public Kernel {
        on = Set.copyOf(on);
        off = Set.copyOf(off);
    }

    /**
     * The kernel of this release.
     *
     * @throws IllegalArgumentException if the engine does not know it
     */
    public static Kernel of(final int major, final int minor) {
        final var release = new KernelRelease(major, minor);
        return ALL.stream().filter(kernel -> kernel.release.equals(release)).findFirst()
                .orElseThrow(() -> new UnknownNameException("kernel", release.toString(),
                        ALL.stream().map(kernel -> kernel.release.toString()).toList()));
    }

    /** The newest of {@code kernels}, the oldest of which is first, that is no newer than {@code release}; else the first. */
    public static Kernel upTo(final KernelRelease release, final List<Kernel> kernels) {
        return kernels.stream().filter(kernel -> kernel.release.compareTo(release) <= 0)
                .max(comparing(Kernel::release)).orElseGet(kernels::getFirst);
    }

    /** {@code linux-6.12}. */
    public String name() {
        return "linux-" + release;
    }

    /** Whether it has {@code feature}, on or off. */
    public boolean knows(final Feature feature) {
        return on.contains(feature) || off.contains(feature);
    }

    /** The rules by which it builds its sched domains with these switches on. */
    public DomainRules domainRules(final Set<Feature> switchedOn) {
        final boolean clusters = switchedOn.contains(Feature.SCHED_CLUSTER);
        return new DomainRules(release, clusters, clusters && switchedOn.contains(Feature.CLUSTER_SCAN));
    }
}
