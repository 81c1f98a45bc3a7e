package dev.perch.scheduler.fair;

import static dev.perch.scheduler.fair.Scenario.number;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Load tracking and EEVDF give the answers of the kernels' own code, in every field. */
class VectorsTest {
    @ParameterizedTest
    @ValueSource(strings = {"6.1-pelt", "6.12-pelt", "6.1-decay", "6.12-decay", "6.1-calc", "6.12-calc", "6.12-pick",
            "6.12-place", "6.12-trace"})
    void matchesSomeOf(final String kind) {
        check(Scenario.some(kind));
    }

    @ParameterizedTest
    @ValueSource(strings = {"6.1-pelt", "6.12-pelt", "6.1-decay", "6.12-decay", "6.1-calc", "6.12-calc", "6.12-pick",
            "6.12-place", "6.12-trace"})
    void matchesAllOf(final String kind) {
        check(Scenario.all(kind));
    }

    private static void check(final List<JsonNode> scenarios) {
        final List<String> differences = new ArrayList<>();
        for (final JsonNode scenario : scenarios) {
            final JsonNode expect = scenario.get("expect");
            final List<String> ours = switch (scenario.get("call").asString()) {
                case "pelt" -> pelt(scenario);
                case "decay_load" -> decay(scenario);
                case "calc_delta_fair" -> virtual(scenario);
                case "pick_eevdf" -> EevdfScenario.pick(scenario);
                case "place_entity" -> EevdfScenario.place(scenario);
                case "eevdf_trace" -> EevdfScenario.trace(scenario);
                default -> throw new IllegalArgumentException(scenario.get("call").asString());
            };
            final List<String> theirs = flat(expect);
            if (!ours.equals(theirs)) {
                differences.add(scenario.get("id").asString() + ": " + firstDifference(ours, theirs));
            }
        }
        assertThat(differences).isEmpty();
    }

    private static String firstDifference(final List<String> ours, final List<String> theirs) {
        int at = 0;
        while (at < ours.size() && at < theirs.size() && ours.get(at).equals(theirs.get(at))) {
            at++;
        }
        final int from = Math.max(0, at - 25);
        return "answer " + at + ": ours " + ours.subList(from, Math.min(ours.size(), at + 12)) + ", the kernel's "
                + theirs.subList(from, Math.min(theirs.size(), at + 12));
    }

    private static List<String> flat(final JsonNode node) {
        if (node.isContainer()) {
            final List<String> values = new ArrayList<>();
            node.forEach(child -> values.addAll(flat(child)));
            return values;
        }
        return List.of(node.isNull() ? "null" : node.asString());
    }

    private static List<String> pelt(final JsonNode scenario) {
        final JsonNode state = scenario.get("state");
        final var average = new LoadAverage();
        average.lastUpdate = number(state.get("last_update_time"));
        average.loadSum = number(state.get("load_sum"));
        average.runnableSum = number(state.get("runnable_sum"));
        average.utilSum = number(state.get("util_sum"));
        average.periodContrib = (int) number(state.get("period_contrib"));
        average.loadAvg = number(state.get("load_avg"));
        average.runnableAvg = number(state.get("runnable_avg"));
        average.utilAvg = number(state.get("util_avg"));
        long now = average.lastUpdate;
        final List<String> out = new ArrayList<>();
        for (final JsonNode step : scenario.get("steps")) {
            now += number(step.get(0));
            final boolean crossed = average.update(now, number(step.get(4)), number(step.get(1)), number(step.get(2)),
                    number(step.get(3)) != 0);
            for (final long value : new long[]{crossed ? 1 : 0, average.lastUpdate, average.loadSum,
                    average.runnableSum, average.utilSum, average.periodContrib, average.loadAvg, average.runnableAvg,
                    average.utilAvg}) {
                out.add(Long.toUnsignedString(value));
            }
        }
        return out;
    }

    private static List<String> decay(final JsonNode scenario) {
        final List<String> out = new ArrayList<>();
        scenario.get("args").forEach(
                args -> out.add(Long.toUnsignedString(Decay.decay(number(args.get(0)), number(args.get(1))))));
        return out;
    }

    private static List<String> virtual(final JsonNode scenario) {
        final List<String> out = new ArrayList<>();
        for (final JsonNode args : scenario.get("args")) {
            final long second = number(args.get(1));
            final LoadWeight weight = number(args.get(2)) == 0
                    ? LoadWeight.ofNice((int) second)
                    : LoadWeight.of(second << 10);
            out.add(Long.toUnsignedString(weight.virtual(number(args.get(0)))));
        }
        return out;
    }
}
