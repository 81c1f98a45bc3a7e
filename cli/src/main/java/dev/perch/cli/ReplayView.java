package dev.perch.cli;

import dev.perch.replay.Difference;
import dev.perch.replay.PolicyReport;
import dev.perch.replay.ReplayReport;
import dev.perch.replay.Unrecorded;
import dev.perch.topology.Distance;
import dev.perch.traces.Summary;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** How a replay's report is shown. */
final class ReplayView {
    private static final int SHOWN = 40;

    private final ReplayReport report;
    private final Summary summary;
    private final String machine;
    private final String machineFrom;
    private final String kernelFrom;
    private final boolean withDifferences;

    ReplayView(final ReplayReport report, final Summary summary, final String machine, final String machineFrom,
            final String kernelFrom, final boolean withDifferences) {
        this.report = report;
        this.summary = summary;
        this.machine = machine;
        this.machineFrom = machineFrom;
        this.kernelFrom = kernelFrom;
        this.withDifferences = withDifferences;
    }

    /** A row for each policy; for each difference if those are asked for. */
    Table table() {
        return withDifferences ? differences(report.differences().size()) : policies();
    }

    private Table policies() {
        final Table table = Table.of("policy", "agrees%", "same CPU%", "SMT%", "cluster%", "LLC%", "farther%",
                "examined", "idle%", "nearer%", "warmer%");
        for (final PolicyReport policy : report.policies()) {
            final double farther = policy.fromWaker().get(Distance.NODE) + policy.fromWaker().get(Distance.PACKAGE)
                    + policy.fromWaker().get(Distance.SYSTEM);
            table.row(policy.policy(), tenth(policy.agreementPct()), tenth(policy.sameCpuPct()),
                    tenth(policy.smtPct()), tenth(policy.clusterPct()), tenth(policy.llcPct()), tenth(farther),
                    rounded(policy.examinedPerWakeUp(), 100), tenth(policy.idlePct()), tenth(policy.nearerPct()),
                    tenth(policy.warmerPct()));
        }
        return table;
    }

    private Table differences(final int most) {
        final Table table = Table.of("seconds", "wakee", "waker's CPU", "prev", "kernel", "rebuilt", "by", "could be");
        for (final Difference one : report.differences().subList(0, Math.min(most, report.differences().size()))) {
            table.row(String.format(Locale.ROOT, "%.6f", one.nanos() / 1e9), one.wakee(), one.cpu(), one.prev(),
                    one.recorded(), one.rebuilt(), one.step(), one.cause().toString());
        }
        return table;
    }

    private Table causes() {
        final Table table = Table.of("could be", "selections", "what the recording does not tell");
        for (final Unrecorded cause : Unrecorded.values()) {
            final Long count = report.causes().get(cause);
            if (count != null) {
                table.row(cause.toString(), count, cause.meaning());
            }
        }
        return table;
    }

    /** What people read. */
    String text() {
        final var text = new StringBuilder();
        text.append(String.format(Locale.ROOT, """
                %s: %,d wake-ups, %,d selections of a CPU
                machine: %s (%s)
                kernel: %s (from %s); on the rebuilt state its policy agrees with it in %.1f %%
                CPUs without events: by %s
                """, report.recording(), report.wakeUps(), report.selected(), machine, machineFrom, report.own(),
                kernelFrom, report.agreementPct(), report.silenceFrom()));
        new Losses(summary).lines().forEach(line -> text.append(line).append('\n'));
        text.append('\n');
        text.append(policies().aligned());
        text.append("""

                same CPU … farther: from the waker's CPU to the chosen one. nearer, warmer: an idle CPU nearer to the
                waker's, or to the wakee's previous CPU, than the kernel's choice was.
                """);
        if (withDifferences) {
            text.append('\n').append(causes().aligned()).append('\n').append(differences(SHOWN).aligned());
            if (report.differences().size() > SHOWN) {
                text.append("… and ").append(report.differences().size() - SHOWN).append(" more (--format csv)\n");
            }
        }
        return text.toString();
    }

    /** What programs read. */
    Map<String, Object> json() {
        final var json = new LinkedHashMap<String, Object>();
        json.put("recording", report.recording());
        json.put("machine", machine);
        json.put("machine_from", machineFrom);
        json.put("kernel", report.own());
        json.put("kernel_from", kernelFrom);
        json.put("silence_from", report.silenceFrom());
        json.put("warnings", summary.warnings().stream().map(Summary.Warning::toString).toList());
        json.put("wakeups", report.wakeUps());
        json.put("selected", report.selected());
        json.put("agreement_pct", rounded(report.agreementPct(), 10_000));
        json.put("policies", report.policies().stream().map(ReplayView::json).toList());
        if (withDifferences) {
            final var causes = new LinkedHashMap<String, Long>();
            report.causes().forEach((cause, count) -> causes.put(cause.toString(), count));
            json.put("causes", causes);
            json.put("differences", differences(report.differences().size()).objects());
        }
        return json;
    }

    private static Map<String, Object> json(final PolicyReport policy) {
        final var json = new LinkedHashMap<String, Object>();
        json.put("policy", policy.policy());
        json.put("agreement_pct", rounded(policy.agreementPct(), 10_000));
        json.put("same_cpu_pct", rounded(policy.sameCpuPct(), 10_000));
        json.put("smt_pct", rounded(policy.smtPct(), 10_000));
        json.put("cluster_pct", rounded(policy.clusterPct(), 10_000));
        json.put("llc_pct", rounded(policy.llcPct(), 10_000));
        json.put("examined_per_wakeup", rounded(policy.examinedPerWakeUp(), 10_000));
        json.put("idle_pct", rounded(policy.idlePct(), 10_000));
        json.put("nearer_pct", rounded(policy.nearerPct(), 10_000));
        json.put("warmer_pct", rounded(policy.warmerPct(), 10_000));
        json.put("from_waker_pct", byDistance(policy.fromWaker()));
        json.put("from_prev_pct", byDistance(policy.fromPrev()));
        return json;
    }

    private static Map<String, Double> byDistance(final Map<Distance, Double> shares) {
        final var json = new LinkedHashMap<String, Double>();
        shares.forEach((distance, share) -> json.put(distance.label(), rounded(share, 10_000)));
        return json;
    }

    private static double tenth(final double value) {
        return rounded(value, 10);
    }

    private static double rounded(final double value, final int parts) {
        return Math.round(value * parts) / (double) parts;
    }
}
