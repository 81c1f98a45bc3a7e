package dev.perch.cli.explain;

import dev.perch.scheduler.placement.GroupLoad;
import dev.perch.scheduler.placement.Observer;
import dev.perch.topology.SchedDomain;
import java.util.ArrayList;
import java.util.List;

/** Gathers what an observer is told into steps: looks of one kind in a row become one. */
final class StepRecorder implements Observer {
    private final List<Step> steps = new ArrayList<>();
    private int target = -1;

    @Override
    public void searching(final int prev, final int from) {
        target = from;
    }

    @Override
    public void looked(final Phase phase, final int cpu, final Verdict verdict, final int budget) {
        final List<Integer> cpus;
        if (!steps.isEmpty() && steps.getLast() instanceof final Step.Looks last && last.phase() == phase
                && last.verdict() == verdict) {
            steps.removeLast();
            cpus = last.cpus();
        } else {
            cpus = new ArrayList<>();
        }
        cpus.add(cpu);
        steps.add(new Step.Looks(phase, cpus, verdict, budget));
    }

    @Override
    public void compared(final SchedDomain domain, final GroupLoad own, final GroupLoad idlest, final boolean leaves) {
        steps.add(new Step.Groups(domain.name(), Step.Group.of(own), Step.Group.of(idlest),
                domain.groups().size() - (own == null ? 0 : 1), leaves));
    }

    @Override
    public void refused() {
        steps.add(Step.End.REFUSED);
    }

    @Override
    public void exhausted() {
        steps.add(Step.End.EXHAUSTED);
    }

    /** The steps, in order. */
    List<Step> steps() {
        return steps;
    }

    /** Where the idle search started; -1 if it did not. */
    int target() {
        return target;
    }
}
