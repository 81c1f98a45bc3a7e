package dev.perch.cli.conform;

import dev.perch.scheduler.fair.SchedEntity;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Who is eligible, who runs next, and the average virtual time. */
final class PickEevdfCall implements ScenarioCall {
    @Override
    public String name() {
        return "pick_eevdf";
    }

    @Override
    public void answer(final Scenario scenario, final ObjectNode answer) {
        final var state = new EevdfState(scenario);
        answer.put("avg_vruntime_sum", state.queue.weightedSum());
        answer.put("avg_load", state.queue.load());
        final ArrayNode eligible = answer.putArray("eligible");
        for (final SchedEntity entity : state.entities) {
            eligible.add(state.queue.isEligible(entity) ? 1 : 0);
        }
        answer.put("pick", state.entities.indexOf(state.queue.pick()));
        answer.put("avg_vruntime", Long.toUnsignedString(state.queue.averageVruntime()));
        answer.put("sum_after", state.queue.weightedSum());
    }
}
