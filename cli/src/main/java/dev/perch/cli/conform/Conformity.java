package dev.perch.cli.conform;

import dev.perch.scheduler.Policies;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Compares the engine's answers with a file's: every field of every line. */
public final class Conformity {
    private final Path file;
    private final Policies policies;
    private final Consumer<Difference> onDifference;
    private final Consumer<String> onBroken;
    private long scenarios;
    private long fields;
    private long differing;
    private long broken;

    /**
     * A field whose values differ.
     *
     * @param file   the file
     * @param line   the line's number, from 1
     * @param id     the scenario's id
     * @param field  the field's name
     * @param kernel the kernel's value
     * @param ours   the engine's
     */
    public record Difference(String file, long line, String id, String field, String kernel, String ours) {
        /** The fields by name. */
        public Map<String, Object> columns() {
            final Map<String, Object> columns = new LinkedHashMap<>();
            columns.put("id", id);
            columns.put("file", file);
            columns.put("line", line);
            columns.put("field", field);
            columns.put("kernel", kernel);
            columns.put("ours", ours);
            return columns;
        }

        @Override
        public String toString() {
            return file + ":" + line + ": " + id + ": " + field + ": kernel " + kernel + ", perch " + ours;
        }
    }

    /** Finds the scenarios' policies among {@code policies}; tells {@code onDifference} each field that differs, {@code onBroken} a line for each broken line. */
    public Conformity(final Path file, final Policies policies, final Consumer<Difference> onDifference,
            final Consumer<String> onBroken) {
        this.file = file;
        this.policies = policies;
        this.onDifference = onDifference;
        this.onBroken = onBroken;
    }

    /** Checks the whole file; what can be read of it is checked also where it then turns out to be damaged. */
    public void check() throws IOException {
        try (var lines = new ScenarioFile(file)) {
            for (;;) {
                try {
                    final String text = lines.next();
                    if (text == null) {
                        return;
                    }
                    check(ScenarioFile.parse(text, policies), lines.line());
                } catch (final IllegalArgumentException e) {
                    broken++;
                    onBroken.accept(lines.place() + ": " + e.getMessage());
                }
            }
        }
    }

    private void check(final Scenario scenario, final long line) {
        final JsonNode expect = scenario.expect();
        if (expect == null || !expect.isObject()) {
            throw new IllegalArgumentException("'expect' is missing: there is no answer to compare with");
        }
        final ObjectNode answer = JsonNodeFactory.instance.objectNode();
        ScenarioCalls.named(scenario.call()).answer(scenario, answer);
        scenarios++;
        boolean differs = false;
        for (final var field : expect.properties()) {
            fields++;
            final JsonNode ours = answer.get(field.getKey());
            if (!same(field.getValue(), ours)) {
                differs = true;
                onDifference.accept(new Difference(file.toString(), line, scenario.id(), field.getKey(),
                        field.getValue().toString(),
                        ours == null ? "none" : ours.toString()));
            }
        }
        differing += differs ? 1 : 0;
    }

    /** Equal but for the width of numbers and for 64-bit numbers written as text. */
    private static boolean same(final JsonNode kernel, final JsonNode ours) {
        if (ours == null) {
            return false;
        }
        if (kernel.isContainer()) {
            if (kernel.size() != ours.size() || kernel.isArray() != ours.isArray()) {
                return false;
            }
            final List<JsonNode> values = new ArrayList<>(kernel.values());
            final List<JsonNode> others = new ArrayList<>();
            if (kernel.isArray()) {
                others.addAll(ours.values());
            } else {
                kernel.propertyNames().forEach(name -> others.add(ours.get(name)));
            }
            for (int i = 0; i < values.size(); i++) {
                if (!same(values.get(i), others.get(i))) {
                    return false;
                }
            }
            return true;
        }
        return ours.isValueNode() && kernel.asString().equals(ours.asString());
    }

    /** Scenarios answered. */
    public long scenarios() {
        return scenarios;
    }

    /** Fields compared. */
    public long fields() {
        return fields;
    }

    /** Scenarios with a field that differs. */
    public long differing() {
        return differing;
    }

    /** Lines that are no scenario. */
    public long broken() {
        return broken;
    }
}
