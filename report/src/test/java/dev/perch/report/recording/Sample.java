package dev.perch.report.recording;

import dev.perch.topology.Topology;
import dev.perch.traces.Progress;
import dev.perch.traces.Recording;
import dev.perch.traces.Summary;
import dev.perch.traces.analysis.Analysis;
import dev.perch.traces.analysis.Findings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A recording of our own making, analyzed into files. */
record Sample(String text) {
    /** Says which files to write. */
    interface Choice {
        void addTo(RecordingFiles files) throws IOException;
    }

    /** A recording of this ftrace text. */
    static Sample of(final String text) {
        return new Sample(text);
    }

    /** Two LLCs of four CPUs, clusters of two. */
    static Topology machine() {
        final Topology.Builder builder = Topology.builder("eight");
        for (int cpu = 0; cpu < 8; cpu++) {
            builder.cpu(cpu, new Topology.Place(cpu, cpu / 2, cpu / 4, 0, 0, 0, 1024));
        }
        return builder.build();
    }

    /** Analyzes it into the chosen files; what was read. */
    Summary write(final Choice choice) throws IOException {
        final Path trace = Files.createTempFile("perch-test", ".trace");
        Files.writeString(trace, text);
        try (Recording recording = Recording.open(trace);
                var files = new RecordingFiles(trace, machine(), recording.names())) {
            choice.addTo(files);
            final var analysis = new Analysis(machine(), recording.names(), files);
            final Summary summary = recording.readOn(machine(), analysis, Progress.NONE);
            final Findings found = analysis.findings(summary);
            files.finish(found, "by the test");
            return summary;
        } finally {
            Files.delete(trace);
        }
    }

    /** A task on CPU 0 wakes another on CPU 5, which runs 20 us later, so often. */
    static String pairs(final int times, final String waker, final String wakee) {
        final var text = new StringBuilder();
        for (int i = 0; i < times; i++) {
            text.append(wakeUp(10 + i, waker + i % 5, wakee + i % 5));
        }
        return text.toString();
    }

    /** One such wake-up, 100 us each; names may be anything. */
    static String wakeUp(final int number, final String waker, final String wakee) {
        final int at = number * 100;
        final int from = 1000 + number % 5;
        final int to = 2000 + number % 5;
        return """
                <idle>-0 [000] d..2. %s: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=%s next_pid=%d next_prio=120
                %s-%d [000] d..2. %s: sched_waking: comm=%s pid=%d prio=120 target_cpu=004
                %s-%d [000] d..2. %s: sched_wakeup: comm=%s pid=%d prio=120 target_cpu=005
                %s-%d [000] d..2. %s: sched_switch: prev_comm=%s prev_pid=%d prev_prio=120 prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120
                <idle>-0 [005] d..2. %s: sched_switch: prev_comm=swapper/5 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=%s next_pid=%d next_prio=120
                %s-%d [005] d..2. %s: sched_switch: prev_comm=%s prev_pid=%d prev_prio=120 prev_state=S ==> next_comm=swapper/5 next_pid=0 next_prio=120
                """
                .formatted(micros(at), waker, from, waker, from, micros(at + 10), wakee, to, waker, from,
                        micros(at + 12), wakee, to, waker, from, micros(at + 20), waker, from, micros(at + 30), wakee,
                        to, wakee, to, micros(at + 70), wakee, to);
    }

    private static String micros(final int micros) {
        return "1.%06d".formatted(micros);
    }
}
