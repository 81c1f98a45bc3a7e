package dev.perch.cli.conform;

import dev.perch.scheduler.LinuxPolicy;
import dev.perch.scheduler.placement.WakePath;
import tools.jackson.databind.node.ObjectNode;

/** The idle search alone, from a target that the scenario names. */
final class SelectIdleSiblingCall implements ScenarioCall {
    @Override
    public String name() {
        return "select_idle_sibling";
    }

    @Override
    public void answer(final Scenario scenario, final ObjectNode answer) {
        final LinuxPolicy policy = scenario.kernelPolicy();
        final var state = new PlacementScenario(scenario, policy);
        final int cpu = select(WakePath.byMasks(policy, state.domains, state.runqueues), state);
        final var again = new PlacementScenario(scenario, policy);
        final var counts = new PlacementAnswer.Counts();
        final int walked = select(WakePath.stepByStep(policy, again.domains, again.runqueues, counts), again);
        PlacementAnswer.put(answer, cpu, state, walked, again, counts);
    }

    private static int select(final WakePath path, final PlacementScenario state) {
        state.search.clear();
        return path.selectIdleSibling(state.wakeUp, state.wakeUp.wakee.cpu, state.target, state.search);
    }
}
