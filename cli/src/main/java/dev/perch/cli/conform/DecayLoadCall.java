package dev.perch.cli.conform;

import dev.perch.scheduler.fair.Decay;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What is left of a value after a number of periods. */
final class DecayLoadCall implements ScenarioCall {
    @Override
    public String name() {
        return "decay_load";
    }

    @Override
    public void answer(final Scenario scenario, final ObjectNode answer) {
        final ArrayNode out = answer.putArray("out");
        for (final JsonNode pair : scenario.list("args")) {
            final long[] values = Scenario.numbers(pair, "args", 2);
            if (values[1] < 0) {
                throw new IllegalArgumentException("'args' holds " + values[1] + " periods");
            }
            out.add(Long.toUnsignedString(Decay.decay(values[0], values[1])));
        }
    }
}
