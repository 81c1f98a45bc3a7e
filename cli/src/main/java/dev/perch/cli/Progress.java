package dev.perch.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A progress bar on stderr, if that is a terminal; gone when the work is done. */
final class Progress implements AutoCloseable {
    private static final int WIDTH = 80;
    private static final int INTERVAL_MILLIS = 200;

    private final ProgressBar bar;

    private Progress(final ProgressBar bar) {
        this.bar = bar;
    }

    /** A bar for {@code steps} steps of {@code task}. */
    static Progress of(final String task, final int steps) {
        if (!isTerminal()) {
            return new Progress(null);
        }
        final var stderr = new PrintStream(System.err, true, StandardCharsets.UTF_8);
        final var line = new ConsoleProgressBarConsumer(stderr, WIDTH) {
            @Override
            public void close() {
                stderr.flush(); // the cleared line is whoever's comes next
            }
        };
        return new Progress(new ProgressBarBuilder().setTaskName(Printable.line(task)).setInitialMax(steps)
                .setStyle(ProgressBarStyle.ASCII).setUpdateIntervalMillis(INTERVAL_MILLIS).clearDisplayOnFinish()
                .setConsumer(line).build());
    }

    /** What stderr leads to: the JDK tells that of stdin and stdout only. */
    private static boolean isTerminal() {
        try {
            final String target = Files.readSymbolicLink(Path.of("/proc/self/fd/2")).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
        } catch (final IOException | UnsupportedOperationException e) {
            return false; // no /proc: not Linux
        }
    }

    /** Another step is done; from any thread. */
    void step() {
        if (bar != null) {
            bar.step();
        }
    }

    /** So many steps are done. */
    void stepTo(final long steps) {
        if (bar != null) {
            bar.stepTo(steps);
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
