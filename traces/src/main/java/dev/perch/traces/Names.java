package dev.perch.traces;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The names that a recording holds, each kept once and known by a small number, so that events carry a number. The
 * table is open-addressed over the names' bytes: looking a known name up allocates nothing. One thread may add names
 * while another asks for the text of numbers that came to it from the first.
 */
public final class Names {
    /** How many names are kept; a recording with more gives {@link #TOO_MANY} for the rest. */
    public static final int MAX_NAMES = 1 << 20;
    /** The number of the empty name. */
    public static final int EMPTY = 0;
    /** The number that stands for every name beyond {@link #MAX_NAMES}. */
    public static final int TOO_MANY = 1;
    private static final int LONGEST = 256;

    private volatile byte[][] bytes = new byte[256][];
    private int[] hashes = new int[256];
    private volatile String[] texts = new String[256];
    private int[] slots = new int[1024]; // number + 1, 0 where free
    private int size;

    /** A table with the empty name and the one that stands for those beyond the bound. */
    public Names() {
        of("");
        of("(more names than Perch keeps)");
    }

    /** The number of this name. */
    public int of(final String name) {
        final byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
        return of(utf8, 0, utf8.length);
    }

    /** The number of the name in these bytes; of one longer than {@value #LONGEST} bytes only the start is kept. */
    public int of(final byte[] from, final int start, final int length) {
        final int kept = Math.min(length, LONGEST);
        int hash = kept;
        for (int i = start; i < start + kept; i++) {
            hash = hash * 31 + from[i];
        }
        hash ^= hash >>> 15;
        final int mask = slots.length - 1;
        for (int slot = hash & mask;; slot = slot + 1 & mask) {
            final int number = slots[slot] - 1;
            if (number < 0) {
                return add(Arrays.copyOfRange(from, start, start + kept), hash, slot);
            }
            if (hashes[number] == hash && equal(bytes[number], from, start, kept)) {
                return number;
            }
        }
    }

    private static boolean equal(final byte[] name, final byte[] from, final int start, final int length) {
        if (name.length != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (name[i] != from[start + i]) {
                return false;
            }
        }
        return true;
    }

    private int add(final byte[] name, final int hash, final int slot) {
        if (size == MAX_NAMES) {
            return TOO_MANY;
        }
        if (size == bytes.length) {
            bytes = Arrays.copyOf(bytes, size * 2);
            hashes = Arrays.copyOf(hashes, size * 2);
            texts = Arrays.copyOf(texts, size * 2);
        }
        bytes[size] = name;
        hashes[size] = hash;
        slots[slot] = ++size;
        if (size * 2 > slots.length) {
            grow();
        }
        return size - 1;
    }

    private void grow() {
        final var wider = new int[slots.length * 2];
        for (int number = 0; number < size; number++) {
            int slot = hashes[number] & wider.length - 1;
            while (wider[slot] != 0) {
                slot = slot + 1 & wider.length - 1;
            }
            wider[slot] = number + 1;
        }
        slots = wider;
    }

    /** The name of this number. */
    public String text(final int number) {
        String text = texts[number];
        if (text == null) {
            text = new String(bytes[number], StandardCharsets.UTF_8);
            texts[number] = text;
        }
        return text;
    }

    /** How many names there are; their numbers are 0 to this, not included. */
    public int size() {
        return size;
    }
}
