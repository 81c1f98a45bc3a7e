package dev.perch.replay;

import dev.perch.scheduler.Policy;
import dev.perch.scheduler.WakeUp;
import dev.perch.topology.CpuSet;
import dev.perch.topology.SchedDomains;
import dev.perch.topology.Topology;
import dev.perch.traces.EventSink;
import dev.perch.traces.Names;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * One replay: the state is the recorded one throughout; each policy decides each wake-up on it, and none of its
 * decisions has consequences.
 */
final class OpenLoop implements SelectionSink {
    /** How many differences are kept one by one. */
    static final int MOST_DIFFERENCES = 10_000;

    private static final int OWN = 0; // the recorded kernel's number among the policies

    private final Topology topology;
    private final Policy own;
    private final RecordedRunqueues runqueues;
    private final SilentCpus silent;
    private final Judge judge;
    private final Explainer explainer;
    private final Tally ownTally;
    private final Map<Unrecorded, Long> causes = new EnumMap<>(Unrecorded.class);
    private final List<Difference> differences = new ArrayList<>();
    private final List<Candidate> candidates = new ArrayList<>();

    OpenLoop(final Topology topology, final Policy own, final List<Policy> others) {
        this.topology = topology;
        this.own = own;
        runqueues = new RecordedRunqueues(SchedDomains.build(topology, own.domainRules()));
        silent = new SilentCpus(runqueues);
        judge = new Judge(own, candidates, runqueues, silent);
        explainer = new Explainer(judge, runqueues, silent);
        ownTally = new Tally(topology);
        others.forEach(policy -> candidates
                .add(new Candidate(policy, candidates.size() + 1, runqueues.table(), runqueues.idleTimes())));
    }

    /** {@code cpus} run a task each although no event tells; the others idle. */
    void start(final CpuSet busy, final long now) {
        silent.believeBusy(busy, now);
        topology.cpus().forEach(this::startIdle);
    }

    /** Follows the events of a recording. */
    EventSink rebuilder(final Outcomes outcomes, final Names names) {
        return new StateRebuilder(runqueues, silent, outcomes, names, this);
    }

    private void startIdle(final int cpu) {
        if (runqueues.current(cpu).isIdleTask()) {
            idle(cpu);
        }
    }

    @Override
    public void idle(final int cpu) {
        judge.placement().enteredIdle(cpu);
        for (final Candidate candidate : candidates) {
            candidate.idle(cpu);
        }
    }

    @Override
    public void ran(final int cpu, final RecordedTask task, final long nanos, final long now) {
        task.useSpace(OWN);
        judge.placement().ran(cpu, task, nanos, now);
        for (final Candidate candidate : candidates) {
            candidate.ran(cpu, task, nanos, now);
        }
    }

    @Override
    public void ticked(final int cpu, final RecordedTask task, final long now) {
        task.useSpace(OWN);
        judge.placement().ticked(cpu, task, now);
        judge.placement().returnedToUser(cpu, task, now);
        for (final Candidate candidate : candidates) {
            candidate.ticked(cpu, task, now);
        }
    }

    @Override
    public void selected(final Selection selection) {
        selection.wakee().useSpace(OWN);
        final int choice = judge.decide(selection);
        ownTally.add(selection, choice, runqueues.table().isAvailableIdle(choice), judge.search());
        for (final Candidate candidate : candidates) {
            judge.rewind(selection.wakeUp, candidate);
            candidate.decide(selection);
        }
        selection.wakee().useSpace(OWN);
        if (choice != selection.answer) {
            differ(selection, choice);
        }
        judge.learn(selection, choice);
    }

    private void differ(final Selection selection, final int choice) {
        final WakeUp wakeUp = selection.wakeUp;
        final String step = judge.search().step().meaning();
        judge.rewind(wakeUp);
        final Unrecorded cause = explainer.explain(selection, choice);
        causes.merge(cause, 1L, Long::sum);
        if (differences.size() < MOST_DIFFERENCES) {
            differences.add(new Difference(wakeUp.nowNanos, selection.wakee().pid, wakeUp.cpu, selection.prev(),
                    selection.answer, choice, step, cause));
        }
    }

    /** What came of it. */
    ReplayReport report(final String recording, final long wakeUps, final boolean counters) {
        final var policies = new ArrayList<PolicyReport>();
        final PolicyReport first = ownTally.report(own.name());
        policies.add(first);
        candidates.forEach(candidate -> policies.add(candidate.report()));
        return new ReplayReport(recording, own.name(), wakeUps, ownTally.selections(),
                first.agreementPct(), policies, causes, differences,
                counters ? "schedstat, then the kernel's searches" : "the kernel's searches");
    }
}
