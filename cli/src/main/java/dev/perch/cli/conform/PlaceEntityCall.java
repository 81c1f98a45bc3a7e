package dev.perch.cli.conform;

import dev.perch.scheduler.fair.SchedEntity;
import tools.jackson.databind.node.ObjectNode;

/** Where an entity that comes to the queue is placed. */
final class PlaceEntityCall implements ScenarioCall {
    @Override
    public String name() {
        return "place_entity";
    }

    @Override
    public void answer(final Scenario scenario, final ObjectNode answer) {
        final var state = new EevdfState(scenario);
        final SchedEntity entity = state.entity(scenario.part("se"));
        state.entities.add(entity);
        state.queue.place(entity, scenario.bool("initial", false));
        state.put(answer.putObject("se"), entity);
        answer.put("zero_vruntime_after", Long.toUnsignedString(state.queue.zero()));
    }
}
