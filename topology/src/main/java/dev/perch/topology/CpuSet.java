package dev.perch.topology;

import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * An immutable set of CPU numbers, one bit a CPU, 64 CPUs a word. Written and read as the kernel's CPU lists
 * ({@code 0-3,8,10-11}; the empty set is the empty text).
 */
public final class CpuSet {
    /**
     * The highest CPU number accepted: Linux is built for at most 8192 CPUs (CONFIG_NR_CPUS with MAXSMP). A bound, too, on
     * what a hostile file can make us allocate.
     */
    public static final int MAX_CPU = 8_191;
    /** The set without CPUs. */
    public static final CpuSet EMPTY = new CpuSet(new long[0]);

    private final long[] words; // INVARIANT: the last word is not 0
    private final int size;

    private CpuSet(final long[] words) {
        this.words = words;
        int cpus = 0;
        for (final long word : words) {
            cpus += Long.bitCount(word);
        }
        size = cpus;
    }

    /** The set of these CPUs. */
    public static CpuSet of(final int... cpus) {
        final var builder = new Builder();
        for (final int cpu : cpus) {
            builder.add(cpu);
        }
        return builder.build();
    }

    /** The set of all CPUs from {@code first} to {@code last}, both included; empty where last is below first. */
    public static CpuSet range(final int first, final int last) {
        final var builder = new Builder();
        for (int cpu = first; cpu <= last; cpu++) {
            builder.add(cpu);
        }
        return builder.build();
    }

    /** The set whose bits are those of {@code words}, CPU 0 being bit 0 of word 0. */
    public static CpuSet ofWords(final long... words) {
        int length = words.length;
        while (length > 0 && words[length - 1] == 0) {
            length--;
        }
        if (length == 0) {
            return EMPTY;
        }
        checkCpu(length * 64 - 1 - Long.numberOfLeadingZeros(words[length - 1]));
        return new CpuSet(Arrays.copyOf(words, length));
    }

    /**
     * Reads a CPU list such as {@code 0-3,8} (white space around it and around its commas is passed over; strides
     * {@code 0-6:1/2} as the kernel writes them are read too).
     *
     * @throws IllegalArgumentException if the text is no CPU list or names a CPU beyond {@link #MAX_CPU}
     */
    public static CpuSet parse(final String list) {
        final var builder = new Builder();
        for (final String part : list.strip().split(",", -1)) {
            final String range = part.strip();
            if (!range.isEmpty()) {
                addRange(builder, range, list);
            } else if (!list.isBlank()) {
                throw new IllegalArgumentException("not a CPU list: '" + list.strip() + "' has an empty part");
            }
        }
        return builder.build();
    }

    private static void addRange(final Builder builder, final String range, final String list) {
        try {
            final int colon = range.indexOf(':');
            final String bounds = colon < 0 ? range : range.substring(0, colon);
            final int dash = bounds.indexOf('-');
            final int first = Integer.parseInt(dash < 0 ? bounds : bounds.substring(0, dash));
            final int last = dash < 0 ? first : Integer.parseInt(bounds.substring(dash + 1));
            int used = 1;
            int group = 1;
            if (colon >= 0) {
                final int slash = range.indexOf('/', colon);
                used = Integer.parseInt(range.substring(colon + 1, slash));
                group = Integer.parseInt(range.substring(slash + 1));
            }
            if (last < first || used < 1 || group < used) {
                throw new IllegalArgumentException("not a CPU list: '" + range + "' runs backwards");
            }
            checkCpu(last);
            for (int cpu = first; cpu <= last; cpu++) {
                if ((cpu - first) % group < used) {
                    builder.add(cpu);
                }
            }
        } catch (final NumberFormatException | StringIndexOutOfBoundsException e) {
            throw new IllegalArgumentException("not a CPU list: '" + list.strip() + "' (expected e.g. 0-3,8)", e);
        }
    }

    /**
     * Reads a hexadecimal mask as sysfs prints it ({@code ff,00000000}: groups of 32 bits, highest first) or with a
     * leading {@code 0x}.
     *
     * @throws IllegalArgumentException if the text is no mask
     */
    public static CpuSet parseMask(final String mask) {
        String digits = mask.strip();
        if (digits.startsWith("0x") || digits.startsWith("0X")) {
            digits = digits.substring(2);
        }
        final String[] groups = digits.split(",", -1);
        final var bits = new StringBuilder();
        for (int i = 0; i < groups.length; i++) {
            if (i > 0) {
                bits.repeat('0', Math.max(0, 8 - groups[i].length()));
            }
            bits.append(groups[i]);
        }
        if (bits.isEmpty()) {
            throw new IllegalArgumentException("not a CPU mask: '" + mask.strip() + "'");
        }
        final var builder = new Builder();
        final int last = bits.length() - 1;
        for (int i = 0; i <= last; i++) {
            final int nibble = Character.digit(bits.charAt(last - i), 16);
            if (nibble < 0) {
                throw new IllegalArgumentException(
                        "not a CPU mask: '" + mask.strip() + "' (expected e.g. ff,00000000)");
            }
            for (int bit = 0; bit < 4; bit++) {
                if ((nibble >> bit & 1) != 0) {
                    builder.add(i * 4 + bit);
                }
            }
        }
        return builder.build();
    }

