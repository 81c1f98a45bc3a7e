package dev.perch.cli;

import dev.perch.traces.Progress;
import java.io.Console;
import java.nio.file.Path;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;

/** A bar on the standard error while a recording is read, where a person looks at it. */
final class ReadingProgress implements Progress, AutoCloseable {
    private final Path file;
    private ProgressBar bar;

    ReadingProgress(final Path file) {
        this.file = file;
    }

    @SuppressWarnings("SystemConsoleNull") // it is null where the console's module is not resolved
    private static boolean isWatched() {
        final Console console = System.console();
        return console != null && console.isTerminal();
    }

    @Override
    public void at(final long done, final long total) {
        if (!isWatched()) {
            return;
        }
        if (bar == null) {
            bar = new ProgressBarBuilder().setTaskName(String.valueOf(file.getFileName())).setInitialMax(total >> 20)
                    .setUnit(" MiB", 1).clearDisplayOnFinish().build();
        }
        bar.stepTo(done >> 20);
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
