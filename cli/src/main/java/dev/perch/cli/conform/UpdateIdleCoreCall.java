package dev.perch.cli.conform;

import dev.perch.scheduler.LinuxPolicy;
import dev.perch.scheduler.placement.WakePath;
import tools.jackson.databind.node.ObjectNode;

/** The note that a core has become idle whole. */
final class UpdateIdleCoreCall implements ScenarioCall {
    @Override
    public String name() {
        return "__update_idle_core";
    }

    @Override
    public void answer(final Scenario scenario, final ObjectNode answer) {
        final LinuxPolicy policy = scenario.kernelPolicy();
        final var state = new PlacementScenario(scenario, policy);
        final var counts = new PlacementAnswer.Counts();
        state.wakeUp.wakee.recentCpu = scenario.cpu("task.recent", state.wakeUp.wakee.cpu,
                state.domains.topology().size());
        WakePath.stepByStep(policy, state.domains, state.runqueues, counts).updateIdleCore(state.target);
        state.search.clear();
        PlacementAnswer.put(answer, state.target, state, state.target, state, counts);
    }
}
