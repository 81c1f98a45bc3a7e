package dev.perch.cli.explain;

import dev.perch.cli.explain.StepRecorder.Row;
import dev.perch.scheduler.Feature;
import dev.perch.scheduler.LinuxPolicy;
import dev.perch.scheduler.Policy;
import dev.perch.scheduler.Search;
import dev.perch.scheduler.Search.Step;
import dev.perch.scheduler.WakeUp;
import dev.perch.scheduler.placement.Observer;
import dev.perch.scheduler.placement.Observer.Phase;
import dev.perch.scheduler.placement.Observer.Verdict;
import dev.perch.scheduler.placement.WakePath;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** What one policy decides in a {@link Situation}, step by step, and what others would: text for a mail, or data. */
public final class Explanation {
    private static final int WIDTH = 80;
    private static final int LABEL = 12;
    private static final int OUTCOME = 44; // where the outcome starts

    private final Situation situation;
    private final Policy policy;
    private final Situation.State state;
    private final StepRecorder steps = new StepRecorder();
    private final Search search = new Search();
    private final int cpu;
    private final List<Outcome> others = new ArrayList<>();

    private record Outcome(String policy, int cpu, Step step, int probes) {}

    /** The decision of {@code policy} in {@code situation}, beside those of {@code others}. */
    public Explanation(final Situation situation, final Policy policy, final List<Policy> others) {
        this.situation = situation;
        this.policy = policy;
        state = situation.under(policy);
        cpu = decide(policy, state, steps, search);
        for (final Policy other : others) {
            if (!other.name().equals(policy.name()) && (state.target() < 0 || other instanceof LinuxPolicy)) {
                final var result = new Search();
                final int chosen = decide(other, situation.under(other), Observer.NONE, result);
                this.others.add(new Outcome(other.name(), chosen, result.step, result.probes));
            }
        }
    }

    private static int decide(final Policy policy, final Situation.State state, final Observer observer,
            final Search search) {
        final int prev = state.wakeUp().wakee.cpu;
        search.clear();
        if (state.target() >= 0) {
            return WakePath.stepByStep((LinuxPolicy) policy, state.domains(), state.runqueues(), observer)
                    .selectIdleSibling(state.wakeUp(), prev, state.target(), search);
        }
        return policy.walk(state.domains(), state.runqueues(), observer).select(state.wakeUp(), search);
    }

    /** The explanation as plain text, at most 80 columns wide. */
    public String text() {
        final var text = new StringBuilder();
        line(text, (situation.name().isEmpty() ? "" : situation.name() + ": ") + policy.name() + " on "
                + state.domains().topology().name());
        hang(text, "", who(), 2);
        if (steps.target() >= 0 && state.domains().llcDomain(steps.target()) != null) {
            line(text, llc(situation.under(policy)));
        }
        text.append('\n');
        if (search.affineTarget >= 0) {
            row(text, "wake-affine", Integer.toString(search.affineTarget),
                    search.affineTarget == state.wakeUp().cpu ? "the waker's CPU is the target" : "prev is the target");
        } else if (search.wide == 1) {
            row(text, "wake-wide", "", "waker and wakee flip too much: prev is the target");
        }
        steps.rows().forEach(step -> row(text, label(step), step.cpuList(), outcome(step)));
        text.append('\n');
        line(text, "CPU " + cpu + (search.step == null ? "" : ": " + search.step.meaning()) + distance(cpu)
                + (search.probes > 0 ? ", " + search.probes + (search.probes == 1 ? " probe" : " probes") : ""));
        if (!others.isEmpty()) {
            text.append('\n');
            grouped().forEach((outcome, names) -> row(text, outcome, "", names));
        }
        return text.toString();
    }

    private String who() {
        final WakeUp wakeUp = state.wakeUp();
        final String allowed = wakeUp.wakee.allowed().equals(state.domains().topology().cpus()) ? ""
                : ", allowed on " + wakeUp.wakee.allowed();
        return "waker on CPU " + wakeUp.cpu + ", previous CPU " + wakeUp.wakee.cpu + ", recent CPU "
                + situation.under(policy).wakeUp().wakee.recentCpu
                + (state.target() >= 0 ? ", target " + state.target() : "") + allowed;
    }

    private String llc(final Situation.State before) {
        final int llc = before.domains().llcs().of(steps.target());
        return "target's LLC " + before.domains().llcs().set(llc)
                + (policy.has(Feature.SIS_UTIL) ? ", nr_idle_scan " + before.runqueues().nrIdleScan(llc) : "")
                + (before.domains().smtActive()
                        ? ", has_idle_cores " + (before.runqueues().hasIdleCores(llc) ? 1 : 0)
                        : "");
    }

    private String distance(final int chosen) {
        final int prev = state.wakeUp().wakee.cpu;
        return chosen == prev ? " (prev)"
                : " (from prev: "
                        + state.domains().topology().distance(prev, chosen).label() + ")";
    }

    private static String label(final Row row) {
        return row.phase() == null ? "" : switch (row.phase()) {
            case CLUSTER_CORES -> "cluster core";
            case LLC_CORES -> "LLC core";
            case LLC -> "LLC";
            case SMT -> "SMT";
            case GROUP -> "group";
            case FALLBACK -> "remembered";
            default -> row.phase().name().toLowerCase(Locale.ROOT);
        };
    }

