package dev.perch.scheduler.runtime;

import dev.perch.scheduler.Runqueues;
import dev.perch.scheduler.Search;
import dev.perch.topology.CpuSet;
import dev.perch.topology.Topology;
import java.util.stream.Stream;

/**
 * Looks for an idle CPU ever farther from one: in its cluster, its LLC, its node, anywhere. CPUs whose whole core is
 * idle come first at every distance; only when no core is idle is a busy core's idle SMT sibling taken. Within a
 * level the search starts after the CPU and wraps, so that neighbours do not all choose the lowest number.
 */
final class NearestIdle {
    private final CpuSet[][] levels; // by CPU: cluster, LLC, node, all; those that differ
    private final int words;
    private final boolean smt;

    NearestIdle(final Topology topology) {
        words = (topology.size() + 63) / 64;
        smt = topology.cores().sets().stream().anyMatch(core -> core.size() > 1);
        levels = new CpuSet[topology.size()][];
        topology.cpus().forEach(cpu -> levels[cpu] = Stream
                .of(topology.clusters().around(cpu), topology.llcs().around(cpu), topology.nodes().around(cpu),
                        topology.cpus())
                .filter(level -> level.size() > 1).distinct().toArray(CpuSet[]::new));
    }

    /** The nearest idle CPU of {@code allowed} to {@code cpu}, or -1; each mask word looked at counts as a probe. */
    int find(final int cpu, final CpuSet allowed, final Runqueues runqueues, final Search search) {
        for (final CpuSet level : levels[cpu]) {
            final int found = first(cpu, level, allowed, runqueues, search, smt);
            if (found >= 0) {
                return found;
            }
        }
        if (smt) {
            for (final CpuSet level : levels[cpu]) {
                final int found = first(cpu, level, allowed, runqueues, search, false);
                if (found >= 0) {
                    return found;
                }
            }
        }
        return -1;
    }

    private int first(final int after, final CpuSet level, final CpuSet allowed, final Runqueues runqueues,
            final Search search, final boolean wholeCores) {
        final int start = after >> 6;
        for (int i = 0; i <= words; i++) { // the first word is visited twice: its upper part, at last its lower
            final int word = (start + i) % words;
            long candidates = level.word(word) & allowed.word(word);
            if (i == 0) {
                candidates &= -2L << after;
            } else if (i == words) {
                candidates &= ~(-2L << after);
            }
            if (candidates != 0) {
                search.probes++;
                candidates &= wholeCores ? runqueues.idleCores(word) : runqueues.availableIdle(word);
                if (candidates != 0) {
                    return word * 64 + Long.numberOfTrailingZeros(candidates);
                }
            }
        }
        return -1;
    }
}
