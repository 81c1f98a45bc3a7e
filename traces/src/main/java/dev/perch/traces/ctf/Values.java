package dev.perch.traces.ctf;

import dev.perch.traces.Names;
import java.util.Arrays;

/**
 * The fields of one event, or of a packet's head, as they were read: numbers and names by the field's name. Lengths and tags that later fields refer to are found here.
 */
final class Values {
    private static final int LONGEST_NAME = 256;

    private final Names names;
    private final byte[] text = new byte[LONGEST_NAME];
    private String[] keys = new String[32];
    private long[] numbers = new long[32];
    private Type.Enumeration[] enums = new Type.Enumeration[32];
    private int size;
    private long clock;
    private int clockBits;

    Values(final Names names) {
        this.names = names;
    }

    /** Forgets all. */
    void clear() {
        size = 0;
        clockBits = 0;
    }

    /** The number of this field, the latest of its name; otherwise where there is none. */
    long number(final String key, final long otherwise) {
        final int index = index(key);
        return index < 0 ? otherwise : numbers[index];
    }

    private int index(final String key) {
        int i = size - 1;
        while (i >= 0 && !keys[i].equals(key)) {
            i--;
        }
        return i;
    }

    /** The clock's value that was read. */
    long clock() {
        return clock;
    }

    /** How many bits of it were recorded; 0 where it was not. */
    int clockBits() {
        return clockBits;
    }

    private void put(final String key, final long number, final Type.Enumeration type) {
        if (size == keys.length) {
            keys = Arrays.copyOf(keys, size * 2);
            numbers = Arrays.copyOf(numbers, size * 2);
            enums = Arrays.copyOf(enums, size * 2);
        }
        keys[size] = key;
        numbers[size] = number;
        enums[size++] = type;
    }

    /** Reads a struct's fields; nothing where it is null. */
    void read(final Type.Struct struct, final Bits bits) {
        if (struct == null) {
            return;
        }
        bits.align(struct.align());
        for (final Type.Field field : struct.fields()) {
            read(field.name(), field.type(), bits);
            if (bits.failed()) {
                return;
            }
        }
    }

    private void read(final String key, final Type type, final Bits bits) {
        switch (type) {
            case final Type.Int number -> {
                final long value = bits.number(number);
                put(key, value, null);
                if (number.clock()) {
                    clock = value;
                    clockBits = number.size();
                }
            }
            case final Type.Enumeration enumeration -> put(key, bits.number(enumeration.of()), enumeration);
            case final Type.FloatingPoint number -> {
                bits.align(number.align());
                bits.skip(number.size());
            }
            case Type.Text() -> readText(key, bits);
            case final Type.Struct struct -> read(struct, bits);
            case final Type.Array array -> readArray(key, array.of(), array.length(), bits);
            case final Type.Sequence sequence -> readArray(key, sequence.of(), number(sequence.length(), 0), bits);
            case final Type.Variant variant -> {
                final int tag = index(variant.tag());
                final Type option = tag < 0 || enums[tag] == null
                        ? null
                        : variant.option(enums[tag].label(numbers[tag]));
                if (option == null) {
                    bits.skip(-1); // what follows cannot be found
                } else {
                    read(key, option, bits);
                }
            }
        }
    }

    private void readText(final String key, final Bits bits) {
        bits.align(8);
        final int from = (int) (bits.at() >>> 3);
        final byte[] bytes = bits.bytes();
        int to = from;
        while (to < bytes.length && bytes[to] != 0) {
            to++;
        }
        bits.skip((to - from + 1L) * 8);
        if (!bits.failed()) {
            put(key, names.of(bytes, from, to - from), null);
        }
    }

    private void readArray(final String key, final Type of, final long length, final Bits bits) {
        if (of instanceof final Type.Int number && number.size() == 8) {
            bits.align(number.align());
            final int from = (int) (bits.at() >>> 3);
            bits.skip(length * 8);
            if (bits.failed()) {
                return;
            }
            int used = 0;
            while (used < Math.min(length, LONGEST_NAME) && bits.bytes()[from + used] != 0) {
                text[used] = bits.bytes()[from + used];
                used++;
            }
            put(key, number.text() ? names.of(text, 0, used) : 0, null);
            return;
        }
        for (long i = 0; i < length && !bits.failed(); i++) {
            read("", of, bits);
            size = of instanceof Type.Int ? size - 1 : size; // nobody asks for an element
        }
        put(key, 0, null);
    }
}
