package dev.perch.traces;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Other people's recordings: as many sched events as the tools that are made for each format find. */
class PublicTracesTest {
    @ParameterizedTest
    @CsvSource({"ARM-software-raw_trace.dat, trace.dat, 755", "ARM-software-trace.dat, trace.dat, 427",
            "ARM-software-trace.txt, trace-cmd report, 2924",
            "ARM-software-trace_no_trailing_line.txt, ftrace text, 1",
            "ARM-software-trace_failed_to_parse.txt, ftrace text, 0",
            "catapult-android_systrace.txt, ftrace text, 91", "catapult-atrace_missing_tgids, ftrace text, 116",
            "jirvoz-NAS_48_threads_group_imbalance_bug.trace.xz, trace-cmd report, 96515",
            "ARM-software-trace_surfaceflinger.html, systrace HTML, 1136",
            "microsoft-test_trace.perfetto-trace, Perfetto, 24014", "eclipse-many-threads.tar.gz, CTF, 57817",
            "eclipse-perf-taskset2.tar.gz, CTF, 913", "eclipse-bug446190.tar.gz, CTF, 1658",
            "tracecompass-incubator-trace-android-sched, ftrace text, 139",
            "tracecompass-incubator-trace-android-sched-irq-syscall, ftrace text, 14"})
    void hasAsManySchedEventsAsOtherToolsFind(final String file, final String format, final long events) {
        final Summary summary = Recorded.of(Shared.path("traces").resolve(file)).summary();
        assertThat(summary.format()).isEqualTo(format);
        assertThat(schedEvents(summary)).isEqualTo(events);
        assertThat(summary.disorder()).isZero();
        assertThat(summary.cut()).isEmpty();
    }

    private static long schedEvents(final Summary summary) {
        return summary.count(EventKind.SWITCH) + summary.count(EventKind.WAKING) + summary.count(EventKind.WAKEUP)
                + summary.count(EventKind.WAKEUP_NEW) + summary.count(EventKind.MIGRATE)
                + summary.count(EventKind.FORK) + summary.count(EventKind.EXIT);
    }

    @ParameterizedTest
    @CsvSource({"ARM-software-_events_dropped_fragment_from_test_thermal.py.txt, 204600"})
    void tellsHowMuchWasDropped(final String file, final long lost) {
        assertThat(Recorded.of(Shared.path("traces").resolve(file)).summary().lost()).isEqualTo(lost);
    }
}
