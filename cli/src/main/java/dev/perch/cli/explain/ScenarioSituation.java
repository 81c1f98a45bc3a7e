package dev.perch.cli.explain;

import dev.perch.cli.conform.PlacementScenario;
import dev.perch.cli.conform.Scenario;
import dev.perch.cli.conform.ScenarioFile;
import dev.perch.scheduler.Policies;
import dev.perch.scheduler.Policy;
import dev.perch.scheduler.Search;
import dev.perch.scheduler.placement.Observer;
import dev.perch.scheduler.placement.WakePath;
import java.io.IOException;
import java.nio.file.Path;

/** The moment that a line of a scenario file describes. */
public final class ScenarioSituation implements Situation {
    private final Scenario scenario;
    private final boolean searchOnly;

    private ScenarioSituation(final Scenario scenario) {
        this.scenario = scenario;
        searchOnly = scenario.call().equals("select_idle_sibling");
        if (!searchOnly && !scenario.call().equals("select_task_rq_fair")) {
            throw new IllegalArgumentException("call " + scenario.call()
                    + " is no wake-up: select_idle_sibling and select_task_rq_fair can be explained");
        }
    }

    /**
     * The moment at {@code place}, which is {@code FILE:LINE}.
     *
     * @param policies those that the line may name
     * @throws IllegalArgumentException if the place is not of that form, the file has no such line, or it is no wake-up
     */
    public static ScenarioSituation at(final String place, final Policies policies) throws IOException {
        final int colon = place.lastIndexOf(':');
        final String number = place.substring(colon + 1);
        if (colon < 1 || !number.matches("[1-9][0-9]{0,8}")) {
            throw new IllegalArgumentException("'" + place + "' should be FILE:LINE, such as scenarios.jsonl:12");
        }
        final long line = Long.parseLong(number);
        try (var lines = new ScenarioFile(Path.of(place.substring(0, colon)))) {
            for (String text = next(lines); text != null; text = next(lines)) {
                if (lines.line() == line) {
                    return new ScenarioSituation(ScenarioFile.parse(text, policies));
                }
            }
        } catch (final IllegalArgumentException e) {
            throw new IllegalArgumentException(place + ": " + e.getMessage(), e);
        }
        throw new IllegalArgumentException(place + ": there is no such line");
    }

    private static String next(final ScenarioFile lines) throws IOException {
        try {
            return lines.next();
        } catch (final IllegalArgumentException e) {
            return ""; // too long a line before the one asked for
        }
    }

    /** The policy that the scenario names. */
    public Policy policy() {
        return scenario.policy();
    }

    @Override
    public String name() {
        return scenario.id();
    }

    @Override
    public State under(final Policy policy) {
        final var state = new PlacementScenario(scenario, policy);
        return new State(state.domains, state.runqueues, state.wakeUp, searchOnly ? state.target : -1);
    }

    @Override
    public int choose(final Policy policy, final State state, final Observer observer, final Search search) {
        search.clear();
        return searchOnly
                ? WakePath.stepByStep(policy, state.domains(), state.runqueues(), observer)
                        .selectIdleSibling(state.wakeUp(), state.wakeUp().wakee.cpu, state.target(), search)
                : policy.walk(state.domains(), state.runqueues(), observer).select(state.wakeUp(), search);
    }
}
