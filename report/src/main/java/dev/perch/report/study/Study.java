package dev.perch.report.study;

import dev.perch.scheduler.Feature;
import dev.perch.scheduler.Kernel;
import dev.perch.scheduler.LinuxPolicy;
import dev.perch.scheduler.Policy;
import dev.perch.topology.KernelRelease;
import dev.perch.topology.UnknownNameException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A published study: which switches its candidate turns on, its baseline having them off.
 *
 * @param name     what rows call it
 * @param about    what was studied, in a line
 * @param switches the candidate's; none where the baseline alone was measured
 */
public record Study(String name, String about, List<Feature> switches) {
    /** The studies, in the order of time. */
    public static final List<Study> ALL = List.of(
            new Study("idle-cpumask", "a mask of possibly idle CPUs narrows the idle search (RFC v8, 2021)",
                    List.of(Feature.IDLE_CPUMASK)),
            new Study("sis-util-vanilla", "how the idle search fares with load before SIS_UTIL (2022)", List.of()),
            new Study("sis-util", "the idle search bounded by the LLC's utilisation (2022)",
                    List.of(Feature.SIS_UTIL)),
            new Study("cluster-wakeup", "the target's cluster searched before the rest of its LLC (v9, 2023)",
                    List.of(Feature.CLUSTER_SCAN)),
            new Study("cache-aware-rfc", "wake-ups steered to the preferred LLC of the address space (RFC, 2025)",
                    List.of(Feature.SCHED_CACHE)),
            new Study("cache-aware-rfc+llc-any-cpu", "the same, content with any CPU of that LLC",
                    List.of(Feature.SCHED_CACHE, Feature.SCHED_CACHE_ANY_CPU)));
    private static final Pattern RELEASE = Pattern.compile("v?(\\d{1,3})\\.(\\d{1,3})(?![\\d]).{0,40}");

    /** The study of this name; fails with the nearest right one where it is unknown. */
    public static Study named(final String name) {
        return ALL.stream().filter(study -> study.name.equals(name)).findFirst().orElseThrow(
                () -> new UnknownNameException("study", name, ALL.stream().map(Study::name).toList()));
    }

    /** The policy of its baseline on {@code kernel}, as a row names it. */
    Policy baseline(final String kernel) {
        return switched(kernelFor(kernel), false);
    }

    /** The policy of its candidate there; empty where the baseline alone was measured. */
    Optional<Policy> candidate(final String kernel) {
        return switches.isEmpty() ? Optional.empty() : Optional.of(switched(kernelFor(kernel), true));
    }

    private Policy switched(final Kernel kernel, final boolean isOn) {
        LinuxPolicy policy = LinuxPolicy.of(kernel);
        for (final Feature feature : switches) {
            policy = policy.with(feature, isOn);
        }
        return policy;
    }

    /**
     * The kernel that stands for {@code text}: the newest one that is not later and has the study's switches; where none
     * is that old, the oldest that has them. A release candidate or a tree after a release counts as that release.
     */
    private Kernel kernelFor(final String text) {
        final Matcher matcher = RELEASE.matcher(text);
        if (!matcher.matches()) {
            throw PublishedRow.wrong("kernel", "'" + text + "' is no release: write 6.5 or 6.5-rc1");
        }
        final var release = new KernelRelease(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
        return Kernel.upTo(release,
                Kernel.ALL.stream().filter(kernel -> switches.stream().allMatch(kernel::knows)).toList());
    }
}
