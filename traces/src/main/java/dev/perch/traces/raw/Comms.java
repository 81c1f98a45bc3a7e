package dev.perch.traces.raw;

import dev.perch.traces.Names;

/**
 * The numbers of names that raw events hold in fields of sixteen bytes, as the kernel's comm is. Most events name tasks
 * that others named before: two words tell them apart, and neither the name's end nor its hash has to be found.
 */
final class Comms {
    /** How many bytes a field has. */
    static final int SIZE = 16;
    private static final int SLOTS = 1 << 12;
    private static final long MIX = 0x9e3779b97f4a7c15L; // the golden ratio, as splitmix64 has it

    private final long[] first = new long[SLOTS];
    private final long[] second = new long[SLOTS];
    private final int[] number = new int[SLOTS]; // the empty name where nothing is kept, as its words are 0

    /** The number of the name at {@code at}, which ends at a NUL or fills the field. */
    int of(final byte[] bytes, final int at, final Names names) {
        final long one = ByteOrdered.LITTLE.s64(bytes, at);
        final long two = ByteOrdered.LITTLE.s64(bytes, at + Long.BYTES);
        final int slot = (int) ((one * 31 + two) * MIX >>> 52);
        if (first[slot] == one && second[slot] == two) {
            return number[slot];
        }
        int length = 0;
        while (length < SIZE && bytes[at + length] != 0) {
            length++;
        }
        first[slot] = one;
        second[slot] = two;
        number[slot] = names.of(bytes, at, length);
        return number[slot];
    }
}
