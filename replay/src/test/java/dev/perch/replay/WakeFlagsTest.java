package dev.perch.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perch.scheduler.WakeUp;
import dev.perch.traces.Event;
import dev.perch.traces.EventKind;
import dev.perch.traces.EventSink;
import dev.perch.traces.Names;
import dev.perch.traces.Recording;
import dev.perch.traces.TaskState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WakeFlagsTest {
    private final Names names = new Names();
    private final Event waking = waking(42, Event.IRQS_OFF, "reader");

    private Event waking(final int waker, final int flags, final String wakee) {
        final var event = new Event();
        event.kind = EventKind.WAKING;
        event.pid = waker;
        event.flags = flags;
        event.taskComm = names.of(wakee);
        return event;
    }

    private boolean isSync(final Event event, final int state) {
        return WakeFlags.isSync(event, state, names);
    }

    /** Compares each guess with what the probe of the same selection tells. */
    private static final class Guesses implements EventSink {
        private final Names names;
        private final Map<Integer, Integer> sleepStates = new HashMap<>();
        private final Map<Integer, Integer> guesses = new HashMap<>();
        private int right;
        private int all;

        Guesses(final Names names) {
            this.names = names;
        }

        @Override
        public void event(final Event event) {
            switch (event.kind) {
                case SWITCH -> {
                    if (!TaskState.isRunnable(event.prevState)) {
                        sleepStates.put(event.prevPid, event.prevState);
                    }
                }
                case WAKING -> guesses.put(event.task, WakeFlags.guessed(event,
                        sleepStates.getOrDefault(event.task, TaskState.INTERRUPTIBLE), names));
                case SELECT -> {
                    final Integer guess = guesses.remove(event.task);
                    if (guess != null && (event.wakeFlags & WakeUp.TTWU) != 0) {
                        all++;
                        right += guess == (event.wakeFlags & (WakeUp.TTWU | WakeUp.SYNC)) ? 1 : 0;
                    }
                }
                default -> {
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"6.12-8cluster-2node-msg", "6.12-cluster4-2llc-hackbench", "6.1-smt2-4llc-msg-bg"})
    void mostGuessesAreWhatTheProbesTell(final String name) throws IOException {
        final Path trace = Path.of("src/test/resources/dev/perch/replay", name + ".ftrace.txt.gz");
        try (Recording recording = Recording.open(trace)) {
            final var guesses = new Guesses(recording.names());
            recording.read(guesses);
            assertThat(guesses.all).isGreaterThan(100);
            assertThat(100.0 * guesses.right / guesses.all).isGreaterThan(95);
        }
    }

    @Test
    void aReaderOfAPipeIsWokenInSync() {
        assertThat(WakeFlags.guessed(waking, TaskState.INTERRUPTIBLE, names)).isEqualTo(WakeUp.TTWU | WakeUp.SYNC);
        assertThat(isSync(waking(42, Event.FLAGS_UNKNOWN, "reader"), TaskState.INTERRUPTIBLE)).isTrue();
    }

    @Test
    void whoWaitedForALockIsNot() {
        assertThat(WakeFlags.guessed(waking, TaskState.UNINTERRUPTIBLE, names)).isEqualTo(WakeUp.TTWU);
    }

    @Test
    void kernelThreadsAreWokenForWork() {
        assertThat(isSync(waking(42, Event.IRQS_OFF, "kworker/u8:2"), TaskState.INTERRUPTIBLE)).isFalse();
        assertThat(isSync(waking(42, Event.IRQS_OFF, "ksoftirqd/0"), TaskState.INTERRUPTIBLE)).isFalse();
    }

    @Test
    void aPacketThatTheRunningTaskSentWakesInSyncATimerDoesNot() {
        assertThat(isSync(waking(42, Event.SOFTIRQ, "server"), TaskState.INTERRUPTIBLE)).isTrue();
        assertThat(isSync(waking(42, Event.HARDIRQ, "server"), TaskState.INTERRUPTIBLE)).isFalse();
        assertThat(isSync(waking(0, Event.SOFTIRQ, "server"), TaskState.INTERRUPTIBLE)).isFalse();
    }
}
