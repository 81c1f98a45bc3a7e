package dev.perch.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class RuntimeBenchTest {
    @Test
    void ratiosAreTakenPairByPair() {
        final var pairs = new Pairs("x", List.of(100.0, 200.0, 50.0), List.of(150.0, 200.0, 100.0));
        assertThat(pairs.ratios()).containsExactly(1.0, 1.5, 2.0);
        assertThat(pairs.ratioMedian()).isEqualTo(1.5);
        assertThat(pairs.defaultMedian()).isEqualTo(100);
        assertThat(Pairs.median(List.of(1.0, 4.0, 2.0, 3.0))).isEqualTo(2.5);
    }

    @Test
    void aWorkloadRunsUnderBothSchedulersInJvmsOfTheirOwn() throws Exception {
        final var pairs = new RuntimeBench(1, 50, 100).measure("pingpong-park", () -> {});
        assertThat(pairs.defaultMedian()).isPositive();
        assertThat(pairs.perchMedian()).isPositive();
    }

    @Test
    void aRunEndsWithoutAFigureWhenItsParentDoes() throws Exception {
        final List<String> command = new RuntimeBench(1, 0, 30_000).command("default", "pingpong-park");
        final Process child = new ProcessBuilder(command).start();
        child.getOutputStream().close();
        assertThat(child.getInputStream().readAllBytes()).isEmpty();
        assertThat(child.waitFor()).isEqualTo(1);
    }

    @Test
    void workersBeginTogetherOnceAllHaveComeToRun() throws Exception {
        final int workers = 8;
        final var running = new AtomicInteger();
        final var seen = new LinkedBlockingQueue<Integer>();
        Load.startTogether(body -> new Thread(() -> {
            running.incrementAndGet();
            body.run();
        }), Collections.nCopies(workers, () -> seen.add(running.get())));
        for (int i = 0; i < workers; i++) {
            assertThat(seen.take()).isEqualTo(workers);
        }
    }
}
