package dev.perch.cli.conform;

import dev.perch.scheduler.fair.LoadAverage;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Load tracking: the sums and averages after each step of time. */
final class PeltCall implements ScenarioCall {
    @Override
    public String name() {
        return "pelt";
    }

    @Override
    public void answer(final Scenario scenario, final ObjectNode answer) {
        final var average = new LoadAverage();
        average.lastUpdate = scenario.number("state.last_update_time", 0);
        average.loadSum = scenario.number("state.load_sum", 0);
        average.runnableSum = scenario.number("state.runnable_sum", 0);
        average.utilSum = scenario.number("state.util_sum", 0);
        average.periodContrib = scenario.number("state.period_contrib", 0, 0, 1023);
        average.loadAvg = scenario.number("state.load_avg", 0);
        average.runnableAvg = scenario.number("state.runnable_avg", 0);
        average.utilAvg = scenario.number("state.util_avg", 0);
        final ArrayNode out = answer.putArray("out");
        long now = average.lastUpdate;
        for (final JsonNode step : scenario.list("steps")) {
            final long[] values = Scenario.numbers(step, "steps", 5);
            now += values[0];
            final boolean crossed = average.update(now, values[4], values[1], values[2], values[3] != 0);
            out.addArray().add(crossed ? 1 : 0).add(average.lastUpdate).add(Long.toUnsignedString(average.loadSum))
                    .add(average.runnableSum).add(average.utilSum).add(average.periodContrib).add(average.loadAvg)
                    .add(average.runnableAvg).add(average.utilAvg);
        }
    }
}
