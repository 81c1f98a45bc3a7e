package dev.perch.cli.explain;

import dev.perch.scheduler.Feature;
import dev.perch.scheduler.LinuxPolicy;
import dev.perch.scheduler.Policy;
import dev.perch.scheduler.ScanCost;
import dev.perch.scheduler.Search;
import dev.perch.scheduler.WakeUp;
import dev.perch.scheduler.placement.Observer;
import dev.perch.topology.CpuSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** What one policy decides in a {@link Situation}, step by step, and what others would: text for a mail, or data. */
public final class Explanation {
    private final Situation situation;
    private final Policy policy;
    private final Situation.State state;
    private final StepRecorder steps = new StepRecorder();
    private final Search search = new Search();
    private final int cpu;
    private final List<Outcome> others = new ArrayList<>();

    private record Outcome(Policy policy, int cpu, Search.Step step, int probes) {}

    /** The decision of {@code policy} in {@code situation}, beside those of {@code others}. */
    public Explanation(final Situation situation, final Policy policy, final List<Policy> others) {
        this.situation = situation;
        this.policy = policy;
        state = situation.under(policy);
        if (state.target() >= 0 && !(policy instanceof LinuxPolicy)) {
            throw new IllegalArgumentException("policy " + policy.name() + " decides whole wake-ups, and "
                    + situation.name() + " is an idle search alone: name one of select_task_rq_fair");
        }
        cpu = situation.choose(policy, state, steps, search);
        for (final Policy other : others) {
            if (!other.name().equals(policy.name()) && (state.target() < 0 || other instanceof LinuxPolicy)) {
                final var result = new Search();
                final int chosen = situation.choose(other, situation.under(other), Observer.NONE, result);
                this.others.add(new Outcome(other, chosen, result.step(), result.probes));
            }
        }
    }

    /** The explanation as plain text, at most 80 columns wide. */
    public String text() {
        final var text = new Columns();
        text.line((situation.name().isEmpty() ? "" : situation.name() + ": ") + policy.name() + " on "
                + state.domains().topology().name());
        text.hang("", who(), 2);
        final String kept = kept();
        if (!kept.isEmpty()) {
            text.hang("", kept, 2);
        }
        if (hasLlc()) {
            text.hang("", llc(situation.under(policy)), 2);
        }
        if (search.affineTarget >= 0 || search.wide == 1 || !steps.steps().isEmpty()) {
            text.line("");
        }
        if (search.affineTarget >= 0) {
            text.row("wake-affine", Integer.toString(search.affineTarget),
                    search.affineTarget == state.wakeUp().cpu ? "the waker's CPU is the target" : "prev is the target");
        } else if (search.wide == 1) {
            text.row("wake-wide", "", "waker and wakee flip too much: prev is the target");
        }
        steps.steps().forEach(step -> step.write(text));
        text.line("");
        text.line("CPU " + cpu + (search.step() == null ? "" : ": " + search.step().meaning()) + distance(cpu)
                + (search.probes > 0 ? ", " + search.probes + (search.probes == 1 ? " probe" : " probes") : ""));
        if (!others.isEmpty()) {
            text.line("");
            grouped().forEach((outcome, names) -> text.row(outcome, "", names));
        }
        return text.toString();
    }

    private String who() {
        final WakeUp wakeUp = state.wakeUp();
        final String allowed = wakeUp.wakee.allowed().equals(state.domains().topology().cpus()) ? ""
                : ", allowed on " + wakeUp.wakee.allowed();
        final String how = isSync(wakeUp) ? "sync" : call(wakeUp);
        return "waker on CPU " + wakeUp.cpu + (how.equals("wakeup") ? "" : " (" + how + ")") + ", previous CPU "
                + wakeUp.wakee.cpu + ", recent CPU "
                + situation.under(policy).wakeUp().wakee.recentCpu
                + (state.target() >= 0 ? ", target " + state.target() : "") + allowed;
    }

    /** What only switches under study keep, where a policy has those. */
    private String kept() {
        final List<String> kept = new ArrayList<>();
        if (isInPlay(Feature.SCHED_CACHE)) {
            kept.add(situation.preferredCpu() < 0 ? "no preferred CPU" : "preferred CPU " + situation.preferredCpu());
        }
        if (isInPlay(Feature.IDLE_CPUMASK)) {
            kept.add(situation.idleMask().map(mask -> "idle mask " + mask).orElse("every CPU in the idle mask"));
        }
        return String.join(", ", kept);
    }

    private boolean isInPlay(final Feature feature) {
        return policy.has(feature) || others.stream().anyMatch(other -> other.policy.has(feature));
    }

    private static String call(final WakeUp wakeUp) {
        return (wakeUp.flags & WakeUp.FORK) != 0 ? "fork" : (wakeUp.flags & WakeUp.EXEC) != 0 ? "exec" : "wakeup";
    }

    private static boolean isSync(final WakeUp wakeUp) {
        return (wakeUp.flags & WakeUp.SYNC) != 0;
    }

