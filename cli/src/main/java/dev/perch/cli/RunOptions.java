package dev.perch.cli;

import dev.perch.simulator.Settings;
import dev.perch.simulator.Span;
import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options of verbs that make runs: how many, how long, with which seed, on how many threads. */
final class RunOptions {
    private static final int MOST_RUNS = 1000;
    private static final int MOST_JOBS = 1024;
    private static final long NANOS_A_MILLI = 1_000_000;
    private static final long LONGEST_NANOS = 3_600_000_000_000L;

    @Option(names = "--runs", paramLabel = "N", description = "Runs a cell (default: " + Settings.RUNS
            + "; a study's " + Settings.RUNS_OF_A_STUDY + ").")
    private Integer runs;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "" + Settings.SEED,
            description = "The first run's seed; each further run's is one more (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(names = "--warmup", paramLabel = "TIME", converter = Duration.class,
            description = "Virtual time before measuring, as 150ms or 2s (default: the workload's).")
    private Long warmUpNanos;

    @Option(names = "--duration", paramLabel = "TIME", converter = Duration.class,
            description = "Virtual time measured (default: the workload's).")
    private Long durationNanos;

    @Option(names = "--jobs", paramLabel = "N",
            description = "Runs made at once; the results are the same for any (default: one a CPU of this host).")
    private int jobs = Runtime.getRuntime().availableProcessors();

    /**
     * The settings for runs that are as many as {@code usualRuns} and as long as {@code usual} where nothing else is said;
     * fails where they make no sense.
     */
    Settings settings(final int usualRuns, final Span usual) {
        final int many = runs == null ? usualRuns : runs;
        inRange("--runs", many, MOST_RUNS);
        final var span = new Span(warmUpNanos == null ? usual.warmUpNanos() : warmUpNanos,
                durationNanos == null ? usual.durationNanos() : durationNanos,
                durationNanos == null ? usual.enough() : Long.MAX_VALUE);
        if (span.durationNanos() == 0) {
            throw new IllegalArgumentException("--duration must be longer than nothing");
        }
        return new Settings(many, seed, span);
    }

    /** How many runs to make at once. */
    int jobs() {
        inRange("--jobs", jobs, MOST_JOBS);
        return jobs;
    }

    private static void inRange(final String option, final int value, final int most) {
        if (value < 1 || value > most) {
            throw new IllegalArgumentException(option + " " + value + " is outside 1 to " + most);
        }
    }

    /** Reads {@code 350ms} and {@code 2s} into nanoseconds. */
    static final class Duration implements ITypeConverter<Long> {
        private static final Pattern FORM = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)(us|ms|s)");

        @Override
        public Long convert(final String text) {
            final Matcher matcher = FORM.matcher(text);
            if (!matcher.matches()) {
                throw new TypeConversionException("write a time as 350ms or 2s");
            }
            final long unit = switch (matcher.group(2)) {
                case "s" -> NANOS_A_MILLI * 1000;
                case "ms" -> NANOS_A_MILLI;
                default -> NANOS_A_MILLI / 1000;
            };
            final long nanos = new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(unit)).longValue();
            if (nanos > LONGEST_NANOS) {
                throw new TypeConversionException("is longer than an hour of virtual time");
            }
            return nanos;
        }
    }
}
