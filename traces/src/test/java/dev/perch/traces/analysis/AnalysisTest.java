package dev.perch.traces.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perch.topology.Distance;
import dev.perch.topology.Topology;
import dev.perch.traces.Event;
import dev.perch.traces.EventKind;
import dev.perch.traces.Recorded;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AnalysisTest {
    /** Two LLCs of four CPUs; clusters of two; one node each. */
    private static Topology machine() {
        final Topology.Builder builder = Topology.builder("eight");
        for (int cpu = 0; cpu < 8; cpu++) {
            builder.cpu(cpu, new Topology.Place(cpu, cpu / 2, cpu / 4, cpu / 4, 0, cpu / 4, 1024));
        }
        return builder.build();
    }

    private static Findings findings(final String events) {
        final Recorded recorded = Recorded.of(events);
        final var analysis = new Analysis(machine(), recorded.names());
        recorded.events().forEach(analysis::event);
        return analysis.findings(recorded.summary());
    }

    private static String switched(final int cpu, final String nanos, final String prev, final String state,
            final String next) {
        return "x-1 [00%d] d..2. 1.%s: sched_switch: prev_comm=%s prev_pid=%s prev_prio=120 prev_state=%s ==> next_comm=%s next_pid=%s next_prio=120%n"
                .formatted(cpu, nanos, prev, pid(prev), state, next, pid(next));
    }

    private static String pid(final String comm) {
        return "idle".equals(comm) ? "0" : Integer.toString(comm.charAt(0));
    }

    private static String wake(final String event, final int cpu, final String nanos, final String waker,
            final String wakee, final int target) {
        return "%s-%s [00%d] d..2. 1.%s: %s: comm=%s pid=%s prio=120 target_cpu=00%d%n".formatted(waker, pid(waker),
                cpu,
                nanos, event, wakee, pid(wakee), target);
    }

    @Test
    void aWakeUpStampedAfterTheRunningItCausedTellsHowFarTheClocksAreApart() {
        final String slept = switched(0, "000000", "idle", "R", "a") + switched(4, "000001", "idle", "R", "b")
                + switched(4, "000005", "b", "S", "idle");
        final String ran = switched(4, "000100", "idle", "R", "b");
        final String woken = wake("sched_waking", 0, "000130", "a", "b", 4)
                + wake("sched_wakeup", 0, "000132", "a", "b", 4) + switched(4, "000200", "b", "S", "idle");
        final String told = "the CPUs' clocks differ by up to 30 us";
        assertThat(findings(slept + ran + woken).notes()).anyMatch(note -> note.contains(told));
        final Findings inOrder = findings(slept + wake("sched_waking", 0, "000090", "a", "b", 4) + ran + woken);
        assertThat(inOrder.notes()).as("woken once more while it runs").noneMatch(note -> note.contains("clocks"));
        final Findings lost = findings(slept + "CPU:0 [LOST 12 EVENTS]\n" + switched(0, "000090", "c", "S", "a") + ran
                + woken);
        assertThat(lost.notes()).noneMatch(note -> note.contains("clocks"));
    }

    @Test
    void aTaskThatLeavesACpuDoesNotGoOnWaitingForTheWakeUpBefore() {
        final Findings found = findings(switched(1, "000000", "idle", "R", "b")
                + switched(1, "000005", "b", "S", "idle")
                + wake("sched_waking", 0, "000010", "a", "b", 1) + wake("sched_wakeup", 0, "000011", "a", "b", 1)
                + switched(1, "000020", "b", "S", "idle") // that b came to run was not recorded
                + wake("sched_waking", 0, "000100", "a", "b", 1) + wake("sched_wakeup", 0, "000101", "a", "b", 1)
                + switched(1, "000103", "idle", "R", "b"));
        assertThat(found.fromWaker().getFirst().latency().max()).isEqualTo(3_000);
        assertThat(found.tasks()).extracting(Findings.TaskWaits::max).containsExactly(3_000L);
        assertThat(found.notes()).anyMatch(note -> note.contains("missing events"));
    }

    @Test
    void nothingIsComputedOfACpuBeyondItsEnd() {
        final String before = switched(1, "000000", "idle", "R", "b") + switched(1, "000005", "b", "S", "idle")
                + switched(2, "000006", "idle", "R", "c") + wake("sched_waking", 0, "000010", "a", "b", 1)
                + wake("sched_wakeup", 0, "000011", "a", "b", 1);
        final String after = wake("sched_waking", 0, "000030", "a", "d", 1)
                + wake("sched_wakeup", 0, "000031", "a", "d", 1) + switched(2, "000100", "c", "S", "idle");
        final Recorded recorded = Recorded.of(before + after);
        final var analysis = new Analysis(machine(), recorded.names());
        recorded.events().forEach(event -> {
            if (event.nanos == 1_000_030_000L) {
                final var end = new Event();
                end.kind = EventKind.CUT;
                end.cpu = 1;
                end.nanos = 1_000_015_000L;
                analysis.event(end);
            }
            analysis.event(event);
        });
        assertThat(findings(before + after).waiting().total()).isEqualTo(90_000 + 70_000);
        assertThat(analysis.findings(recorded.summary()).waiting().total()).as("b's until the end")
                .isEqualTo(5_000);
    }

    @Test
    void ofAWaitOnACpuWhoseEventsWereLostNothingIsKnown() {
        final Findings found = findings(switched(1, "000000", "idle", "R", "c")
                + switched(2, "000001", "c", "S", "idle")
                + wake("sched_waking", 0, "000010", "a", "b", 1) + wake("sched_wakeup", 0, "000011", "a", "b", 1)
                + "CPU:1 [LOST 12 EVENTS]\n" + switched(1, "000020", "c", "S", "idle")
                + switched(2, "000050", "idle", "R", "c"));
        assertThat(found.waiting().total()).isEqualTo(10_000);
    }

    @Test
    void aWakeUpHasItsDistancesAndItsLatency() {
        final Findings found = findings(switched(0, "000000", "idle", "R", "a")
                + switched(4, "000001", "idle", "R", "idle")
                + wake("sched_waking", 0, "000010", "a", "b", 4) + wake("sched_wakeup", 0, "000012", "a", "b", 1)
                + switched(1, "000030", "idle", "R", "b") + switched(1, "000090", "b", "S", "idle"));
        final Findings.ByDistance fromWaker = found.fromWaker().getFirst();
        assertThat(found.fromWaker()).hasSize(1);
        assertThat(fromWaker.distance()).isEqualTo(Distance.CLUSTER);
        assertThat(fromWaker.latency().count()).isEqualTo(1);
        assertThat(fromWaker.latency().max()).isEqualTo(20_000);
        assertThat(found.fromPrev()).extracting(Findings.ByDistance::distance).containsExactly(Distance.PACKAGE);
        assertThat(found.pairs()).extracting(pair -> pair.waker() + " " + pair.wakee()).containsExactly("a:97 b:98");
        assertThat(found.tasks().getFirst().ran()).isEqualTo(60_000);
    }

    @Test
    void withoutSchedWakeupTheFirstSwitchInIsThePlacement() {
        final Findings found = findings(wake("sched_waking", 0, "000010", "a", "b", 4)
                + switched(5, "000030", "idle", "R", "b"));
        assertThat(found.fromPrev()).extracting(Findings.ByDistance::distance).containsExactly(Distance.CLUSTER);
        assertThat(found.notes()).anyMatch(note -> note.startsWith("no sched_wakeup was recorded"));
    }

    @Test
    void aWakeUpStampedAfterItsSwitchInPlacesNothing() {
        final Findings found = findings(switched(1, "000030", "idle", "R", "b")
                + wake("sched_waking", 0, "000031", "a", "b", 4) + wake("sched_wakeup", 0, "000032", "a", "b", 1)
                + switched(1, "500000", "b", "S", "idle") + switched(1, "900000", "idle", "R", "b"));
        assertThat(found.fromWaker()).isEmpty();
        assertThat(found.notes()).anyMatch(note -> note.startsWith("wake-ups of a task that ran already"));
    }

    @Test
    void aWakingThatRacesWithTheSwitchOutStillCounts() {
        final Findings found = findings(switched(1, "000001", "idle", "R", "b")
                + wake("sched_waking", 0, "000010", "a", "b", 1) + switched(1, "000011", "b", "S", "idle")
                + wake("sched_wakeup", 0, "000013", "a", "b", 0) + switched(0, "000020", "a", "S", "b"));
        assertThat(found.fromWaker()).extracting(Findings.ByDistance::distance).containsExactly(Distance.SAME_CPU);
        assertThat(found.fromWaker().getFirst().latency().max()).isEqualTo(10_000);
    }

    @Test
    void noLatencyLiesAcrossALoss() {
        final Findings found = findings(wake("sched_waking", 0, "000010", "a", "b", 1)
                + wake("sched_wakeup", 0, "000012", "a", "b", 1) + "CPU:1 [LOST 3 EVENTS]\n"
                + switched(1, "900000", "idle", "R", "b"));
        assertThat(found.fromWaker().getFirst().wakeUps()).isEqualTo(1);
        assertThat(found.fromWaker().getFirst().latency().count()).isZero();
        assertThat(found.tasks()).isEmpty();
        assertThat(found.notes()).contains("wake-ups across lost or missing events, which have no latency: 1");
    }

    @Test
    void waitingIsHeldAgainstTheNearestIdleCpu() {
        final Findings found = findings(
                switched(0, "000000", "idle", "R", "a") + switched(1, "000000", "idle", "R", "c")
                        + switched(3, "000000", "c", "S", "idle") + wake("sched_waking", 0, "000100", "a", "b", 0)
                        + wake("sched_wakeup", 0, "000100", "a", "b", 0) + switched(0, "000150", "a", "S", "b"));
        assertThat(found.waiting().total()).isEqualTo(50_000);
        assertThat(found.waiting().nearestIdle()).isEqualTo(Map.of(Distance.LLC, 50_000L));
        assertThat(found.waiting().conservedPct()).isBetween(66.0, 67.0);
    }

    @Test
    void migrationsHaveCauses() {
        final String moved = "sched_migrate_task: comm=%s pid=%s prio=120 orig_cpu=%d dest_cpu=%d%n";
        final Findings found = findings(wake("sched_waking", 0, "000010", "a", "b", 1)
                + "a-97 [000] 1.000011: " + moved.formatted("b", 98, 1, 0)
                + "a-97 [000] 1.000012: sched_process_fork: comm=a pid=97 child_comm=a child_pid=100\n"
                + "a-97 [000] 1.000013: " + moved.formatted("a", 100, 0, 2)
                + "m-5 [000] 1.000014: " + moved.formatted("e", 101, 0, 4)
                + "m-5 [000] 1.000015: " + moved.formatted("f", 102, 0, 4)
                + "e-101 [004] 1.000016: sched_process_exec: filename=/bin/e pid=101 old_pid=101\n");
        assertThat(found.migrations()).extracting(row -> row.cause() + " " + row.byDistance()).containsExactly(
                "wake-up {CLUSTER=1}", "fork {LLC=1}", "exec {PACKAGE=1}", "balance {PACKAGE=1}");
    }

    @Test
    void utilisationCountsFromEachCpusFirstEvent() {
        final Findings found = findings(
                switched(0, "000000", "idle", "R", "a") + switched(2, "000050", "idle", "R", "c")
                        + switched(2, "000075", "c", "S", "idle") + switched(0, "000100", "a", "S", "idle"));
        assertThat(found.clusters()).extracting(Findings.Group::cpus).containsExactly("0-1", "2-3", "4-5", "6-7");
        assertThat(found.clusters()).extracting(Findings.Group::utilisationPct).containsExactly(100.0, 50.0, Double.NaN,
                Double.NaN);
    }

    @Test
    void idleStatesAddUp() {
        final Findings found = findings("""
                <idle>-0 [001] 1.000000: cpu_idle: state=2 cpu_id=1
                <idle>-0 [001] 1.000040: cpu_idle: state=4294967295 cpu_id=1
                """);
        assertThat(found.idleStates()).isEqualTo(List.of(new Findings.IdleUse(2, 1, 40_000)));
    }

    @Test
    void tellsWhatATraceWithoutWakeUpsCannotShow() {
        assertThat(findings(switched(0, "000000", "idle", "R", "a")).notes())
                .anyMatch(note -> note.startsWith("no wake-up events were recorded"));
    }

    /** What an analysis tells, a line each; stamps in us after the first second. */
    private static List<String> told(final String events) {
        final Recorded recorded = Recorded.of(events);
        final var lines = new ArrayList<String>();
        final var analysis = new Analysis(machine(), recorded.names(), new Chronicle() {
            @Override
            public void begins(final long nanos) {
                lines.add("begins " + micros(nanos));
            }

            @Override
            public void ran(final int cpu, final int pid, final int comm, final long from, final long to) {
                lines.add(recorded.names().text(comm) + " on " + cpu + " " + micros(from) + "-" + micros(to));
            }

            @Override
            public void woken(final WakeUp wakeUp) {
                lines.add("%d on %d woke %s, %d to %d, %d+%d, missed %s".formatted(wakeUp.wakerPid, wakeUp.wakerCpu,
                        recorded.names().text(wakeUp.comm), wakeUp.prevCpu, wakeUp.cpu, micros(wakeUp.nanos),
                        wakeUp.latencyNanos / 1000, wakeUp.missed));
            }

            private long micros(final long nanos) {
                return nanos / 1000 - 1_000_000;
            }
        });
        recorded.events().forEach(analysis::event);
        analysis.findings(recorded.summary());
        return lines;
    }

    @Test
    void tellsWhoRanAndHowAWakeUpWent() {
        assertThat(told(switched(3, "000000", "c", "S", "idle") + switched(0, "000001", "idle", "R", "a")
                + switched(1, "000002", "c", "R", "d")
                + wake("sched_waking", 0, "000010", "a", "b", 4) + wake("sched_wakeup", 0, "000012", "a", "b", 1)
                + switched(1, "000030", "d", "S", "b") + switched(1, "000090", "b", "S", "idle")))
                .containsExactly("begins 0", "d on 1 2-30", "97 on 0 woke b, 4 to 1, 10+20, missed LLC", "b on 1 30-90",
                        "a on 0 1-90");
    }

    @Test
    void aPlacementOnAnIdleCpuMissesNone() {
        assertThat(told(switched(1, "000000", "c", "S", "idle") + switched(3, "000000", "c", "S", "idle")
                + wake("sched_waking", 0, "000010", "a", "b", 4) + wake("sched_wakeup", 0, "000012", "a", "b", 1)
                + switched(1, "000030", "idle", "R", "b"))).contains("97 on 0 woke b, 4 to 1, 10+20, missed null");
    }

    @Test
    void nobodyIsToldToRunAcrossALoss() {
        assertThat(told(switched(1, "000000", "idle", "R", "b") + "CPU:1 [LOST 3 EVENTS]\n"
                + switched(1, "000050", "b", "S", "idle"))).containsExactly("begins 0", "b on 1 0-50");
    }
}
