package dev.perch.machines;

import dev.perch.topology.UnknownNameException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.composer.Composer;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/** A value in a YAML file that knows its line, so that whatever is wrong with it can be told with its place. */
final class Entry {
    private static final int DEEPEST = 20;
    private static final LoadSettings SETTINGS = LoadSettings.builder().setCodePointLimit(1 << 22).build();

    private final String file;
    private final String name;
    private final Node node;

    private Entry(final String file, final String name, final Node node) {
        this.file = file;
        this.name = name;
        this.node = node;
    }

    /** The top of the YAML document {@code text}; an {@link IllegalArgumentException} with its line if it is none. */
    static Entry read(final String file, final String text) {
        try {
            int depth = 0; // the composer recurses: depth is bounded before it starts
            for (final var events = parser(text); events.hasNext();) {
                final var event = events.next();
                depth += event instanceof CollectionStartEvent ? 1 : event instanceof CollectionEndEvent ? -1 : 0;
                if (depth > DEEPEST) {
                    throw new IllegalArgumentException(file + ": nested deeper than " + DEEPEST + " levels");
                }
            }
            return new Entry(file, "", new Composer(SETTINGS, parser(text)).getSingleNode()
                    .orElseThrow(() -> new IllegalArgumentException(file + ": the file is empty")));
        } catch (final MarkedYamlEngineException e) {
            final int line = e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(1);
            throw new IllegalArgumentException(file + ":" + line + ": no YAML: " + e.getProblem(), e);
        } catch (final YamlEngineException e) {
            throw new IllegalArgumentException(file + ": no YAML: " + e.getMessage(), e);
        }
    }

    private static ParserImpl parser(final String text) {
        return new ParserImpl(SETTINGS, new StreamReader(SETTINGS, text));
    }

    /** What is wrong with this value, after its place. */
    IllegalArgumentException wrong(final String what) {
        final int line = node.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
        return new IllegalArgumentException(file + ":" + line + ": " + (name.isEmpty() ? "" : name + ": ") + what);
    }

    /** The values of this mapping by key; fails if it is none, has a key twice or one that is not {@code known}. */
    Map<String, Entry> map(final Collection<String> known) {
        final Map<String, Entry> entries = map();
        entries.forEach((key, entry) -> {
            if (!known.contains(key)) {
                throw entry.wrong("unknown key" + UnknownNameException.suggestion(key, known));
            }
        });
        return entries;
    }

    /** The values of this mapping by key; fails if it is none or has a key twice. */
    Map<String, Entry> map() {
        if (!(node instanceof final MappingNode mapping)) {
            throw wrong("expected keys with values");
        }
        final Map<String, Entry> entries = new LinkedHashMap<>();
        mapping.getValue().forEach(pair -> {
            if (!(pair.getKeyNode() instanceof final ScalarNode key)) {
                throw wrong("a key must be a word");
            }
            final var entry = new Entry(file, name.isEmpty() ? key.getValue() : name + "." + key.getValue(),
                    pair.getValueNode());
            if (entries.put(key.getValue(), entry) != null) {
                throw entry.wrong("is there twice");
            }
        });
        return entries;
    }

    /** The value of {@code key}, which must be there. */
    Entry required(final String key) {
        final Entry entry = map().get(key);
        if (entry == null) {
            throw wrong("'" + key + "' is missing");
        }
        return entry;
    }

    /** The values of this list. */
    List<Entry> list() {
        if (!(node instanceof final SequenceNode sequence)) {
            throw wrong("expected a list");
        }
        final List<Entry> entries = new ArrayList<>();
        for (final Node value : sequence.getValue()) {
            entries.add(new Entry(file, name + "[" + entries.size() + "]", value));
        }
        return entries;
    }

    /** The parts of a level by number: a list numbers them from 0, a mapping by its keys. */
    Map<Integer, Entry> parts() {
        final Map<Integer, Entry> parts = new LinkedHashMap<>();
        if (node instanceof SequenceNode) {
            list().forEach(part -> parts.put(parts.size(), part));
        } else {
            map().forEach((key, part) -> {
                if (!key.matches("\\d{1,6}")) {
                    throw part.wrong("a part is named by its number, not '" + key + "'");
                }
                parts.put(Integer.valueOf(key), part);
            });
        }
        return parts;
    }

    /** This value as text; folded over several lines, its words one blank apart. */
    String text() {
        if (!(node instanceof final ScalarNode scalar) || scalar.getValue().isBlank()) {
            throw wrong("expected a text");
        }
        return scalar.getValue().strip().replaceAll("\\s+", " ");
    }

    /** This value as a number from {@code least} to {@code most}. */
    double number(final double least, final double most) {
        try {
            final double value = Double.parseDouble(text());
            if (value >= least && value <= most) {
                return value;
            }
        } catch (final NumberFormatException e) {
            throw wrong("expected a number, not '" + text() + "'");
        }
        throw wrong(text() + " is outside " + least + " to " + most);
    }

    /** This value as a whole number from {@code least} to {@code most}. */
    int integer(final int least, final int most) {
        final double value = number(least, most);
        if (value != Math.rint(value)) {
            throw wrong("expected a whole number, not " + text());
        }
        return (int) value;
    }

    /** The place, for messages: {@code FILE}. */
    String file() {
        return file;
    }
}
