package dev.perch.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perch.topology.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedKernelTest {
    @TempDir
    private Path directory;

    private RecordedKernel of(final Topology topology) throws IOException {
        return RecordedKernel.of(directory.resolve("a.ftrace.txt"), Optional.empty(), topology);
    }

    private void write(final String name, final String text) throws IOException {
        Files.writeString(directory.resolve(name), text);
    }

    @Test
    void unameBesideTheRecordingTellsTheRelease() throws IOException {
        write("uname.txt", "Linux (none) 6.1.192 #1 SMP x86_64 GNU/Linux\n");
        assertThat(of(Machines.THREADS).policy().name()).isEqualTo("linux-6.1");
        assertThat(of(Machines.THREADS).from()).isEqualTo("uname.txt");
    }

    @Test
    void theRecordingsOwnWordGoesFirst() throws IOException {
        write("uname.txt", "Linux (none) 6.1.192\n");
        assertThat(RecordedKernel.of(directory.resolve("a"), Optional.of("6.12.117-arm64"), Machines.THREADS).policy()
                .name()).isEqualTo("linux-6.12");
    }

    @Test
    void aReleaseBetweenTwoThatTheEngineKnowsCountsAsTheOlder() throws IOException {
        write("uname.txt", "Linux host 6.4.11-generic\n");
        assertThat(of(Machines.THREADS).policy().name()).isEqualTo("linux-6.1");
        write("uname.txt", "Linux host 6.18.3\n");
        assertThat(of(Machines.THREADS).policy().name()).isEqualTo("linux-6.14");
        write("uname.txt", "Linux host 4.19.0\n");
        assertThat(of(Machines.THREADS).policy().name()).isEqualTo("linux-5.10");
    }

    @Test
    void withoutAWordTheNewestIsGuessedAndSaid() throws IOException {
        assertThat(of(Machines.THREADS).policy().name()).isEqualTo("linux-6.14");
        assertThat(of(Machines.THREADS).from()).contains("guess");
    }

    @Test
    void featuresBesideItFlipSwitches() throws IOException {
        write("uname.txt", "Linux (none) 6.12.117\n");
        write("features.txt", "PLACE_LAG NO_SIS_UTIL WA_IDLE NO_WA_BIAS\n");
        assertThat(of(Machines.THREADS).policy().name()).isEqualTo("linux-6.12-SIS_UTIL-WA_BIAS");
    }

    @Test
    void domainsWithoutTheMachinesClustersShowAKernelBuiltWithoutThem() throws IOException {
        write("uname.txt", "Linux (none) 6.12.117\n");
        write("sched-domains.txt", "domains/cpu0/domain0/name:MC\n");
        assertThat(of(Machines.CLUSTERS).policy().name()).isEqualTo("linux-6.12-SCHED_CLUSTER");
        assertThat(of(Machines.THREADS).policy().name()).as("no clusters to miss").isEqualTo("linux-6.12");
        write("sched-domains.txt", "domains/cpu0/domain0/name:CLS\n");
        assertThat(of(Machines.CLUSTERS).policy().name()).isEqualTo("linux-6.12");
    }
}
