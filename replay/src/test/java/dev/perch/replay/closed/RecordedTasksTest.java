package dev.perch.replay.closed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.perch.machines.Catalogue;
import dev.perch.machines.Machine;
import dev.perch.replay.closed.Script.Step;
import dev.perch.scheduler.Kernel;
import dev.perch.scheduler.LinuxPolicy;
import dev.perch.simulator.Run;
import dev.perch.topology.Topology;
import dev.perch.topology.TopologySpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedTasksTest {
    private static final List<String> METRICS = WakeUps.METRICS.stream().map(metric -> metric.name()).toList();

    @TempDir
    private Path directory;

    private RecordedTasks recorded(final String... events) throws IOException {
        return RecordedTasks.of(Files.write(directory.resolve("trace.txt"), List.of(events)));
    }

    private static Path resource(final String name) {
        return Path.of("src/test/resources/dev/perch/replay", name + ".ftrace.txt.gz");
    }

    private static Run run(final RecordedTasks tasks, final Machine machine, final int minor, final long seed) {
        return new Run(machine, machine.topology().cpus(), LinuxPolicy.of(Kernel.of(6, minor)), tasks, 1, seed,
                tasks.span());
    }

    private static List<String> steps(final Script script) {
        final List<String> steps = new ArrayList<>();
        for (int place = 0; place < script.size(); place++) {
            steps.add(script.step(place) + " " + script.argument(place));
        }
        return steps;
    }

    @Test
    void aTaskComputesWakesAndWaitsForWhomItDid() throws IOException {
        final RecordedTasks tasks = recorded(
                "ping-1 [000] d..3. 1.000100: sched_waking: comm=pong pid=2 prio=120 target_cpu=001",
                "ping-1 [000] d..4. 1.000102: sched_wakeup: comm=pong pid=2 prio=120 target_cpu=001",
                "<idle>-0 [001] d..2. 1.000105: sched_switch: prev_comm=swapper/1 prev_pid=0 prev_prio=120"
                        + " prev_state=R ==> next_comm=pong next_pid=2 next_prio=115",
                "ping-1 [000] d..2. 1.000110: sched_switch: prev_comm=ping prev_pid=1 prev_prio=120 prev_state=S"
                        + " ==> next_comm=swapper/0 next_pid=0 next_prio=120",
                "pong-2 [001] d..3. 1.000125: sched_waking: comm=ping pid=1 prio=120 target_cpu=000",
                "pong-2 [001] d..4. 1.000128: sched_wakeup: comm=ping pid=1 prio=120 target_cpu=000",
                "<idle>-0 [000] d..2. 1.000130: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120"
                        + " prev_state=R ==> next_comm=ping next_pid=1 next_prio=120",
                "ping-1 [000] d..2. 1.000150: sched_switch: prev_comm=ping prev_pid=1 prev_prio=120 prev_state=S"
                        + " ==> next_comm=swapper/0 next_pid=0 next_prio=120",
                "<idle>-0 [001] d.h3. 1.000950: sched_waking: comm=ping pid=1 prio=120 target_cpu=000");

        assertThat(tasks.scripts()).hasSize(2);
        assertThat(steps(tasks.scripts().getFirst())).containsExactly("SYNC_WAKE 1", "FINISH_WAKE 2000",
                "COMPUTE 8000", "BLOCK 0", "COMPUTE 20000", "INTERRUPT 1", "SLEEP 800000");
        assertThat(steps(tasks.scripts().getLast())).containsExactly("BLOCK 0", "COMPUTE 20000", "SYNC_WAKE 0",
                "FINISH_WAKE 3000");
        assertThat(tasks.scripts().getLast().nice).isEqualTo(-5);
        assertThat(tasks.turnNanos()).isEqualTo(20_000);
    }

    @Test
    void aWakeUpOfATaskThatNeverLeftItsCpuWakesNobody() throws IOException {
        final RecordedTasks tasks = recorded(
                "a-1 [000] d..2. 1.000000: sched_switch: prev_comm=a prev_pid=1 prev_prio=120 prev_state=R"
                        + " ==> next_comm=b next_pid=2 next_prio=120",
                "c-3 [001] d..3. 1.000010: sched_waking: comm=b pid=2 prio=120 target_cpu=000",
                "c-3 [001] d..4. 1.000011: sched_wakeup: comm=b pid=2 prio=120 target_cpu=000",
                "b-2 [000] d..2. 1.000020: sched_switch: prev_comm=b prev_pid=2 prev_prio=120 prev_state=S"
                        + " ==> next_comm=a next_pid=1 next_prio=120");

        assertThat(tasks.scripts().stream().flatMap(script -> IntStream.range(0, script.size())
                .mapToObj(script::step))).doesNotContain(Step.SYNC_WAKE, Step.WAKE, Step.BLOCK, Step.SLEEP);
    }

    @Test
    void aTaskWokenWhileItIsSwitchedAwaySleepsAllTheSame() throws IOException {
        final RecordedTasks tasks = recorded(
                "c-3 [001] d..3. 1.000010: sched_waking: comm=b pid=2 prio=120 target_cpu=000",
                "b-2 [000] d..2. 1.000010: sched_switch: prev_comm=b prev_pid=2 prev_prio=120 prev_state=S"
                        + " ==> next_comm=swapper/0 next_pid=0 next_prio=120",
                "c-3 [001] d..4. 1.000012: sched_wakeup: comm=b pid=2 prio=120 target_cpu=000");

        assertThat(steps(tasks.scripts().getLast())).endsWith("BLOCK 0");
    }

    @Test
    void whoSleepsForALockIsNotWokenInSync() throws IOException {
        final RecordedTasks tasks = recorded(
                "b-2 [000] d..2. 1.000000: sched_switch: prev_comm=b prev_pid=2 prev_prio=120 prev_state=D"
                        + " ==> next_comm=swapper/0 next_pid=0 next_prio=120",
                "c-3 [001] d..3. 1.000010: sched_waking: comm=b pid=2 prio=120 target_cpu=000",
                "c-3 [001] d..4. 1.000012: sched_wakeup: comm=b pid=2 prio=120 target_cpu=000");

        assertThat(steps(tasks.scripts().getLast())).contains("WAKE 0");
    }

    @Test
    void aTaskThatNoSwitchBroughtRanSinceItsCpuShowedAnotherLast() throws IOException {
        final RecordedTasks tasks = recorded(
                "a-1 [000] d..2. 1.000000: sched_switch: prev_comm=a prev_pid=1 prev_prio=120 prev_state=S"
                        + " ==> next_comm=swapper/0 next_pid=0 next_prio=120",
                "<idle>-0 [000] d.h3. 1.000050: sched_waking: comm=a pid=1 prio=120 target_cpu=000",
                "<idle>-0 [000] dNh4. 1.000055: sched_wakeup: comm=a pid=1 prio=120 target_cpu=000",
                "a-1 [000] d..2. 1.000455: sched_switch: prev_comm=a prev_pid=1 prev_prio=120 prev_state=S"
                        + " ==> next_comm=swapper/0 next_pid=0 next_prio=120");

        assertThat(steps(tasks.scripts().getFirst())).containsExactly("SLEEP 50000", "COMPUTE 400000");
    }

    @Test
    void whatRunsAsARecordingBeginsOrEndsDoesSoFromItsBeginAndToItsEnd() throws IOException {
        final RecordedTasks tasks = recorded(
                "a-1 [000] d..2. 1.000000: sched_switch: prev_comm=a prev_pid=1 prev_prio=120 prev_state=S"
                        + " ==> next_comm=swapper/0 next_pid=0 next_prio=120",
                "spin-2 [001] d..2. 1.000300: sched_switch: prev_comm=spin prev_pid=2 prev_prio=120 prev_state=R"
                        + " ==> next_comm=other next_pid=3 next_prio=120",
                "other-3 [001] d..2. 1.000310: sched_switch: prev_comm=other prev_pid=3 prev_prio=120 prev_state=S"
                        + " ==> next_comm=spin next_pid=2 next_prio=120",
                "<idle>-0 [000] d.h3. 1.000900: sched_waking: comm=a pid=1 prio=120 target_cpu=000");

        assertThat(steps(tasks.scripts().get(1))).containsExactly("COMPUTE 890000");
    }

    private static String turn(final int micros, final String prev, final String state, final String next) {
        return "%s-%d [000] d..2. 1.%06d: sched_switch: prev_comm=%s prev_pid=%d prev_prio=120 prev_state=%s ==> next_comm=%s next_pid=%d next_prio=120"
                .formatted(prev, (int) prev.charAt(0), micros, prev, (int) prev.charAt(0), state, next,
                        (int) next.charAt(0));
    }

    private static List<String> wake(final int micros, final String waker, final String wakee) {
        return Stream.of("waking", "wakeup").map(
                event -> "%s-%d [000] d..4. 1.%06d: sched_%s: comm=%s pid=%d prio=120 target_cpu=000".formatted(waker,
                        (int) waker.charAt(0), micros, event, wakee, (int) wakee.charAt(0)))
                .toList();
    }

    /** Ping wakes pong, which answers: once ping sleeps meanwhile, once pong takes its CPU from it. */
    private List<String> pingPong(final int micros, final boolean sleeps) {
        final var events = new ArrayList<>(wake(micros, "ping", "qong"));
        events.add(turn(micros + 1, "ping", sleeps ? "S" : "R", "qong"));
        if (sleeps) {
            events.addAll(wake(micros + 3, "qong", "ping"));
        }
        events.add(turn(micros + 5, "qong", "S", "ping"));
        return events;
    }

    @Test
    void aWakerWhoseCpuItsWakeeTakesWaitsIfItWaitsWhenItHasItsCpu() throws IOException {
        final var events = new ArrayList<>(List.of(turn(0, "qong", "S", "ping")));
        events.addAll(pingPong(10, true));
        events.addAll(pingPong(20, false));
        final List<Script> scripts = recorded(events.toArray(String[]::new)).scripts();

        assertThat(steps(scripts.getLast())).containsSubsequence("SYNC_WAKE 0", "BLOCK 0", "SYNC_WAKE 0", "BLOCK 0");
        assertThat(steps(scripts.getFirst())).containsSubsequence("BLOCK 0", "SYNC_WAKE 1", "BLOCK 0", "SYNC_WAKE 1");
    }

    @Test
    void aWakerThatGoesOnBeforeItsWakeeSleepsDoesNotWaitForIt() throws IOException {
        final var events = new ArrayList<>(List.of(turn(0, "qong", "S", "ping")));
        events.addAll(pingPong(10, true));
        events.addAll(wake(20, "ping", "qong"));
        events.add(turn(21, "ping", "R", "qong"));
        events.add(turn(23, "qong", "R", "ping"));
        events.add(turn(30, "ping", "R", "qong"));
        events.add(turn(31, "qong", "S", "ping"));
        final List<Script> scripts = recorded(events.toArray(String[]::new)).scripts();

        assertThat(steps(scripts.getLast())).filteredOn("BLOCK 0"::equals).hasSize(1);
    }

    @Test
    void aCpuWithoutEventsThatSchedstatTellsToBeBusyHasATaskThatGoesOn() throws IOException {
        final String counters = " 0".repeat(23);
        Files.writeString(directory.resolve("trace.schedstat.before"),
                "version 16\ncpu0 0\ndomain0 3 1" + counters + "\ncpu1 0\ndomain0 3 1" + counters + "\n");
        Files.writeString(directory.resolve("trace.schedstat.after"),
                "version 16\ncpu0 0\ndomain0 3 2" + counters + "\ncpu1 0\ndomain0 3 2" + counters + "\n");
        final RecordedTasks tasks = recorded(turn(0, "ping", "S", "qong"), turn(9, "qong", "S", "ping"));

        assertThat(tasks.scripts()).hasSize(3);
        assertThat(tasks.scripts()).filteredOn(script -> script.goesOn).singleElement()
                .satisfies(script -> assertThat(script.cpu).isEqualTo(1));
    }

    @Test
    void aRecordingWithoutTasksIsRefused() {
        assertThatThrownBy(() -> recorded("<idle>-0 [000] d..3. 1.000010: cpu_idle: state=1 cpu_id=0"))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("tells of no task");
    }

    /**
     * hackbench on two CPUs in hardware's time: {@code perch analyze} says 88.5 % on their previous CPU, a median
     * latency of 16 us, and 20.9 % on their waker's CPU. The last comes out at 36 %: what a reader did in one turn
     * depended on how fast its writer wrote, which no event tells.
     */
    @Test
    void hackbenchOnTwoCpusWaitsAndStaysAsItDid() throws IOException {
        final var tasks = RecordedTasks.of(resource("6.18-2cpu-hackbench"));
        final var machine = Catalogue.machine("zen4-guest");
        final double[] means = new double[METRICS.size()];
        final int runs = 10;
        for (int seed = 1; seed <= runs; seed++) {
            final List<Double> values = run(tasks, machine, 14, seed).make().values();
            for (int metric = 0; metric < means.length; metric++) {
                means[metric] += values.get(metric) / runs;
            }
        }

        assertThat(means[METRICS.indexOf("previous_cpu")]).isCloseTo(88.5, within(10.0));
        assertThat(means[METRICS.indexOf("wakeup_latency_p50")]).isCloseTo(16, within(16 * 0.3));
        assertThat(means[METRICS.indexOf("waker_cpu")]).isCloseTo(20.9, within(18.0));
    }

    @Test
    void aLoopThatWasClosedRunsTheSameWayAgain() throws IOException {
        final Topology topology = new TopologySpec("cluster4-2llc", 1, 1, 2, 2, 4, 1, true, false, 12, 20, 30)
                .toTopology();
        final var machine = new Machine(topology, "", Catalogue.machine("epyc-milan").costs(), "");
        final var tasks = RecordedTasks.of(resource("6.12-cluster4-2llc-hackbench"));
        final Run run = run(tasks, machine, 12, 1);

        final List<Double> values = run.make().values();

        assertThat(values).noneMatch(value -> value.isNaN());
        assertThat(run.make().values()).isEqualTo(values);
    }
}
