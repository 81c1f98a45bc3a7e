package dev.perch.traces.perfetto;

/**
 * A place in a protobuf message: fields one after another, each a tag and a value. A message that ends within a value
 * is {@linkplain #broken() broken}; all reads then give 0 and the end.
 */
final class Wire {
    private static final int VARINT = 0;
    private static final int FIXED64 = 1;
    private static final int DELIMITED = 2;
    private static final int FIXED32 = 5;

    private byte[] bytes = new byte[0];
    private int at;
    private int end;
    private boolean broken;
    private int type;
    private int from;
    private int length;
    private long value;

    /** Starts on a stretch of bytes. */
    Wire over(final byte[] message, final int start, final int size) {
        bytes = message;
        at = start;
        end = start + size;
        broken = size < 0 || end > message.length || end < start;
        if (broken) {
            end = at;
        }
        return this;
    }

    /** Starts on the value of a field of {@code outer} that is a message. */
    Wire in(final Wire outer) {
        return over(outer.bytes, outer.from, outer.length);
    }

    /** Goes to the next field and reads it. Its number, or 0 where there is none. */
    int next() {
        if (at >= end) {
            return 0;
        }
        final long tag = varint();
        type = (int) tag & 7;
        from = at;
        switch (type) {
            case VARINT -> value = varint();
            case FIXED64 -> fixed(8);
            case FIXED32 -> fixed(4);
            case DELIMITED -> {
                final long size = varint();
                from = at;
                if (size < 0 || size > end - at) {
                    breakOff();
                } else {
                    length = (int) size;
                    at += length;
                }
            }
            default -> breakOff();
        }
        return broken ? 0 : (int) Math.min(tag >>> 3, Integer.MAX_VALUE);
    }

    private void fixed(final int size) {
        if (size > end - at) {
            breakOff();
            return;
        }
        value = 0;
        for (int i = size - 1; i >= 0; i--) {
            value = value << 8 | bytes[at + i] & 0xff;
        }
        at += size;
    }

    private void breakOff() {
        broken = true;
        at = end;
        length = 0;
        value = 0;
    }

    /** Reads one number of variable length, for packed fields. */
    long varint() {
        long result = 0;
        for (int shift = 0; shift < 70 && at < end; shift += 7) {
            final byte part = bytes[at++];
            result |= (long) (part & 0x7f) << shift;
            if (part >= 0) {
                return result;
            }
        }
        breakOff();
        return 0;
    }

    /** Whether there is more. */
    boolean more() {
        return at < end;
    }

    /** Whether the message was cut or is none. */
    boolean broken() {
        return broken;
    }

    /** Whether the current field's value has a length: a message, a text, packed numbers. */
    boolean isDelimited() {
        return type == DELIMITED;
    }

    /** The current field's number. */
    long value() {
        return isDelimited() ? 0 : value;
    }

    /** The current field's first byte. */
    int from() {
        return from;
    }

    /** How many bytes the current field has; 0 where it is a number. */
    int length() {
        return isDelimited() ? length : 0;
    }

    /** The bytes the message lies in. */
    byte[] bytes() {
        return bytes;
    }
}
