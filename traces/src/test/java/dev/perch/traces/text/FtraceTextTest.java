package dev.perch.traces.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.perch.traces.Event;
import dev.perch.traces.EventKind;
import dev.perch.traces.Recorded;
import dev.perch.traces.Summary;
import dev.perch.traces.TaskState;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FtraceTextTest {
    private static final String WAKEUP = "sched_wakeup: comm=db pid=7 prio=120 target_cpu=003\n";

    @Test
    void readsEveryFieldOfASwitch() {
        final Recorded recorded = Recorded.of("              sh-205     [012] d..2.    10.733826: sched_switch: "
                + "prev_comm=sh prev_pid=205 prev_prio=120 prev_state=D ==> next_comm=swapper/12 next_pid=0 next_prio=120\n");
        final Event event = recorded.only();
        assertThat(event.kind).isEqualTo(EventKind.SWITCH);
        assertThat(event.nanos).isEqualTo(10_733_826_000L);
        assertThat(event.cpu).isEqualTo(12);
        assertThat(event.prevPid).isEqualTo(205);
        assertThat(recorded.prevComm(event)).isEqualTo("sh");
        assertThat(event.prevState).isEqualTo(TaskState.UNINTERRUPTIBLE);
        assertThat(event.task).isZero();
        assertThat(recorded.taskComm(event)).isEqualTo("swapper/12");
        assertThat(event.taskPrio).isEqualTo(120);
    }

    @ParameterizedTest
    @ValueSource(strings = {"<idle>-0     [006] d.s4.    1.000001: ", "<idle>-0     [006] 1.000001: ",
            "<idle>-0 (-----) [006] d..2    1.000001: ", "<idle>-0       (   12) [006] ..... 1.000001: ",
            "<idle>-0     [006] d.h     1.000001: ", "<idle>-0     [006] d...2...     1.000001: ",
            "\t  <idle>-0     [006]  1.000001: ", "  <idle>-0       6d..2    1000001us : ",
            "  <idle>-0       6dN.2. 1000001us+: ", "  <idle>-0     6d..2    1.000001: ",
            "[   12.345678] <idle>-0         6d..2   1000001us : ",
            "<4>[   12.345678] [  T123]   <idle>-0         6d..2   1000001us : ",
            "Nov 30 10:00:01 host kernel: [   12.345678]   <idle>-0    6d..2. 1000001us : ",
            "[   12.345678] <idle>-0     [006] d..2 1.000001: ",
            "          <idle>       0   6 1 00000002 00000003 [000f4241] 1000.001ms (+0.024ms): ",
            "          <idle>     0 6 37 00000002 0000a003 [f4241] 1000.001ms (+3.938ms): ",
            "my-inst:              <idle>-0     [006] 1.000001: ", "my-inst:    <idle>-0     6d..2    1.000001: "})
    void knowsEveryGenerationOfLineHeads(final String head) {
        final Recorded recorded = Recorded.of(head + WAKEUP);
        final Event event = recorded.only();
        assertThat(event.kind).isEqualTo(EventKind.WAKEUP);
        assertThat(event.cpu).isEqualTo(6);
        assertThat(event.pid).isZero();
        assertThat(recorded.comm(event)).isEqualTo("<idle>");
        assertThat(event.task).isEqualTo(7);
        assertThat(event.targetCpu).isEqualTo(3);
        assertThat(event.nanos).isEqualTo(1_000_001_000L);
        assertThat(recorded.summary().timed()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"CPU 3/KVM", "a-b-c", "kworker/u17:1", "[migration]", "<...>", "<7952>", "IntentService[E",
            "x [001] y", "foo-12", "Binder:2030_3", "a pid=3", "", "==>", "<img src=x>", "p prev_pid=2", "ü"})
    void takesAnyNameAsItIs(final String comm) {
        final Recorded recorded = Recorded.of(comm + "-77    [001] d..2 1.000001: sched_switch: prev_comm=" + comm
                + " prev_pid=77 prev_prio=120 prev_state=S ==> next_comm=" + comm + " next_pid=78 next_prio=120\n"
                + comm + "-77    [001] d..2 1.000002: sched_wakeup: comm=" + comm
                + " pid=79 prio=120 target_cpu=001\n");
        assertThat(recorded.summary().warnings()).isEmpty();
        assertThat(recorded.events()).hasSize(2);
        final Event change = recorded.events().get(0);
        assertThat(recorded.comm(change)).isEqualTo(comm);
        assertThat(recorded.prevComm(change)).isEqualTo(comm);
        assertThat(recorded.taskComm(change)).isEqualTo(comm);
        assertThat(change.prevPid).isEqualTo(77);
        assertThat(change.task).isEqualTo(78);
        final Event wakeUp = recorded.events().get(1);
        assertThat(recorded.taskComm(wakeUp)).isEqualTo(comm);
        assertThat(wakeUp.task).isEqualTo(79);
    }

    @ParameterizedTest
    @CsvSource({"R, R", "R+, R+", "S, S", "D|K, D?", "0, R", "1, S", "130, D?", "4096, R+", "0x1, S", "X, X", "I, I",
            "t, t", "P, P", "S|W, S?"})
    void statesMeanTheSameInEveryKernel(final String printed, final String state) {
        final Recorded recorded = Recorded.of("a-1 [000] 1.0: sched_switch: prev_comm=a prev_pid=1 prev_prio=120 "
                + "prev_state=" + printed + " ==> next_comm=b next_pid=2 next_prio=120\n");
        assertThat(TaskState.letters(recorded.only().prevState)).isEqualTo(state);
    }

    @Test
    void aRawStateBeforeIdleIsNeverPreemption() {
        final Recorded recorded = Recorded.of("a-1 [000] 1.0: sched_switch: prev_comm=a prev_pid=1 prev_prio=120 "
                + "prev_state=256 next_comm=swapper/0 next_pid=0 next_prio=120\n");
        assertThat(TaskState.isRunnable(recorded.only().prevState)).isFalse();
    }

    @Test
    void readsTheOldSwitchBodyAndAWakeUpWithoutSuccess() {
        final Recorded recorded = Recorded.of("""
                a-1  [000]  1.0: sched_switch:   CPU 3/KVM:1 [120] R+ ==> kworker/0:1H:44 [100]
                a-1  [000]  1.1: sched_wakeup:   kworker/0:1H:44 [100] CPU:003
                a-1  [000]  1.2: sched_wakeup:   kworker/0:1H:44 [100] success=1 CPU:003
                """);
        assertThat(recorded.summary().warnings()).isEmpty();
        final Event change = recorded.events().get(0);
        assertThat(recorded.prevComm(change)).isEqualTo("CPU 3/KVM");
        assertThat(change.prevPid).isEqualTo(1);
        assertThat(TaskState.isRunnable(change.prevState)).isTrue();
        assertThat(recorded.taskComm(change)).isEqualTo("kworker/0:1H");
        assertThat(change.taskPrio).isEqualTo(100);
        assertThat(recorded.events().subList(1, 3)).allSatisfy(wakeUp -> {
            assertThat(wakeUp.task).isEqualTo(44);
            assertThat(recorded.taskComm(wakeUp)).isEqualTo("kworker/0:1H");
            assertThat(wakeUp.targetCpu).isEqualTo(3);
        });
    }

    @Test
    void readsTheOtherEvents() {
        final Recorded recorded = Recorded.of("""
                a-1 [000] d.h1. 1.1: sched_migrate_task: comm=b pid=2 prio=120 orig_cpu=0 dest_cpu=255
                a-1 [000] d.... 1.2: sched_process_fork: comm=a pid=1 child_comm=a child_pid=3
                a-1 [000] d.... 1.3: sched_process_exec: filename=/bin/true pid=3 old_pid=4
                a-1 [000] d.... 1.4: sched_process_exit: comm=a pid=3 prio=120 group_dead=true
                a-1 [000] d.... 1.5: irq_handler_entry: irq=163 name=eth0 rx
                a-1 [000] d.... 1.6: softirq_entry: vec=7 [action=SCHED]
                a-1 [000] d.... 1.7: cpu_idle: state=4294967295 cpu_id=5
                a-1 [000] d.s3. 1.8: strf: (f+0x0/0x1) pid=15 prev=13 wf=0x18 recent=12 flips=4 util=9 nca=16
                a-1 [000] d.s3. 1.9: strf_ret: (g+0x11b/0x540 <- f) ret=14
                """);
        assertThat(recorded.summary().warnings()).isEmpty();
        final List<Event> events = recorded.events();
        assertThat(events).extracting(event -> event.kind).containsExactly(EventKind.MIGRATE, EventKind.FORK,
                EventKind.EXEC, EventKind.EXIT, EventKind.IRQ_ENTRY, EventKind.SOFTIRQ_ENTRY, EventKind.CPU_IDLE,
                EventKind.SELECT, EventKind.SELECTED);
        assertThat(events.get(0).fromInterrupt()).isTrue();
        assertThat(events.get(0).originCpu).isZero();
        assertThat(events.get(0).targetCpu).isEqualTo(255);
        assertThat(events.get(1).task).isEqualTo(3);
        assertThat(recorded.taskComm(events.get(2))).isEqualTo("/bin/true");
        assertThat(recorded.taskComm(events.get(4))).isEqualTo("eth0 rx");
        assertThat(events.get(5).number).isEqualTo(7);
        assertThat(events.get(6).number).isEqualTo(-1);
        assertThat(events.get(6).targetCpu).isEqualTo(5);
        final Event select = events.get(7);
        assertThat(List.of(select.task, select.originCpu, select.wakeFlags, select.recentCpu, select.flips, select.util,
                select.allowed)).containsExactly(15, 13, 0x18, 12, 4, 9, 16);
        assertThat(events.get(8).targetCpu).isEqualTo(14);
    }

    @Test
    void sortsWhatIsOutOfOrderAndKeepsTheOrderOfEqualStamps() {
        final Recorded recorded = Recorded.of("""
                a-1 [000] 1.000002: one:
                a-2 [000] 1.000004: two:
                a-3 [000] 1.000003: three:
                a-4 [000] 1.000003: four:
                """);
        assertThat(recorded.events()).extracting(event -> event.pid).containsExactly(1, 3, 4, 2);
        assertThat(recorded.summary().disorder()).isZero();
    }

    @Test
    void tellsOfEveryLoss() {
        final Recorded recorded = Recorded.of("""
                # tracer: nop
                # entries-in-buffer/entries-written: 3/103   #P:2
                ##### CPU 1 buffer started ####
                a-1 [001] 1.1: x:
                CPU:1 [LOST 17 EVENTS]
                a-1 [000] 1.2: x:
                a-1 [001] 1.3: x:
                CPU:0 [LOST EVENTS]
                CPU:1 [204600 EVENTS DROPPED]
                a-1 [000] 1.4: x:
                a-1 [001] 1.5: x:
                """);
        final Summary summary = recorded.summary();
        assertThat(summary.events()).isEqualTo(5);
        assertThat(summary.gaps()).isEqualTo(3);
        assertThat(summary.lost()).isEqualTo(204617);
        assertThat(summary.overwritten()).isEqualTo(100);
        assertThat(summary.cpuCount()).isEqualTo(2);
        assertThat(recorded.events()).filteredOn(event -> event.kind == EventKind.LOST)
                .extracting(event -> event.cpu + " before " + event.nanos / 100_000_000 + ": " + event.number)
                .containsExactly("1 before 13: 17", "0 before 14: -1", "1 before 15: 204600");
    }

    @Test
    void stampsOfAClockWithoutUnitAreTicks() {
        final Recorded recorded = Recorded.of("a-1 [001] d..2 123456: " + WAKEUP);
        assertThat(recorded.only().nanos).isEqualTo(123456);
        assertThat(recorded.summary().timed()).isFalse();
    }

    @Test
    void readsNanoseconds() {
        assertThat(Recorded.of("a-1 [001] d..2 1.123456789: " + WAKEUP).only().nanos).isEqualTo(1_123_456_789);
    }

    @Test
    void countsAndPlacesWhatItCannotRead() {
        final Recorded recorded = Recorded.of("a-1 [001] 1.1: sched_switch: prev_comm=a prev_p\n"
                + "what is this\na-1 [001] 1.2: " + WAKEUP
                + "a-1 [001] 1.3: sched_wakeup: comm=a pid=1 prio=120 target_cpu=-7\n");
        assertThat(recorded.events()).hasSize(1);
        assertThat(recorded.summary().warnings()).extracting(Summary.Warning::toString).containsExactly(
                "line 1: unreadable sched_switch passed over", "line 2: not an event",
                "line 4: unreadable sched_wakeup passed over");
    }

    @Test
    void refusesALineWithoutEnd() {
        assertThatThrownBy(() -> Recorded.of("# tracer: nop\n" + "x".repeat(Lines.LONGEST + 10)))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("line 2 is longer than");
    }
}
