package dev.perch.machines;

import java.util.function.IntFunction;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads JSON that anybody may have written: its depth is bounded, and what is wrong with it is told in our words. */
public final class Json {
    private static final int DEEPEST = 64;
    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build()).build()).build();

    private Json() {}

    /**
     * The document that {@code text} holds.
     *
     * @param place what the message starts with where a line of {@code text} is wrong, given its number from 1
     * @throws IllegalArgumentException if it is not JSON, or nested deeper than {@value #DEEPEST} levels
     */
    public static JsonNode read(final String text, final IntFunction<String> place) {
        try {
            return MAPPER.readTree(text);
        } catch (final JacksonException e) {
            final int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
            throw new IllegalArgumentException(place.apply(line) + "no JSON: " + wrong(e), e);
        }
    }

    private static String wrong(final JacksonException e) {
        return switch (e) {
            case final StreamConstraintsException tooMuch ->
                "nested deeper than " + DEEPEST + " levels, or with a number or text longer than any has";
            case final UnexpectedEndOfInputException cut -> "it ends too early";
            default -> e.getLocation() == null ? "malformed" : "malformed in column " + e.getLocation().getColumnNr();
        };
    }
}
