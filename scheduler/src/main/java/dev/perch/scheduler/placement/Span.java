package dev.perch.scheduler.placement;

import dev.perch.topology.CpuSet;
import java.util.stream.IntStream;

/** The CPUs of an LLC or a cluster as the few words of 64 CPUs that hold them. */
final class Span {
    /** Which words. */
    final int[] words;
    /** The CPUs in each of {@link #words}. */
    final long[] bits;
    /** How many CPUs. */
    final int size;

    /** The CPUs of {@code cpus} in the words of {@code frame}, which may hold more. */
    Span(final CpuSet cpus, final CpuSet frame) {
        words = IntStream.range(0, frame.wordCount()).filter(word -> frame.word(word) != 0).toArray();
        bits = IntStream.of(words).mapToLong(cpus::word).toArray();
        size = cpus.size();
    }

    /** Where in {@link #words} the word of {@code cpu} stands. */
    int slot(final int cpu) {
        int slot = 0;
        while (words[slot] != cpu >> 6) {
            slot++;
        }
        return slot;
    }
}
