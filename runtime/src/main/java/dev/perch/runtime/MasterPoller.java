package dev.perch.runtime;

import dev.perch.topology.CpuSet;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Keeps the JDK's MasterPoller, the thread that learns of ready sockets, on a CPU that suits the load. While one
 * carrier does nearly all the work it shares that carrier's CPU: the carrier sleeps when the poller has news, so the
 * two take turns without waking another CPU. As soon as several carriers work it may run on any of theirs, because on
 * a busy carrier's CPU it would wait for its turn.
 */
final class MasterPoller {
    private static final String THREAD_NAME = "MasterPoller";
    private static final int ROUNDS_BEFORE_MOVE = 2;
    private static final int ALONE_PERCENT = 90;

    private final int tid;
    private final CpuSet anywhere;
    private final List<Carrier> carriers;
    private final long[] busySeen;
    private CpuSet allowed;
    private CpuSet wanted;
    private int rounds;

    private MasterPoller(final int tid, final CpuSet anywhere, final List<Carrier> carriers) {
        this.tid = tid;
        this.anywhere = anywhere;
        this.carriers = carriers;
        busySeen = new long[carriers.size()];
        allowed = anywhere;
        wanted = anywhere;
    }

    /** The MasterPoller of this process, to be kept by the carriers' load; null where there is none. */
    static MasterPoller find(final CpuSet anywhere, final List<Carrier> carriers) {
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
            for (final Path task : tasks) {
                if (Files.readString(task.resolve("comm")).strip().equals(THREAD_NAME)) {
                    return new MasterPoller(Integer.parseInt(task.getFileName().toString()), anywhere, carriers);
                }
            }
        } catch (final IOException e) {
            // no /proc, or a thread ended meanwhile: the poller stays where it is
        }
        return null;
    }

    /** Lets it run on any of the carriers' CPUs. */
    void free() {
        move(anywhere);
    }

    /** Moves it if the carriers' load since the last call asks for that twice. */
    void follow(final long nowNanos) {
        final CpuSet suits = suits(nowNanos);
        rounds = suits.equals(wanted) ? rounds + 1 : 1;
        wanted = suits;
        if (rounds >= ROUNDS_BEFORE_MOVE && !wanted.equals(allowed)) {
            move(wanted);
        }
    }

    private void move(final CpuSet to) {
        allowed = to;
        try {
            Affinity.allow(tid, to);
        } catch (final IllegalStateException e) {
            rounds = Integer.MIN_VALUE; // not permitted: leave it alone
        }
    }

    private CpuSet suits(final long nowNanos) {
        long total = 0;
        long most = 0;
        int busiest = 0;
        for (int i = 0; i < busySeen.length; i++) {
            final long busy = carriers.get(i).busyNanos(nowNanos);
            final long since = busy - busySeen[i];
            busySeen[i] = busy;
            total += since;
            if (since > most) {
                most = since;
                busiest = i;
            }
        }
        return total > 0 && most * 100 >= total * ALONE_PERCENT ? CpuSet.of(carriers.get(busiest).cpu) : anywhere;
    }
}
