package dev.perch.cli.conform;

import dev.perch.scheduler.Policy;
import tools.jackson.databind.node.ObjectNode;

/** A whole wake-up, fork or exec. */
final class SelectTaskCall implements ScenarioCall {
    @Override
    public String name() {
        return "select_task_rq_fair";
    }

    @Override
    public void answer(final Scenario scenario, final ObjectNode answer) {
        final Policy policy = scenario.policy();
        final var state = new PlacementScenario(scenario, policy);
        final int cpu = policy.placement(state.domains, state.runqueues).select(state.wakeUp, state.search);
        final var again = new PlacementScenario(scenario, policy);
        final var counts = new PlacementAnswer.Counts();
        final int walked = policy.walk(again.domains, again.runqueues, counts).select(again.wakeUp, again.search);
        PlacementAnswer.put(answer, cpu, state, walked, again, counts);
    }
}
