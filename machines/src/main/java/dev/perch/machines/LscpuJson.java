package dev.perch.machines;

import java.util.List;
import tools.jackson.databind.JsonNode;

/** Reads a machine from {@code lscpu -J}, and from the table of {@code lscpu -J -e}. */
final class LscpuJson {
    private LscpuJson() {}

    /** Whether {@code text} looks like JSON. */
    static boolean recognises(final String text) {
        return text.stripLeading().startsWith("{") || text.stripLeading().startsWith("[");
    }

    /** The machine that {@code text} tells of; an {@link IllegalArgumentException} with its line if it is none. */
    static Machine read(final String file, final String text) {
        final JsonNode top = Json.read(text, line -> file + ":" + line + ": ");
        if (top.path("lscpu").isArray()) {
            final var fields = new LscpuFields(file);
            add(top.path("lscpu"), fields);
            if (!fields.tell()) {
                throw new IllegalArgumentException(file + ": lscpu's output lacks the field 'CPU(s)'");
            }
            return LscpuText.read(file, fields);
        } else if (top.path("cpus").isArray() && !top.path("cpus").isEmpty()) {
            return table(file, top.path("cpus"));
        }
        throw new IllegalArgumentException(file + ": JSON, but not of lscpu -J: it has neither 'lscpu' nor 'cpus'");
    }

    private static void add(final JsonNode list, final LscpuFields fields) {
        for (final JsonNode field : list) {
            fields.add(field.path("field").asString(""), field.path("data").asString(""));
            add(field.path("children"), fields);
        }
    }

    private static Machine table(final String file, final JsonNode cpus) {
        final List<String> columns = List.copyOf(cpus.get(0).propertyNames());
        final var table = new LscpuTable(file, columns);
        for (int row = 0; row < cpus.size(); row++) {
            final String place = file + ": cpus[" + row + "]";
            final JsonNode cpu = cpus.get(row);
            table.row(place, columns.stream().map(column -> cell(cpu.path(column), place)).toList());
        }
        return table.machine(new LscpuFields(file));
    }

    private static String cell(final JsonNode value, final String place) {
        if (value.isContainer()) {
            throw new IllegalArgumentException(place + ": expected numbers and texts alone");
        }
        return value.isBoolean() ? value.booleanValue() ? "yes" : "no" : value.asString("");
    }
}