    private static String outcome(final Row row) {
        if (row.verdict() == null) {
            return row.phase() == null ? "the scan's budget is used up"
                    : "not scanned: the LLC is taken for overloaded";
        }
        final boolean cores = row.phase() == Phase.LLC_CORES || row.phase() == Phase.CLUSTER_CORES;
        return switch (row.verdict()) {
            case TAKEN -> row.phase() == Phase.GROUP ? "the idlest of its group"
                    : cores ? "the whole core is idle: taken" : "idle: taken";
            case REMEMBERED -> "idle, in another cluster: remembered";
            case BUSY ->
                (cores ? "not wholly idle" : "busy") + (row.budget() >= 0 && row.budget() < Integer.MAX_VALUE / 2
                        ? ", budget " + row.budget() + " left"
                        : "");
            case TOO_SMALL -> "idle, too small for the task";
            case ELSEWHERE -> "in another LLC than target";
            case FORBIDDEN -> "idle, not allowed";
        };
    }

    /** The other policies by what they would do. */
    private Map<String, String> grouped() {
        return others.stream().collect(Collectors.groupingBy(outcome -> "CPU " + outcome.cpu, LinkedHashMap::new,
                Collectors.mapping(Outcome::policy, Collectors.joining(", "))));
    }

    private static void row(final StringBuilder text, final String label, final String cpus, final String outcome) {
        final String start = "  " + pad(label, LABEL) + "  ";
        final List<String> lines = wrap(cpus, OUTCOME - start.length() - 2);
        for (int i = 0; i < lines.size(); i++) {
            final boolean last = i + 1 == lines.size();
            final String left = (i == 0 ? start : " ".repeat(start.length())) + lines.get(i);
            if (!last) {
                line(text, left);
            } else if (cpus.isEmpty()) {
                hang(text, left, outcome, start.length());
            } else {
                line(text, pad(left, OUTCOME) + outcome);
            }
        }
    }

    private static void hang(final StringBuilder text, final String start, final String words, final int indent) {
        String line = start;
        for (final String word : words.split("(?<=,)|(?<= )", -1)) {
            if (line.length() + word.stripTrailing().length() > WIDTH) {
                line(text, line);
                line = " ".repeat(indent);
            }
            line += word;
        }
        line(text, line);
    }

    private static List<String> wrap(final String list, final int width) {
        final List<String> lines = new ArrayList<>();
        var line = new StringBuilder();
        for (final String part : list.split("(?<=,)", -1)) {
            if (!line.isEmpty() && line.length() + part.length() > width) {
                lines.add(line.toString());
                line = new StringBuilder();
            }
            line.append(part);
        }
        lines.add(line.toString());
        return lines;
    }

    private static String pad(final String text, final int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }

    private static void line(final StringBuilder text, final String line) {
        text.append(line.stripTrailing()).append('\n');
    }

    /** The policies' choices as a table: this one first. */
    public List<List<Object>> choices() {
        final List<List<Object>> rows = new ArrayList<>();
        rows.add(choice(new Outcome(policy.name(), cpu, search.step, search.probes)));
        others.forEach(other -> rows.add(choice(other)));
        return rows;
    }

    private static List<Object> choice(final Outcome outcome) {
        return List.of(outcome.policy, outcome.cpu, outcome.step == null ? "" : outcome.step.meaning(), outcome.probes);
    }

    /** The explanation as data. */
    public Map<String, Object> data() {
        final Map<String, Object> data = new LinkedHashMap<>();
        data.put("scenario", situation.name());
        data.put("policy", policy.name());
        data.put("machine", state.domains().topology().name());
        data.put("waker", state.wakeUp().cpu);
        data.put("prev", state.wakeUp().wakee.cpu);
        data.put("target", steps.target());
        data.put("affine_target", search.affineTarget);
        data.put("wide", search.wide);
        data.put("steps", steps.rows().stream().map(Explanation::stepData).toList());
        data.put("cpu", cpu);
        data.put("why", search.step == null ? null : search.step.name().toLowerCase(Locale.ROOT));
        data.put("probes", search.probes);
        data.put("others", others.stream().map(other -> {
            final Map<String, Object> one = new LinkedHashMap<>();
            one.put("policy", other.policy);
            one.put("cpu", other.cpu);
            one.put("why", other.step == null ? null : other.step.name().toLowerCase(Locale.ROOT));
            one.put("probes", other.probes);
            return one;
        }).toList());
        return data;
    }

    private static Map<String, Object> stepData(final Row row) {
        final Map<String, Object> step = new LinkedHashMap<>();
        step.put("phase", row.phase() == null ? null : row.phase().name().toLowerCase(Locale.ROOT));
        step.put("cpus", row.cpus());
        step.put("verdict", row.verdict() == null ? "exhausted" : row.verdict().name().toLowerCase(Locale.ROOT));
        step.put("budget", row.budget() < 0 || row.budget() > Integer.MAX_VALUE / 2 ? null : row.budget());
        return step;
    }
}
