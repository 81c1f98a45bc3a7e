package dev.perch.scheduler;

import dev.perch.topology.CpuSet;
import dev.perch.topology.Topology;
import java.util.List;

/**
 * Which CPUs belong to cores that idle whole, worked out from the mask of idle CPUs when it is asked. Where siblings
 * are numbered regularly that is a shift; elsewhere a walk over the word's cores.
 */
sealed interface CoreMasks {
    /** The CPUs of word {@code word} whose every sibling, and who themselves, are in {@code idle}. */
    long idleCores(long[] idle, int word);

    /** The cores of {@code topology}. */
    static CoreMasks of(final Topology topology) {
        final List<CpuSet> cores = topology.cores().sets();
        if (cores.stream().allMatch(core -> core.size() == 1)) {
            return new Single();
        }
        if (cores.stream().allMatch(core -> core.size() == 2 && core.last() == (core.first() ^ 1))) {
            return new Adjacent();
        }
        final int distance = cores.getFirst().last() - cores.getFirst().first();
        if (cores.stream().allMatch(core -> core.size() == 2 && core.last() - core.first() == distance
                && core.first() < distance && core.last() >= distance)) {
            return new Apart(distance);
        }
        return new Irregular(topology);
    }

    /** Every CPU is a core. */
    record Single() implements CoreMasks {
        @Override
        public long idleCores(final long[] idle, final int word) {
            return idle[word];
        }
    }

    /** Siblings are CPUs 0 and 1, 2 and 3, and so on. */
    record Adjacent() implements CoreMasks {
        private static final long EVEN = 0x5555_5555_5555_5555L;

        @Override
        public long idleCores(final long[] idle, final int word) {
            final long cpus = idle[word];
            final long both = cpus & cpus >>> 1 & EVEN;
            return both | both << 1;
        }
    }

    /** Siblings are {@code distance} apart: all first ones come before all second ones. */
    record Apart(int distance) implements CoreMasks {
        @Override
        public long idleCores(final long[] idle, final int word) {
            final int words = distance >> 6;
            final int bits = distance & 63;
            long siblings = at(idle, word + words) >>> bits | at(idle, word - words) << bits;
            if (bits != 0) {
                siblings |= at(idle, word + words + 1) << -bits | at(idle, word - words - 1) >>> -bits;
            }
            return idle[word] & siblings;
        }

        private static long at(final long[] mask, final int word) {
            return word >= 0 && word < mask.length ? mask[word] : 0;
        }
    }

    /** Any other numbering. */
    final class Irregular implements CoreMasks {
        private final Topology topology;

        private Irregular(final Topology topology) {
            this.topology = topology;
        }

        @Override
        public long idleCores(final long[] idle, final int word) {
            long whole = 0;
            for (long left = idle[word]; left != 0; left &= left - 1) {
                final int cpu = word << 6 | Long.numberOfTrailingZeros(left);
                whole |= isWithin(topology.cores().around(cpu), idle) ? 1L << cpu : 0;
            }
            return whole;
        }

        private static boolean isWithin(final CpuSet core, final long[] idle) {
            for (int word = 0; word < core.wordCount(); word++) {
                if ((core.word(word) & ~idle[word]) != 0) {
                    return false;
                }
            }
            return true;
        }
    }
}
