package dev.perch.traces;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where no header tells how many CPUs the machine has, its events show it. */
class CpuCountTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({"0 0 1 1 3 3, 4", "0 0 0 0 532, 1", "0 0 1 1 3, 4", "0 0 1 1 64, 2", "5, 6", "0 0 700 700, 701"})
    void aLoneEventOfACpuFarBeyondTheOthersIsDamage(final String cpus, final int count) throws IOException {
        final var text = new StringBuilder();
        for (final String cpu : cpus.split(" ", -1)) {
            text.append("a-1 [").append(cpu).append("] d..2. 1.000000: irq_handler_exit: irq=1 ret=handled\n");
        }
        try (Recording recording = Recording.open(Files.writeString(directory.resolve("trace.txt"), text))) {
            assertThat(recording.cpuCount()).isEqualTo(count);
        }
    }
}
