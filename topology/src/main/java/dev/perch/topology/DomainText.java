package dev.perch.topology;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/**
 * Sched domains as a recursive grep over debugfs' {@code sched/domains} prints them, a line a field:
 * {@code domains/cpu0/domain0/name:CLS}. The lines are sorted as text, so {@code cpu10} follows {@code cpu1}. Beside
 * the kernel's fields that follow from the topology there is {@code span}, a CPU list.
 */
public final class DomainText {
    private DomainText() {}

    /** The lines of all CPUs. */
    public static List<String> lines(final SchedDomains domains) {
        final KernelRelease release = domains.rules().release();
        final List<String> lines = new ArrayList<>();
        domains.topology().cpus().forEach(cpu -> domains.domains(cpu)
                .forEach(
                        domain -> add(lines, "domains/cpu" + cpu + "/domain" + domain.index() + "/", domain, release)));
        Collections.sort(lines);
        return lines;
    }

    private static void add(final List<String> lines, final String path, final SchedDomain domain,
            final KernelRelease release) {
        lines.add(path + "name:" + domain.name());
        lines.add(path + "flags:" + text(domain.flags(), release));
        if (release.isAtLeast(6, 6)) {
            lines.add(path + "groups_flags:" + text(domain.groups().getFirst().flags(), release));
        }
        lines.add(path + "imbalance_pct:" + domain.imbalancePct());
        lines.add(path + "busy_factor:" + domain.busyFactor());
        lines.add(path + "cache_nice_tries:" + domain.cacheNiceTries());
        lines.add(path + "min_interval:" + domain.minInterval());
        lines.add(path + "max_interval:" + domain.maxInterval());
        lines.add(path + "span:" + domain.span());
    }

    private static String text(final Set<SdFlag> flags, final KernelRelease release) {
        final var text = new StringBuilder();
        flags.forEach(flag -> text.append(flag.label(release)).append(' '));
        return text.toString();
    }
}
