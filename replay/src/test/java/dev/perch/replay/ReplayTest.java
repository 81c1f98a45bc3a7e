package dev.perch.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.perch.scheduler.Feature;
import dev.perch.scheduler.LinuxPolicy;
import dev.perch.scheduler.Policy;
import dev.perch.topology.Distance;
import dev.perch.topology.Topology;
import dev.perch.traces.Progress;
import dev.perch.traces.Recording;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReplayTest {
    @TempDir
    private Path directory;

    /** A recording among the resources: where and by which kernel it was made, and the least agreement, percent. */
    record Recorded(String name, Topology topology, Policy own, double floor) {
        ReplayReport replay(final Policy... others) throws IOException {
            return ReplayTest.replay(resource(name), topology, own, others);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static Path resource(final String name) {
        return Path.of("src/test/resources/dev/perch/replay", name + ".ftrace.txt.gz");
    }

    private static List<String> text(final String name) throws IOException {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(resource(name)))) {
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1).lines().toList();
        }
    }

    private static ReplayReport replay(final Path trace, final Topology topology, final Policy own,
            final Policy... others) throws IOException {
        try (Recording recording = Recording.open(trace)) {
            return new Replay(recording, topology, Progress.NONE).under(own, List.of(others));
        }
    }

    private ReplayReport replay(final String... events) throws IOException {
        return replay(Files.write(directory.resolve("trace.txt"), List.of(events)), Machines.CLUSTERS,
                Machines.linux(6, 12));
    }

    static Stream<Recorded> recordings() {
        return Stream.of(
                new Recorded("6.12-8cluster-2node-msg", Machines.CLUSTERS, Machines.linux(6, 12), 93),
                new Recorded("6.12-8cluster-2node-pair-bg", Machines.CLUSTERS, Machines.linux(6, 12), 98),
                new Recorded("6.12-cluster4-2llc-hackbench", Machines.CLUSTERS_TWO_LLCS, Machines.linux(6, 12), 94),
                new Recorded("6.12-smt2-4llc-fan", Machines.THREADS, Machines.linux(6, 12), 98),
                new Recorded("6.1-smt2-4llc-msg-bg", Machines.THREADS, Machines.linux(6, 1), 95),
                new Recorded("6.18-2cpu-hackbench", Machines.TWO_CPUS, Machines.linux(6, 14), 89));
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void theRecordedKernelsPolicyChoosesAsTheKernelDid(final Recorded recorded) throws IOException {
        assertThat(recorded.replay().agreementPct()).isGreaterThanOrEqualTo(recorded.floor());
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void everyDifferenceIsExplained(final Recorded recorded) throws IOException {
        final ReplayReport report = recorded.replay();
        final long differ = report.selected() - Math.round(report.selected() * report.agreementPct() / 100);
        assertThat(report.differences()).hasSize((int) differ);
        assertThat(report.causes().values().stream().mapToLong(Long::longValue).sum()).isEqualTo(differ);
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void aCandidateThatIsTheRecordedPolicyDoesTheSame(final Recorded recorded) throws IOException {
        final ReplayReport report = recorded.replay(recorded.own());
        assertThat(report.policies().get(1)).isEqualTo(report.policies().get(0));
    }

    @Test
    void candidatesLeaveTheRecordedPolicysDecisionsAlone() throws IOException {
        final Path trace = resource("6.12-8cluster-2node-msg");
        final ReplayReport alone = replay(trace, Machines.CLUSTERS, Machines.linux(6, 12));
        final ReplayReport report = replay(trace, Machines.CLUSTERS, Machines.linux(6, 12), Machines.linux(6, 1),
                Machines.linux(6, 12).with(Feature.SCHED_CLUSTER, false), Machines.linux(6, 5));
        assertThat(report.differences()).isEqualTo(alone.differences());
        assertThat(report.policies()).hasSize(4);
        assertThat(report.policies().get(2).fromWaker().get(Distance.CLUSTER))
                .as("a kernel without its cluster level finds fewer CPUs in the waker's cluster")
                .isLessThan(report.policies().get(0).fromWaker().get(Distance.CLUSTER));
    }

    @Test
    void aMaskOfIdleCpusIsFollowedThroughIdleEntriesAndTicks() throws IOException {
        final LinuxPolicy plain = Machines.linux(5, 10);
        final ReplayReport report = replay(resource("6.12-cluster4-2llc-hackbench"), Machines.CLUSTERS_TWO_LLCS,
                Machines.linux(6, 12), plain, plain.with(Feature.IDLE_CPUMASK, true));
        assertThat(report.policies().get(2).examinedPerWakeUp()).isPositive()
                .isLessThan(report.policies().get(1).examinedPerWakeUp());
    }

    /** a, on the second LLC, forks b, which sleeps on the first; a runs on, then an interrupt near a wakes b. */
    private static List<String> wokenNearItsFamily(final boolean startsProgram) {
        final var lines = new ArrayList<String>();
        lines.add("a-10 [008] d.... 1.000000: sched_process_fork: comm=a pid=10 child_comm=b child_pid=20");
        lines.add("a-10 [008] d.... 1.000001: sched_wakeup_new: comm=b pid=20 prio=120 target_cpu=001");
        lines.add(switched("1.000002", "swapper/1", 0, "R", "b", 20));
        if (startsProgram) {
            lines.add("b-20 [001] d.... 1.000003: sched_process_exec: filename=/b pid=20 old_pid=20");
        }
        lines.add(switched("1.000004", "b", 20, "S", "swapper/1", 0));
        for (int millis = 1; millis < 60; millis++) {
            lines.add("a-10 [008] d.h.. 1.%03d000: irq_handler_exit: irq=1 ret=handled".formatted(millis));
        }
        lines.add("<idle>-0 [009] d.h.. 1.060000: sched_waking: comm=b pid=20 prio=120 target_cpu=001");
        lines.add("<idle>-0 [009] d.h.. 1.060001: sched_wakeup: comm=b pid=20 prio=120 target_cpu=001");
        return lines;
    }

    private static String switched(final String seconds, final String prev, final int prevPid, final String state,
            final String next, final int nextPid) {
        return ("%s-%d [001] d..2. %s: sched_switch: prev_comm=%s prev_pid=%d prev_prio=120 prev_state=%s ==>"
                + " next_comm=%s next_pid=%d next_prio=120").formatted(prev, prevPid, seconds, prev, prevPid, state,
                        next,
                        nextPid);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aCacheAwareCandidateKnowsWhereTheWakeesFamilyRan(final boolean startsProgram) throws IOException {
        final Path trace = Files.write(directory.resolve("trace.txt"), wokenNearItsFamily(startsProgram));
        final LinuxPolicy plain = Machines.linux(6, 14);
        final ReplayReport report = replay(trace, Machines.CLUSTERS_TWO_LLCS, plain,
                plain.with(Feature.SCHED_CACHE, true), plain.with(Feature.SCHED_CACHE, true));
        assertThat(report.agreementPct()).isEqualTo(100);
        assertThat(report.policies().get(1).fromWaker().get(Distance.SAME_CPU)).isEqualTo(startsProgram ? 0 : 100);
        assertThat(report.policies().get(2)).as("of two alike each has accounts of its own")
                .isEqualTo(report.policies().get(1));
    }

    @Test
    void nothingRecordedLaterIsUsed() throws IOException {
        final List<String> lines = text("6.12-smt2-4llc-fan");
        final Path whole = Files.write(directory.resolve("whole.txt"), lines);
        final Path half = Files.write(directory.resolve("half.txt"), lines.subList(0, lines.size() / 2));
        final List<Difference> early = replay(half, Machines.THREADS, Machines.linux(6, 12)).differences();
        final long cut = early.getLast().nanos() - 1_000_000; // at the cut, who emits the last wake-ups is not known
        assertThat(replay(whole, Machines.THREADS, Machines.linux(6, 12)).differences())
                .filteredOn(one -> one.nanos() < cut).isNotEmpty()
                .containsExactlyElementsOf(early.stream().filter(one -> one.nanos() < cut).toList());
    }

    @Test
    void aWakeUpUnderwayToACpuKeepsTheNextOneAway() throws IOException {
        final ReplayReport report = replay(
                "a-10      [000] d....     1.000001: sched_waking: comm=b pid=20 prio=120 target_cpu=001",
                "a-10      [000] d....     1.000002: strf: (x) pid=20 prev=1 wf=0x8 recent=1 flips=0 util=9 nca=32",
                "a-10      [000] d....     1.000004: strf_ret: (x) ret=1",
                "a-10      [000] d....     1.000006: sched_waking: comm=c pid=30 prio=120 target_cpu=001",
                "a-10      [000] d....     1.000007: strf: (x) pid=30 prev=1 wf=0x8 recent=1 flips=0 util=9 nca=32",
                "a-10      [000] d....     1.000009: strf_ret: (x) ret=2",
                "<idle>-0       [001] d....     1.000020: sched_wakeup: comm=b pid=20 prio=120 target_cpu=001");
        assertThat(report.selected()).isEqualTo(2);
        assertThat(report.agreementPct()).isEqualTo(100);
    }

    @Test
    void aWakingWithoutProbeIsNoSelectionWhereProbesAre() throws IOException {
        final ReplayReport report = replay(
                "a-10      [000] d....     1.000001: sched_waking: comm=b pid=20 prio=120 target_cpu=001",
                "a-10      [000] d....     1.000002: strf: (x) pid=20 prev=1 wf=0x8 recent=1 flips=0 util=9 nca=32",
                "a-10      [000] d....     1.000004: strf_ret: (x) ret=1",
                "a-10      [000] d....     1.000006: sched_waking: comm=b pid=20 prio=120 target_cpu=001");
        assertThat(report.wakeUps()).isEqualTo(2);
        assertThat(report.selected()).isEqualTo(1);
    }

    @Test
    void withoutProbesWakingAndWakeUpMakeASelection() throws IOException {
        final ReplayReport report = replay(
                "a-10      [000] d....     1.000001: sched_waking: comm=b pid=20 prio=120 target_cpu=001",
                "a-10      [000] d....     1.000004: sched_wakeup: comm=b pid=20 prio=120 target_cpu=001",
                "a-10      [000] d....     1.000006: sched_waking: comm=ksoftirqd/0 pid=9 prio=120 target_cpu=000",
                "a-10      [000] d....     1.000007: sched_wakeup: comm=ksoftirqd/0 pid=9 prio=120 target_cpu=000");
        assertThat(report.wakeUps()).isEqualTo(2);
        assertThat(report.selected()).as("a thread bound to one CPU needs no selection").isEqualTo(1);
        assertThat(report.agreementPct()).isEqualTo(100);
    }

    @Test
    void withoutWakeUpEventsTheNextRunTellsThePlacement() throws IOException {
        final ReplayReport report = replay(
                "a-10      [000] d....     1.000001: sched_waking: comm=b pid=20 prio=120 target_cpu=001",
                "a-10      [000] d....     1.000003: sched_waking: comm=c pid=30 prio=120 target_cpu=002",
                "<idle>-0  [001] d....     1.000009: sched_switch: prev_comm=swapper/1 prev_pid=0 prev_prio=120 "
                        + "prev_state=R ==> next_comm=b next_pid=20 next_prio=120",
                "<idle>-0  [002] d....     1.000009: sched_switch: prev_comm=swapper/2 prev_pid=0 prev_prio=120 "
                        + "prev_state=R ==> next_comm=c next_pid=30 next_prio=120");
        assertThat(report.selected()).isEqualTo(2);
        assertThat(report.agreementPct()).isEqualTo(100);
    }

    @Test
    void aRecordingWithoutWakeUpsSaysWhatToRecord() {
        assertThatThrownBy(
                () -> replay("a-10      [000] d....     1.000001: sched_process_exit: comm=a pid=10 prio=120"))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("record sched_waking");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void aDamagedRecordingIsReplayed(final long seed) throws IOException {
        final var random = new SplittableRandom(seed);
        final List<String> lines = new ArrayList<>();
        for (final String line : text("6.12-8cluster-2node-msg").subList(0, 2_000)) {
            final int chance = random.nextInt(100);
            if (chance > 1) {
                lines.add(chance < 4 && !line.isEmpty() ? damaged(line, random) : line);
            }
        }
        final Path trace = Files.write(directory.resolve("damaged.txt"), lines);
        assertThat(replay(trace, Machines.CLUSTERS, Machines.linux(6, 12)).selected()).isPositive();
    }

    private static String damaged(final String line, final SplittableRandom random) {
        final int place = random.nextInt(line.length());
        return line.substring(0, place) + "0123456789 =-[]:ax".charAt(random.nextInt(18)) + line.substring(place + 1);
    }

    @Test
    void anEventOfACpuThatTheMachineLacksIsPassedOver() throws IOException {
        final List<String> lines = new ArrayList<>(text("6.12-8cluster-2node-msg"));
        final Path whole = Files.write(directory.resolve("whole.txt"), lines);
        final int waking = lines.indexOf(
                lines.stream().filter(line -> line.contains("sched_waking")).skip(50).findFirst().orElseThrow());
        lines.add(waking, lines.get(waking).replaceFirst("target_cpu=\\d+", "target_cpu=977"));
        final Path damaged = Files.write(directory.resolve("damaged.txt"), lines);
        assertThat(replay(damaged, Machines.CLUSTERS, Machines.linux(6, 12)).differences())
                .isEqualTo(replay(whole, Machines.CLUSTERS, Machines.linux(6, 12)).differences());
    }

    @Test
    void aRecordingOfAnotherMachineIsRefused() {
        final String text = "a-10      [064] d....     1.000001: sched_waking: comm=b pid=20 prio=120 target_cpu=001";
        assertThatThrownBy(() -> replay(text)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("CPU 64").hasMessageContaining("--machine");
    }
}
