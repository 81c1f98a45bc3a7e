package dev.perch.simulator.rtapp;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;

/**
 * A value of an rt-app file, with the line it stands on. The grammar is JSON's, but with comments, trailing commas, a
 * {@code "suspend"} without a value, and keys that may repeat: their order tells.
 */
sealed interface Json {
    /** The line it begins on, from 1. */
    int line();

    /** An object: its members in their order, a key as often as it stands there. */
    record Members(int line, List<Member> all) implements Json {}

    /** A member of an object. */
    record Member(String key, Json value) {}

    /** An array. */
    record Elements(int line, List<Json> all) implements Json {}

    /** Text, or the word {@code null}, {@code true} or {@code false}. */
    record Text(int line, String text) implements Json {}

    /** A number. */
    record Amount(int line, double value) implements Json {}

    /**
     * Reads {@code text}.
     *
     * @throws IllegalArgumentException with the line if it is not well formed
     */
    static Json read(final String text) {
        return new Reader(text).document();
    }

    /** Reads a file's tokens. */
    final class Reader {
        private static final int DEEPEST = 20;
        private static final Pattern BARE_KEY = Pattern.compile("([{,]\\s*\"suspend\")(?=\\s*[,}])");
        private static final JsonFactory FACTORY = JsonFactory.builder()
                .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS, JsonReadFeature.ALLOW_TRAILING_COMMA)
                .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build()).build();

        private final String text;

        private Reader(final String text) {
            final Matcher bare = BARE_KEY.matcher(text);
            this.text = bare.replaceAll("$1: \"\"");
        }

        private Json document() {
            try (JsonParser parser = FACTORY.createParser(tools.jackson.core.ObjectReadContext.empty(), text)) {
                if (parser.nextToken() == null) {
                    throw new IllegalArgumentException("line 1: the file is empty");
                }
                final Json document = value(parser);
                if (parser.nextToken() != null) {
                    throw new IllegalArgumentException("line " + line(parser) + ": something follows the end");
                }
                return document;
            } catch (final StreamConstraintsException e) {
                throw new IllegalArgumentException("no rt-app file: it is nested more than " + DEEPEST
                        + " deep, or holds a number or name of absurd length", e);
            } catch (final StreamReadException e) {
                throw new IllegalArgumentException("line " + e.getLocation().getLineNr() + ": no rt-app file: "
                        + e.getOriginalMessage().lines().findFirst().orElse("cut off"), e);
            }
        }

        private static int line(final JsonParser parser) {
            return parser.currentTokenLocation().getLineNr();
        }

        private static Json value(final JsonParser parser) {
            final int line = line(parser);
            return switch (parser.currentToken()) {
                case START_OBJECT -> members(parser, line);
                case START_ARRAY -> elements(parser, line);
                case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Amount(line, parser.getDoubleValue());
                default -> new Text(line, parser.getString());
            };
        }

        private static Json members(final JsonParser parser, final int line) {
            final List<Member> members = new ArrayList<>();
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                final String key = parser.currentName();
                parser.nextToken();
                members.add(new Member(key, value(parser)));
            }
            return new Members(line, members);
        }

        private static Json elements(final JsonParser parser, final int line) {
            final List<Json> elements = new ArrayList<>();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                elements.add(value(parser));
            }
            return new Elements(line, elements);
        }
    }
}