    /** Whether {@code cpu} is in this set; false for numbers beyond it, also for negative ones. */
    public boolean contains(final int cpu) {
        return cpu >= 0 && cpu >> 6 < words.length && (words[cpu >> 6] >>> cpu & 1) != 0;
    }

    /** The bits of CPUs {@code 64*index} to {@code 64*index+63}; 0 beyond the highest CPU. */
    public long word(final int index) {
        return index < words.length ? words[index] : 0;
    }

    /** How many words hold a CPU: one more than the highest CPU's word. */
    public int wordCount() {
        return words.length;
    }

    /** This set's bits in an array of {@code length} words of its own; CPUs beyond are left out. */
    public long[] toWords(final int length) {
        return Arrays.copyOf(words, length);
    }

    /** The lowest CPU at or above {@code cpu}, or -1. */
    public int next(final int cpu) {
        int index = cpu >> 6;
        if (index >= words.length) {
            return -1;
        }
        long word = words[index] & -1L << cpu;
        while (word == 0) {
            if (++index == words.length) {
                return -1;
            }
            word = words[index];
        }
        return index << 6 | Long.numberOfTrailingZeros(word);
    }

    /** The lowest CPU, or -1 where there is none. */
    public int first() {
        return next(0);
    }

    /** The highest CPU, or -1 where there is none. */
    public int last() {
        return words.length == 0 ? -1 : words.length * 64 - 1 - Long.numberOfLeadingZeros(words[words.length - 1]);
    }

    /** How many CPUs there are. */
    public int size() {
        return size;
    }

    /** Whether there is no CPU. */
    public boolean isEmpty() {
        return words.length == 0;
    }

    /** The CPUs of both sets. */
    public CpuSet and(final CpuSet other) {
        final var result = new long[Math.min(words.length, other.words.length)];
        for (int i = 0; i < result.length; i++) {
            result[i] = words[i] & other.words[i];
        }
        return ofWords(result);
    }

    /** The CPUs of either set. */
    public CpuSet or(final CpuSet other) {
        final var result = new long[Math.max(words.length, other.words.length)];
        for (int i = 0; i < result.length; i++) {
            result[i] = word(i) | other.word(i);
        }
        return ofWords(result);
    }

    /** This set's CPUs that {@code other} lacks. */
    public CpuSet minus(final CpuSet other) {
        final var result = new long[words.length];
        for (int i = 0; i < result.length; i++) {
            result[i] = words[i] & ~other.word(i);
        }
        return ofWords(result);
    }

    /** Whether the sets share a CPU. */
    public boolean intersects(final CpuSet other) {
        for (int i = 0; i < Math.min(words.length, other.words.length); i++) {
            if ((words[i] & other.words[i]) != 0) {
                return true;
            }
        }
        return false;
    }

    /** Whether every CPU of {@code other} is in this set. */
    public boolean containsAll(final CpuSet other) {
        for (int i = 0; i < other.words.length; i++) {
            if ((other.words[i] & ~word(i)) != 0) {
                return false;
            }
        }
        return true;
    }

    /** Calls {@code action} with each CPU, lowest first. */
    public void forEach(final IntConsumer action) {
        for (int cpu = first(); cpu >= 0; cpu = next(cpu + 1)) {
            action.accept(cpu);
        }
    }

    /** The CPUs, lowest first. */
    public IntStream stream() {
        return isEmpty() ? IntStream.empty() : IntStream.iterate(first(), cpu -> cpu >= 0, cpu -> next(cpu + 1));
    }

    @Override
    public boolean equals(final Object other) {
        return other instanceof final CpuSet set && Arrays.equals(words, set.words);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(words);
    }

    /** The set as a CPU list: {@code 0-3,8}. */
    @Override
    public String toString() {
        final var text = new StringBuilder();
        for (int from = first(); from >= 0;) {
            int to = from;
            while (contains(to + 1)) {
                to++;
            }
            text.append(text.isEmpty() ? "" : ",").append(from);
            if (to > from) {
                text.append('-').append(to);
            }
            from = next(to + 1);
        }
        return text.toString();
    }

    private static void checkCpu(final int cpu) {
        if (cpu < 0 || cpu > MAX_CPU) {
            throw new IllegalArgumentException("CPU " + cpu + " is outside 0-" + MAX_CPU);
        }
    }

    /** Gathers CPUs for a {@link CpuSet}. */
    public static final class Builder {
        private long[] words = new long[4];

        /** Starts empty. */
        public Builder() {}

        /** Adds {@code cpu}; an {@link IllegalArgumentException} if it is outside 0 to {@link CpuSet#MAX_CPU}. */
        public Builder add(final int cpu) {
            checkCpu(cpu);
            if (cpu >> 6 >= words.length) {
                words = Arrays.copyOf(words, Math.max(words.length * 2, (cpu >> 6) + 1));
            }
            words[cpu >> 6] |= 1L << cpu;
            return this;
        }

        /** The CPUs added so far. */
        public CpuSet build() {
            return ofWords(words);
        }
    }
}
