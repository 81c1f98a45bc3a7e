package dev.perch.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** A JVM that was started without {@code --add-opens}. */
final class MissingFlagTest {
    /** What runs there. */
    static final class WithoutFlag {
        private WithoutFlag() {}

        /** Runs a job, then asks for virtual threads. */
        public static void main(final String[] args) throws Exception {
            try (var scheduler = PerchScheduler.builder().machine(Hosts.chiplets(2)).cpus(Hosts.chiplets(2).cpus())
                    .pinned(false).build(); var jobs = scheduler.executor()) {
                System.out.println(jobs.submit(() -> "a job ran").get());
                scheduler.virtualThreads();
            } catch (final IllegalStateException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    @Test
    void runsJobsAndTellsInOneLineWhatVirtualThreadsNeed() throws Exception {
        final String path = String.join(File.pathSeparator, System.getProperty("jdk.module.path", ""),
                System.getProperty("java.class.path"), Path.of("target", "test-classes").toString());
        final Process child = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m", "--enable-native-access=ALL-UNNAMED", "-cp", path, WithoutFlag.class.getName())
                .redirectErrorStream(true).start();
        final String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(child.waitFor()).as(said).isZero();
        assertThat(said.lines()).containsExactly("a job ran",
                "virtual threads cannot be given this scheduler: start java with"
                        + " --add-opens java.base/java.lang=ALL-UNNAMED");
    }
}
