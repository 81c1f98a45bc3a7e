package dev.perch.replay;

import dev.perch.scheduler.Placement;
import dev.perch.scheduler.Policy;
import dev.perch.scheduler.RunqueueTable;
import dev.perch.scheduler.Search;
import dev.perch.scheduler.WakeUp;
import dev.perch.topology.CpuSet;
import dev.perch.topology.SchedDomains;
import dev.perch.topology.Topology;
import dev.perch.traces.Recording;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Replays a recording's wake-ups under policies, open loop: the state is the recorded one throughout; each policy
 * decides each wake-up on it, and none of its decisions has consequences.
 */
public final class Replay {
    /** How many differences are kept one by one. */
    static final int MOST_DIFFERENCES = 10_000;

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

    private Replay(final Topology topology, final Policy own, final List<Policy> others) {
        this.topology = topology;
        this.own = own;
        runqueues = new RecordedRunqueues(SchedDomains.build(topology, own.domainRules()));
        silent = new SilentCpus(runqueues);
        judge = new Judge(own, runqueues, silent);
        explainer = new Explainer(judge, runqueues, silent);
        ownTally = new Tally(topology);
        others.forEach(policy -> candidates.add(new Candidate(policy)));
    }

    /**
     * Replays {@code recording}, made on {@code topology} by a kernel whose policy is {@code own}, under {@code others}
     * too.
     *
     * @throws IllegalArgumentException if the recording does not fit the machine
     */
    public static ReplayReport of(final Recording recording, final Topology topology, final Policy own,
            final List<Policy> others) throws IOException {
        final Optional<CpuSet> busy = Schedstat.alwaysBusy(recording.path(), topology.size());
        final var outcomes = new Outcomes();
        final long start = recording.read(outcomes).firstNanos();
        final var replay = new Replay(topology, own, others);
        busy.ifPresent(cpus -> replay.silent.believeBusy(cpus, start));
        topology.cpus().forEach(replay::startIdle);
        final var rebuilder = new StateRebuilder(replay.runqueues, replay.silent, outcomes,
                replay.new Sink());
        recording.read(rebuilder);
        return replay.report(recording.path().toString(), outcomes.count(), busy.isPresent());
    }

    private void startIdle(final int cpu) {
        if (runqueues.current(cpu).isIdleTask()) {
            idle(cpu);
        }
    }

    private void idle(final int cpu) {
        judge.placement().enteredIdle(cpu);
    }

    private void selected(final Selection selection) {
        final int choice = judge.decide(selection);
        ownTally.add(selection, choice, runqueues.table().isAvailableIdle(choice), judge.search());
        for (final Candidate candidate : candidates) {
            judge.rewind(selection.wakeUp);
            candidate.decide(selection);
        }
        if (choice != selection.answer) {
            differ(selection, choice);
        }
        judge.learn(selection, choice);
    }

    private void differ(final Selection selection, final int choice) {
        final WakeUp wakeUp = selection.wakeUp;
        final String step = judge.search().step.meaning();
        judge.rewind(wakeUp);
        final Unrecorded cause = explainer.explain(selection, choice);
        causes.merge(cause, 1L, Long::sum);
        if (differences.size() < MOST_DIFFERENCES) {
            differences.add(new Difference(wakeUp.nowNanos, selection.wakee().pid, wakeUp.cpu, selection.prev(),
                    selection.answer, choice, step, cause));
        }
    }

    private ReplayReport report(final String recording, final long wakeUps, final boolean counters) {
        final var policies = new ArrayList<PolicyReport>();
        final PolicyReport first = ownTally.report(own.name());
        policies.add(first);
        candidates.forEach(candidate -> policies.add(candidate.tally.report(candidate.policy.name())));
        return new ReplayReport(recording, topology.name(), own.name(), wakeUps, ownTally.selections(),
                first.agreementPct(), policies, causes, differences,
                counters ? "schedstat, then the kernel's searches" : "the kernel's searches");
    }

    private final class Sink implements SelectionSink {
        @Override
        public void selected(final Selection selection) {
            Replay.this.selected(selection);
        }

        @Override
        public void idle(final int cpu) {
            Replay.this.idle(cpu);
        }
    }

    /** Another policy, deciding on the same state. */
    private final class Candidate {
        private final Policy policy;
        private final Placement placement;
        private final Tally tally = new Tally(topology);
        private final Search search = new Search();

        Candidate(final Policy policy) {
            this.policy = policy;
            final RunqueueTable table = runqueues.table();
            placement = policy.placement(SchedDomains.build(topology, policy.domainRules()), table);
        }

        void decide(final Selection selection) {
            final int choice = placement.select(selection.wakeUp, search);
            tally.add(selection, choice, runqueues.table().isAvailableIdle(choice), search);
        }
    }
}
