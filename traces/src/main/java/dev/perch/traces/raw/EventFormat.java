package dev.perch.traces.raw;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An event's format file: how the kernel that recorded it lays the event out.
 *
 * @param name the event's name
 * @param id its number in the recording, -1 where the file has none
 * @param fields its fields by name
 * @param print how the kernel prints it, where a state's bits are explained
 */
record EventFormat(String name, int id, Map<String, Field> fields, String print) {
    private static final Pattern NAME = Pattern.compile("^name:\\s*(\\S+)", Pattern.MULTILINE);
    private static final Pattern ID = Pattern.compile("^ID:\\s*(\\d{1,9})", Pattern.MULTILINE);
    private static final Pattern FIELD = Pattern.compile(
            "field:\\s*([^;]+);\\s*offset:(\\d{1,6});\\s*size:(\\d{1,6});(?:\\s*signed:(\\d))?");
    private static final Pattern PRINT = Pattern.compile("^print fmt:(.*)", Pattern.MULTILINE);
    private static final Pattern DECLARED = Pattern.compile("(\\w+)\\s*(\\[[^\\]]*\\])?\\s*$");

    /** The event's name; empty where a format file has none. */
    static String name(final String text) {
        return first(NAME, text, "");
    }

    /** The event's name and number alone. */
    static EventFormat numberOf(final String text) {
        return new EventFormat(name(text), Integer.parseInt(first(ID, text, "-1")), Map.of(), "");
    }

    /** Reads a format file; what it lacks is left out. */
    static EventFormat parse(final String text) {
        final var fields = new LinkedHashMap<String, Field>();
        final Matcher field = FIELD.matcher(text);
        while (field.find()) {
            final String declaration = field.group(1).strip();
            final Matcher declared = DECLARED.matcher(declaration);
            if (declared.find()) {
                fields.putIfAbsent(declared.group(1),
                        new Field(Field.Place.of(declaration, declared.group(2) != null),
                                Integer.parseInt(field.group(2)), Integer.parseInt(field.group(3)),
                                "1".equals(field.group(4))));
            }
        }
        return new EventFormat(name(text), Integer.parseInt(first(ID, text, "-1")), fields,
                first(PRINT, text, ""));
    }

    private static String first(final Pattern pattern, final String text, final String otherwise) {
        final Matcher matcher = pattern.matcher(text);
        return matcher.find() ? matcher.group(1) : otherwise;
    }

    /**
     * One field.
     *
     * @param place where its content stands
     * @param offset bytes from the event's start
     * @param size bytes
     * @param signed whether a number has a sign
     */
    record Field(Place place, int offset, int size, boolean signed) {
        /** Where a field's content stands. */
        enum Place {
            /** A number at the offset. */
            NUMBER,
            /** An array at the offset. */
            ARRAY,
            /** Elsewhere in the event; at the offset stand its place from the event's start and its length. */
            DATA_LOC,
            /** Elsewhere in the event; at the offset stand its place from the field's end and its length. */
            REL_LOC;

            static Place of(final String declaration, final boolean array) {
                return declaration.startsWith("__data_loc") ? DATA_LOC
                        : declaration.startsWith("__rel_loc") ? REL_LOC : array ? ARRAY : NUMBER;
            }
        }
    }
}
