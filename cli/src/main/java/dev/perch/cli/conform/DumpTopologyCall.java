package dev.perch.cli.conform;

import tools.jackson.databind.node.ObjectNode;

/** The kernel's own view of the machine: refused by name, for another verb prints it. */
final class DumpTopologyCall implements ScenarioCall {
    @Override
    public String name() {
        return "dump_topology";
    }

    @Override
    public void answer(final Scenario scenario, final ObjectNode answer) {
        throw new IllegalArgumentException("call dump_topology is not compared here: perch machine NAME --domains "
                + "--policy linux-" + scenario.text("kernel") + " prints the sched domains");
    }
}
