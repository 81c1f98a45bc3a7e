package dev.perch.cli.conform;

import tools.jackson.databind.node.ObjectNode;

/** One kind of call that scenarios make. A new one is a class and a line in {@link ScenarioCalls}. */
public interface ScenarioCall {
    /** What a scenario's {@code call} names it by: {@code select_idle_sibling}. */
    String name();

    /**
     * The engine's answer to {@code scenario}: every field that its {@code expect} may have, put into {@code answer}
     * with the kernel's spelling; more does no harm.
     *
     * @throws IllegalArgumentException if the scenario is impossible; the message says what is wrong with which field
     */
    void answer(Scenario scenario, ObjectNode answer);
}
