package dev.perch.cli.conform;

import dev.perch.scheduler.fair.LoadWeight;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Run time as virtual time, for a nice level or a raw weight. */
final class CalcDeltaFairCall implements ScenarioCall {
    @Override
    public String name() {
        return "calc_delta_fair";
    }

    @Override
    public void answer(final Scenario scenario, final ObjectNode answer) {
        final ArrayNode out = answer.putArray("out");
        for (final JsonNode triple : scenario.list("args")) {
            final long[] values = Scenario.numbers(triple, "args", 3);
            final LoadWeight weight = values[2] == 0 ? EevdfState.nice(values[1]) : EevdfState.weight(values[1]);
            out.add(Long.toUnsignedString(weight.virtual(values[0])));
        }
    }
}
