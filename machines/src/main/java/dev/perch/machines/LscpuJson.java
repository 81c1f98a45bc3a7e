package dev.perch.machines;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads a machine from {@code lscpu -J}, and from the table of {@code lscpu -J -e}. */
final class LscpuJson {
    private LscpuJson() {}

    /** Whether {@code text} looks like JSON. */
    static boolean recognises(final String text) {
        return text.stripLeading().startsWith("{") || text.stripLeading().startsWith("[");
    }

    /** The machine that {@code text} tells of; an {@link IllegalArgumentException} with its line if it is none. */
    static Machine read(final String file, final String text) {
        final JsonNode top;
        try {
            top = JsonMapper.builder(new JsonFactory()).build().readTree(text);
        } catch (final JacksonException e) {
            final int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
            throw new IllegalArgumentException(file + ":" + line + ": no JSON: " + e.getOriginalMessage(), e);
        }
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
        int number = 0;
        for (final JsonNode cpu : cpus) {
            number++;
            final List<String> cells = new ArrayList<>();
            columns.forEach(column -> cells.add(cell(cpu.path(column))));
            table.row(number, cells);
        }
        return table.machine(new LscpuFields(file));
    }

    private static String cell(final JsonNode value) {
        return value.isBoolean() ? value.booleanValue() ? "yes" : "no" : value.asString("");
    }
}