    private static Integer orNull(final int number) {
        return number < 0 ? null : Integer.valueOf(number);
    }

    private String llc(final Situation.State before) {
        final int llc = before.domains().llcs().of(steps.target());
        return "target's LLC " + before.domains().llcs().set(llc)
                + (policy.has(Feature.SIS_UTIL) ? ", nr_idle_scan " + before.runqueues().nrIdleScan(llc) : "")
                + (policy.has(Feature.SIS_PROP) ? ", " + scanCost(before) : "")
                + (before.domains().smtActive()
                        ? ", has_idle_cores " + (before.runqueues().hasIdleCores(llc) ? 1 : 0)
                        : "");
    }

    private boolean hasLlc() {
        return steps.target() >= 0 && state.domains().llcDomain(steps.target()) != null;
    }

    private static String scanCost(final Situation.State before) {
        final ScanCost cost = before.runqueues().scanCost(before.wakeUp().cpu);
        return "avg_idle " + cost.averageIdleNanos + ", wake_avg_idle " + cost.wakeAverageIdleNanos
                + ", avg_scan_cost " + cost.averageScanNanos + " ns";
    }

    private String distance(final int chosen) {
        final int prev = state.wakeUp().wakee.cpu;
        return chosen == prev ? " (prev)"
                : " (from prev: "
                        + state.domains().topology().distance(prev, chosen).label() + ")";
    }

    /** The other policies by what they would do. */
    private Map<String, String> grouped() {
        return others.stream().collect(Collectors.groupingBy(outcome -> "CPU " + outcome.cpu, LinkedHashMap::new,
                Collectors.mapping(outcome -> outcome.policy.name(), Collectors.joining(", "))));
    }

    /** The policies' choices as a table: this one first. */
    public List<List<Object>> choices() {
        final List<List<Object>> rows = new ArrayList<>();
        rows.add(choice(new Outcome(policy, cpu, search.step(), search.probes)));
        others.forEach(other -> rows.add(choice(other)));
        return rows;
    }

    private static List<Object> choice(final Outcome outcome) {
        return List.of(outcome.policy.name(), outcome.cpu, outcome.step == null ? "" : outcome.step.meaning(),
                outcome.probes);
    }

    /** The explanation as data. */
    public Map<String, Object> data() {
        final Map<String, Object> data = new LinkedHashMap<>();
        data.put("scenario", situation.name().isEmpty() ? null : situation.name());
        data.put("policy", policy.name());
        data.put("machine", state.domains().topology().name());
        data.put("call", call(state.wakeUp()));
        data.put("sync", isSync(state.wakeUp()));
        data.put("waker", state.wakeUp().cpu);
        data.put("prev", state.wakeUp().wakee.cpu);
        final Situation.State before = situation.under(policy);
        data.put("recent", before.wakeUp().wakee.recentCpu);
        final CpuSet cpus = before.domains().topology().cpus();
        data.put("allowed", before.wakeUp().wakee.allowed().toString());
        data.put("busy", CpuSet.of(
                cpus.stream().filter(one -> before.runqueues().nrRunning(one) > 0).toArray()).toString());
        data.put("target", orNull(steps.target()));
        final int llc = hasLlc() ? before.domains().llcs().of(steps.target()) : -1;
        data.put("nr_idle_scan", llc >= 0 && policy.has(Feature.SIS_UTIL) ? before.runqueues().nrIdleScan(llc) : null);
        data.put("has_idle_cores",
                llc >= 0 && before.domains().smtActive() ? before.runqueues().hasIdleCores(llc) : null);
        final ScanCost cost = policy.has(Feature.SIS_PROP) ? before.runqueues().scanCost(before.wakeUp().cpu) : null;
        data.put("avg_idle", cost == null ? null : cost.averageIdleNanos);
        data.put("wake_avg_idle", cost == null ? null : cost.wakeAverageIdleNanos);
        data.put("avg_scan_cost", cost == null ? null : cost.averageScanNanos);
        data.put("preferred_cpu", isInPlay(Feature.SCHED_CACHE) && situation.preferredCpu() >= 0
                ? situation.preferredCpu()
                : null);
        data.put("idle_mask",
                isInPlay(Feature.IDLE_CPUMASK) ? situation.idleMask().map(CpuSet::toString).orElse(null) : null);
        data.put("affine_target", orNull(search.affineTarget));
        data.put("wide", search.wide < 0 ? null : search.wide == 1);
        data.put("steps", steps.steps().stream().map(Step::data).toList());
        data.put("cpu", cpu);
        data.put("why", search.step() == null ? null : search.step().name().toLowerCase(Locale.ROOT));
        data.put("probes", search.probes);
        data.put("others", others.stream().map(other -> {
            final Map<String, Object> one = new LinkedHashMap<>();
            one.put("policy", other.policy.name());
            one.put("cpu", other.cpu);
            one.put("why", other.step == null ? null : other.step.name().toLowerCase(Locale.ROOT));
            one.put("probes", other.probes);
            return one;
        }).toList());
        return data;
    }
}
