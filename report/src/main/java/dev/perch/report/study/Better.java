package dev.perch.report.study;

import dev.perch.simulator.Metric;
import dev.perch.topology.UnknownNameException;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What a published table means by better: its column of that name. */
public enum Better {
    /** More is better. */
    HIGHER,
    /** Less is better. */
    LOWER,
    /** The table gives the change alone, positive where the candidate is better; its baseline is 1.00. */
    POSITIVE_CHANGE_BETTER,
    /** A measurement that is neither; its change says by how many percent it rose. */
    DESCRIPTIVE,
    /** The value of a formula. */
    EXACT;

    /** As the column has it: {@code positive-change-better}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Which direction is better; empty where that hangs on the metric. */
    Optional<Metric.Better> direction() {
        return switch (this) {
            case HIGHER -> Optional.of(Metric.Better.HIGHER);
            case LOWER -> Optional.of(Metric.Better.LOWER);
            case POSITIVE_CHANGE_BETTER, DESCRIPTIVE, EXACT -> Optional.empty();
        };
    }

    static Better of(final String text) {
        return Stream.of(values()).filter(better -> better.text().equals(text)).findFirst().orElseThrow(
                () -> new UnknownNameException("direction", text, Stream.of(values()).map(Better::text).toList()));
    }
}
