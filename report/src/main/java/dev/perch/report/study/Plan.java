package dev.perch.report.study;

import java.util.Optional;

/** How a row is answered. */
sealed interface Plan {
    /**
     * By simulation.
     *
     * @param baseline  the baseline's cell
     * @param candidate the candidate's, where the study has one
     * @param reading   the figure of both that the row prints
     */
    record Simulated(Experiment baseline, Optional<Experiment> candidate, Reading reading) implements Plan {}

    /**
     * By the engine's own formula.
     *
     * @param value what it gives
     */
    record Computed(double value) implements Plan {}

    /**
     * Not at all.
     *
     * @param why what is missing
     */
    record NotModelled(String why) implements Plan {}
}
