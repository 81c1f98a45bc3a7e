package dev.perch.traces.ctf;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads the types in a trace's metadata, and remembers those that have a name. */
final class TypeParser {
    private static final int DEEPEST = 100;
    private static final int LONGEST_ARRAY = 1 << 20;
    private static final int LARGEST_ALIGNMENT = 1 << 16;

    private final Tokens tokens;
    private final Metadata metadata;
    private final Map<String, Type> named = new HashMap<>();
    private int depth;

    /** A parser that takes {@code tokens}; {@code metadata} tells the trace's byte order. */
    TypeParser(final Tokens tokens, final Metadata metadata) {
        this.tokens = tokens;
        this.metadata = metadata;
    }

    /** Reads a declaration of a type where one stands here. */
    boolean declares() {
        switch (tokens.peek()) {
            case "typealias" -> typeAlias();
            case "struct", "variant", "enum" -> {
                type();
                tokens.skip(";");
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    /** Reads a type, which must be a struct. */
    Type.Struct struct() {
        if (type() instanceof final Type.Struct struct) {
            return struct;
        }
        throw tokens.broken("a struct was expected");
    }

    private void typeAlias() {
        tokens.expect("typealias");
        final Type type = type();
        tokens.expect(":=");
        final var name = new StringBuilder(tokens.take());
        while (!tokens.peek().equals(";")) {
            name.append(' ').append(tokens.take());
        }
        tokens.expect(";");
        named.put(name.toString(), type);
    }

    private Type type() {
        if (++depth > DEEPEST) {
            throw tokens.broken("types lie too deep in each other");
        }
        final Type type = switch (tokens.peek()) {
            case "integer" -> integer();
            case "floating_point" -> floatingPoint();
            case "string" -> string();
            case "enum" -> enumeration();
            case "struct" -> structType();
            case "variant" -> variant();
            default -> alias();
        };
        depth--;
        return type;
    }

    private Type alias() {
        final var name = new StringBuilder(tokens.take());
        while (!named.containsKey(name.toString())) {
            if (!tokens.peek().matches("\\w+") || name.length() > 200) {
                throw tokens.broken("the type '" + name + "' is not described");
            }
            name.append(' ').append(tokens.take());
        }
        return named.get(name.toString());
    }

    /** Reads {@code { key = value; ... }}. */
    private Map<String, String> attributes() {
        final var attributes = new HashMap<String, String>();
        if (tokens.skip("{")) {
            while (!tokens.skip("}")) {
                final String key = tokens.take();
                tokens.expect("=");
                attributes.put(key, tokens.value());
                tokens.skip(";");
            }
        }
        return attributes;
    }

    private int bits(final Map<String, String> attributes, final String key, final int otherwise, final int most) {
        final String text = attributes.get(key);
        if (text == null) {
            return otherwise;
        }
        try {
            final int bits = Integer.decode(text);
            if (bits >= 1 && bits <= most) {
                return bits;
            }
        } catch (final NumberFormatException e) {
            // told below
        }
        throw tokens.broken("'" + text + "' is no " + key);
    }

    private Type.Int integer() {
        tokens.expect("integer");
        final Map<String, String> attributes = attributes();
        final int size = bits(attributes, "size", 8, 64);
        final String signed = attributes.getOrDefault("signed", "false");
        final String order = attributes.get("byte_order");
        final String encoding = attributes.getOrDefault("encoding", "none");
        return new Type.Int(size, align(attributes, size % 8 == 0 ? 8 : 1), "true".equals(signed) || "1".equals(signed)
                || "TRUE".equals(signed), order == null ? metadata.big : metadata.isBig(order),
                !"none".equals(encoding),
                attributes.getOrDefault("map", "").startsWith("clock."));
    }

    private int align(final Map<String, String> attributes, final int otherwise) {
        return checkedAlignment(bits(attributes, "align", otherwise, LARGEST_ALIGNMENT));
    }

    private int checkedAlignment(final long align) {
        if (align < 1 || align > LARGEST_ALIGNMENT || Long.bitCount(align) != 1) {
            throw tokens.broken("an alignment of " + align + " is no power of two");
        }
        return (int) align;
    }

    private Type floatingPoint() {
        tokens.expect("floating_point");
        final Map<String, String> attributes = attributes();
        final int size = bits(attributes, "exp_dig", 8, 64) + bits(attributes, "mant_dig", 24, 128);
        return new Type.FloatingPoint(size, align(attributes, size % 8 == 0 ? 8 : 1));
    }

    private Type string() {
        tokens.expect("string");
        attributes();
        return new Type.Text();
    }

    private Type enumeration() {
        tokens.expect("enum");
        final String name = isWord() ? "enum " + tokens.take() : "";
        Type.Int of = new Type.Int(32, 8, false, metadata.big, false, false);
        if (tokens.skip(":")) {
            final Type container = type();
            if (container instanceof final Type.Int number) {
                of = number;
            }
        }
        if (!tokens.skip("{")) {
            return known(name);
        }
        final var labels = new ArrayList<Type.Label>();
        long next = 0;
        while (!tokens.skip("}")) {
            final String label = tokens.take();
            long last = next;
            if (tokens.skip("=")) {
                next = tokens.number();
                last = tokens.skip("...") ? tokens.number() : next;
            }
            labels.add(new Type.Label(plain(label.startsWith("\"") ? label.substring(1) : label), next, last));
            next = last + 1;
            tokens.skip(",");
        }
        return remember(name, new Type.Enumeration(of, List.copyOf(labels)));
    }

    private boolean isWord() {
        return tokens.peek().matches("\\w+");
    }

    private Type known(final String name) {
        final Type type = named.get(name);
        if (type == null) {
            throw tokens.broken("'" + name + "' is not described");
        }
        return type;
    }

    private Type remember(final String name, final Type type) {
        if (!name.isEmpty()) {
            named.put(name, type);
        }
        return type;
    }

    private Type structType() {
        tokens.expect("struct");
        final String name = isWord() ? "struct " + tokens.take() : "";
        if (!tokens.skip("{")) {
            return known(name);
        }
        final List<Type.Field> fields = fields();
        int align = fields.stream().mapToInt(field -> field.type().align()).max().orElse(1);
        if (tokens.skip("align")) {
            tokens.expect("(");
            align = Math.max(align, checkedAlignment(tokens.number()));
            tokens.expect(")");
        }
        return remember(name, new Type.Struct(fields, align));
    }

    private Type variant() {
        tokens.expect("variant");
        final String name = isWord() ? "variant " + tokens.take() : "";
        String tag = "";
        if (tokens.skip("<")) {
            tag = plain(last(tokens.path()));
            tokens.expect(">");
        }
        if (!tokens.skip("{")) {
            return known(name) instanceof Type.Variant(final String ignored, final List<Type.Field> options)
                    ? new Type.Variant(tag, options)
                    : known(name);
        }
        return remember(name, new Type.Variant(tag, fields()));
    }

    /** A name without the underscore that tracers put before it to keep clear of the language's own words. */
    private static String plain(final String name) {
        return name.startsWith("_") ? name.substring(1) : name;
    }

    private static String last(final String path) {
        return path.substring(path.lastIndexOf('.') + 1);
    }

    /** Reads {@code type name[length]; ... }}. */
    private List<Type.Field> fields() {
        final var fields = new ArrayList<Type.Field>();
        while (!tokens.skip("}")) {
            if ("typealias".equals(tokens.peek())) {
                typeAlias();
                continue;
            }
            Type type = type();
            if (tokens.skip(";")) { // only a description
                continue;
            }
            final String name = tokens.take();
            while (tokens.skip("[")) {
                final String length = tokens.path();
                if (Character.isDigit(length.charAt(0))) {
                    type = new Type.Array(type, arrayLength(length));
                } else {
                    type = new Type.Sequence(type, plain(last(length)));
                }
                tokens.expect("]");
            }
            tokens.expect(";");
            fields.add(new Type.Field(plain(name), type));
        }
        return List.copyOf(fields);
    }

    private int arrayLength(final String text) {
        try {
            final int length = Integer.decode(text);
            if (length <= LONGEST_ARRAY) {
                return length;
            }
        } catch (final NumberFormatException e) {
            // told below
        }
        throw tokens.broken("'" + text + "' is no array's length");
    }
}
