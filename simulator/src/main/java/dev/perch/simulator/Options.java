package dev.perch.simulator;

import dev.perch.topology.UnknownNameException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The options of a workload, as {@code KEY=VALUE,KEY=VALUE}. Each is asked for once; {@link #finish} finds the rest. */
public final class Options {
    private static final Pattern WHOLE = Pattern.compile("[+-]?\\d{1,1000}");

    private final String workload;
    private final Deque<String> unread;
    private final Map<String, String> values = new LinkedHashMap<>();
    private final Set<String> known = new HashSet<>();
    private final Map<String, String> elsewhere = new HashMap<>(); // which other option's value has an option

    /** Reads {@code text}, the options of {@code workload}; empty for none. */
    Options(final String workload, final String text) {
        this.workload = workload;
        unread = text.isEmpty() ? new ArrayDeque<>() : new ArrayDeque<>(List.of(text.split(",", -1)));
    }

    /** The file that stands before the options, as in {@code trace:FILE}; asked for first. */
    public Path file() {
        if (unread.isEmpty() || unread.peek().isEmpty()) {
            throw new IllegalArgumentException("workload " + workload + " needs a file: write " + workload + ":FILE");
        }
        return Path.of(unread.remove());
    }

    private String value(final String key) {
        known.add(key);
        readAll();
        return values.get(key);
    }

    private void readAll() {
        while (!unread.isEmpty()) {
            final String option = unread.remove();
            final int equals = option.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException(
                        "workload " + workload + ": '" + option + "' is no option: write KEY=VALUE");
            }
            if (values.put(option.substring(0, equals), option.substring(equals + 1)) != null) {
                throw new IllegalArgumentException(
                        "workload " + workload + ": option " + option.substring(0, equals) + " is there twice");
            }
        }
    }

    /** A whole number from {@code least} to {@code most}; {@code otherwise} where it is not given. */
    public int number(final String key, final int least, final int most, final int otherwise) {
        final String value = value(key);
        if (value == null) {
            return otherwise;
        }
        if (!WHOLE.matcher(value).matches()) {
            throw new IllegalArgumentException(
                    "workload " + workload + ": " + key + " needs a whole number, not '" + value + "'");
        }
        final BigInteger number = new BigInteger(value);
        if (number.compareTo(BigInteger.valueOf(least)) < 0 || number.compareTo(BigInteger.valueOf(most)) > 0) {
            throw new IllegalArgumentException(
                    "workload " + workload + ": " + key + "=" + value + " is outside " + least + " to " + most);
        }
        return number.intValue();
    }

    /** One of an enum's values, by its name in lower case; {@code otherwise} where it is not given. */
    public <E extends Enum<E>> E choice(final String key, final E otherwise) {
        final String value = value(key);
        if (value == null) {
            return otherwise;
        }
        final E[] choices = otherwise.getDeclaringClass().getEnumConstants();
        return Stream.of(choices).filter(choice -> choice.name().toLowerCase(Locale.ROOT).equals(value)).findFirst()
                .orElseThrow(() -> new UnknownNameException("value of " + workload + "'s option " + key, value,
                        Stream.of(choices).map(choice -> choice.name().toLowerCase(Locale.ROOT)).toList()));
    }

    /** One of {@code choices}; {@code otherwise} where it is not given. */
    public String name(final String key, final Collection<String> choices, final String otherwise) {
        final String value = Objects.requireNonNullElse(value(key), otherwise);
        if (!choices.contains(value)) {
            throw new UnknownNameException("value of " + workload + "'s option " + key, value, choices);
        }
        return value;
    }

    /** Says that {@code keys} are options too, but only beside {@code setting}, as in {@code version=new}. */
    public void only(final String setting, final String... keys) {
        for (final String key : keys) {
            elsewhere.put(key, setting);
        }
    }

    /** Fails where an option was given that nobody asked for. */
    void finish() {
        readAll();
        values.keySet().stream().filter(key -> !known.contains(key)).findFirst().ifPresent(key -> {
            if (elsewhere.containsKey(key)) {
                throw new IllegalArgumentException(
                        "workload " + workload + " has the option " + key + " only with " + elsewhere.get(key));
            }
            throw new UnknownNameException("option of workload " + workload, key, known.stream().sorted().toList());
        });
    }
}
