package dev.perch.traces;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Other people's recordings: as many sched events as the tools that are made for each format find. */
class PublicTracesTest {
    private static final Set<EventKind> SCHED = EnumSet.range(EventKind.SWITCH, EventKind.EXIT);

    @ParameterizedTest
    @CsvSource({"ARM-software-raw_trace.dat, trace.dat, 755", "ARM-software-trace.dat, trace.dat, 427",
            "ARM-software-trace.txt, trace-cmd report, 2924",
            "ARM-software-trace_no_trailing_line.txt, ftrace text, 1",
            "ARM-software-trace_failed_to_parse.txt, ftrace text, 0",
            "catapult-android_systrace.txt, ftrace text, 91", "catapult-atrace_missing_tgids, ftrace text, 116",
            "jirvoz-NAS_48_threads_group_imbalance_bug.trace.xz, trace-cmd report, 96515",
            "ARM-software-trace_surfaceflinger.html, systrace HTML, 1136",
            "microsoft-test_trace.perfetto-trace, Perfetto, 24018", "eclipse-many-threads.tar.gz, CTF, 57817",
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

    /** By babeltrace2, which also finds the sched_stat_runtime, _process_free and _process_wait that MANIFEST.tsv counts. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "eclipse-bug446190.tar.gz|SWITCH=1052 WAKEUP=566 WAKEUP_NEW=2 MIGRATE=34 FORK=2 EXEC=2 EXIT=2",
            "eclipse-perf-taskset2.tar.gz|SWITCH=562 WAKEUP=346 MIGRATE=4 EXEC=2 EXIT=1",
            "eclipse-many-threads.tar.gz|SWITCH=28325 WAKING=6743 WAKEUP=6743 FORK=8003 EXIT=8003"})
    void hasAsManyOfEachKindAsTheFormatsOwnReaderFinds(final String file, final String counts) {
        final Summary summary = Recorded.of(Shared.path("traces").resolve(file)).summary();
        assertThat(summary.counts().entrySet().stream().filter(count -> SCHED.contains(count.getKey()))
                .map(count -> count.getKey() + "=" + count.getValue()).collect(Collectors.joining(" ")))
                .isEqualTo(counts);
    }

    private static long schedEvents(final Summary summary) {
        return SCHED.stream().filter(kind -> kind != EventKind.EXEC).mapToLong(summary::count).sum();
    }

    @ParameterizedTest
    @CsvSource({"ARM-software-_events_dropped_fragment_from_test_thermal.py.txt, 204600"})
    void tellsHowMuchWasDropped(final String file, final long lost) {
        assertThat(Recorded.of(Shared.path("traces").resolve(file)).summary().lost()).isEqualTo(lost);
    }
}
