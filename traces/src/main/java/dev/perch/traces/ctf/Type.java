package dev.perch.traces.ctf;

import java.util.List;

/** How a field lies in a CTF trace's bits. */
sealed interface Type {
    /** The least common multiple of bits at which a value begins, a power of two. */
    int align();

    /**
     * A number.
     *
     * @param size bits, 1 to 64
     * @param big whether the most significant byte comes first
     * @param text whether it is a character
     * @param clock whether it is the clock's value
     */
    record Int(int size, int align, boolean signed, boolean big, boolean text, boolean clock) implements Type {}

    /** A floating-point number, passed over. */
    record FloatingPoint(int size, int align) implements Type {}

    /** A text that ends with a NUL. */
    record Text() implements Type {
        @Override
        public int align() {
            return 8;
        }
    }

    /** A number whose ranges have names. */
    record Enumeration(Int of, List<Label> labels) implements Type {
        @Override
        public int align() {
            return of.align();
        }

        /** The name of this value; empty where it has none. */
        String label(final long value) {
            for (final Label label : labels) {
                if (value >= label.first() && value <= label.last()) {
                    return label.name();
                }
            }
            return "";
        }
    }

    /** A name for the values from first to last. */
    record Label(String name, long first, long last) {}

    /** Fields one after another. */
    record Struct(List<Field> fields, int align) implements Type {}

    /** A named field. */
    record Field(String name, Type type) {}

    /** So many elements. */
    record Array(Type of, int length) implements Type {
        @Override
        public int align() {
            return of.align();
        }
    }

    /** As many elements as the field of that name, read before, says. */
    record Sequence(Type of, String length) implements Type {
        @Override
        public int align() {
            return of.align();
        }
    }

    /** The option that the enumeration of that name, read before, names. */
    record Variant(String tag, List<Field> options) implements Type {
        @Override
        public int align() {
            return 1;
        }

        /** The option of this name; null where there is none. */
        Type option(final String name) {
            for (final Field option : options) {
                if (option.name().equals(name)) {
                    return option.type();
                }
            }
            return null;
        }
    }
}
