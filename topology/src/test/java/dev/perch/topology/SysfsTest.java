package dev.perch.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Odd and hostile sysfs trees. */
final class SysfsTest {
    @TempDir
    private Path root;

    @Test
    void withoutTopologyCachesOrNodesEveryCpuIsACoreOfOneNode() throws IOException {
        cpus("0-3");

        final Topology machine = read();

        assertThat(machine.cores().count()).isEqualTo(4);
        assertThat(machine.llcs().count()).isEqualTo(4);
        assertThat(machine.nodes().count()).isEqualTo(1);
        assertThat(machine.capacity(3)).isEqualTo(1024);
    }

    @Test
    void offlineCpusAreLeftOutOfEveryMask() throws IOException {
        cpus("0-7");
        write("cpu/online", "0,2-3,6\n");
        for (int cpu = 0; cpu < 8; cpu++) {
            write("cpu/cpu" + cpu + "/topology/thread_siblings_list", cpu % 4 + "," + (cpu % 4 + 4));
            write("cpu/cpu" + cpu + "/topology/core_siblings", "ff");
        }

        final Topology machine = read();

        assertThat(machine.cpus()).hasToString("0,2-3,6");
        assertThat(machine.cores().sets()).extracting(CpuSet::toString).containsExactly("0", "2,6", "3");
        assertThat(machine.packages().count()).isEqualTo(1);
    }

    @Test
    void anOldKernelsOfflineCpuHasNoTopology() throws IOException {
        write("cpu/cpu0/topology/thread_siblings", "00000000,00000005");
        write("cpu/cpu1/online", "0");
        write("cpu/cpu2/topology/thread_siblings", "00000000,00000005");
        write("cpu/cpu3/topology/thread_siblings", "00000000,00000008");
        write("cpu/cpu3/online", "0");

        assertThat(read().cpus()).hasToString("0,2");
    }

    @Test
    void listsMayHaveBlanksAndNulsAroundThem() throws IOException {
        cpus("0-1");
        write("cpu/online", " 0-1\n\0");
        write("cpu/cpu0/topology/core_cpus_list", " 0-1\n\0");
        write("cpu/cpu1/topology/core_cpus_list", "  0-1 ");

        assertThat(read().cores().count()).isEqualTo(1);
    }

    @Test
    void x86CutsALastLevelCacheAtItsNode() throws IOException {
        cpus("0-3");
        write("cpu/cpu0/topology/die_id", "0");
        everyCpuShares("0-3");
        write("node/node0/cpulist", "0-1");
        write("node/node1/cpulist", "2-3");

        assertThat(read().architecture()).isEqualTo(Architecture.X86_64);
        assertThat(read().llcs().sets()).extracting(CpuSet::toString).containsExactly("0-1", "2-3");
        assertThat(read().caches()).singleElement().extracting(cache -> cache.cpus().toString()).isEqualTo("0-3");
    }

    @Test
    void armTakesPackageAndNodeForACacheThatReachesBeyondThem() throws IOException {
        cpus("0-7");
        everyCpuShares("0-7");
        for (int cpu = 0; cpu < 8; cpu++) {
            write("cpu/cpu" + cpu + "/cpu_capacity", "1024");
            write("cpu/cpu" + cpu + "/topology/package_cpus_list", cpu < 2 ? "0-1" : cpu < 4 ? "2-3" : "4-7");
        }
        write("node/node0/cpulist", "0-3");
        write("node/node1/cpulist", "4-7");

        assertThat(read().architecture()).isEqualTo(Architecture.AARCH64);
        assertThat(read().llcs().sets()).extracting(CpuSet::toString).containsExactly("0-1", "2-3", "4-7");
    }

    @Test
    void aNodeWithoutCpusStillHasAColumnInTheTable() throws IOException {
        cpus("0-1");
        write("node/online", "0-2");
        write("node/node0/cpulist", "0");
        write("node/node1/cpulist", "\n");
        write("node/node2/cpulist", "1");
        write("node/node0/distance", "10 17 28");
        write("node/node1/distance", "17 10 28");
        write("node/node2/distance", "29 28 10");

        final Topology machine = read();

        assertThat(machine.nodes().count()).isEqualTo(2);
        assertThat(machine.nodeDistance(0, 1)).isEqualTo(28);
        assertThat(machine.nodeDistance(1, 0)).isEqualTo(29);
    }

    @Test
    void aNameIsOneLine() throws IOException {
        cpus("0");

        assertThat(Sysfs.read(root, "two\nlines").name()).isEqualTo("two lines");
    }

    @Test
    void zenIsSeenFromCpuinfo() throws IOException {
        cpus("0-1");
        Files.createDirectories(root.resolve("proc"));
        Files.writeString(root.resolve("proc/cpuinfo"), "vendor_id\t: AuthenticAMD\ncpu family\t: 25\n");

        assertThat(read().reclaimDistance()).isEqualTo(32);
    }

    @Test
    void aCpuInTwoCoresIsImpossible() throws IOException {
        cpus("0-2");
        write("cpu/cpu0/topology/core_cpus_list", "0-1");
        write("cpu/cpu1/topology/core_cpus_list", "1-2");

        assertRefused("impossible machine: CPU 1 is in the core of CPUs 1-2 here, but another CPU's file puts it in "
                + "one of CPUs 0-1");
    }

    @Test
    void aCoreInTwoCachesIsImpossible() throws IOException {
        cpus("0-1");
        write("cpu/cpu0/topology/core_cpus_list", "0-1");
        write("cpu/cpu1/topology/core_cpus_list", "0-1");
        write("cpu/cpu0/cache/index0/level", "3");
        write("cpu/cpu0/cache/index0/shared_cpu_list", "0");
        write("cpu/cpu1/cache/index0/level", "3");
        write("cpu/cpu1/cache/index0/shared_cpu_list", "1");

        assertRefused("impossible machine: the core of CPUs 0-1 lies in more than one");
    }

    @Test
    void nonsenseIsRefusedByItsFile() throws IOException {
        cpus("0-1");
        write("cpu/cpu1/topology/core_cpus_list", "x".repeat(1000));
        assertRefused("core_cpus_list: not a list such as 0-3,8: '" + "x".repeat(40) + "...'");

        write("cpu/cpu1/topology/core_cpus_list", "9".repeat(600_000));
        assertRefused("core_cpus_list: is larger than any file of sysfs");

        write("cpu/cpu1/topology/core_cpus_list", "1");
        write("cpu/cpu1/cpu_capacity", "-3");
        assertRefused("cpu_capacity: capacity -3 is outside 1-1024");

        write("cpu/cpu1/cpu_capacity", "");
        write("node/node0/distance", "ten");
        assertRefused("distance: not a row of distances");

        write("cpu/online", "0-6000");
        assertRefused("online: lists CPU 2, but there is no cpu2");
    }

    @Test
    void linksToDirectoriesAboveLeadNowhere() throws IOException {
        cpus("0-1");
        Files.createSymbolicLink(root.resolve("sys/devices/system/cpu/cpu1/cache"), Path.of("../cpu1"));

        assertThat(read().cores().count()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpu/cpu0/cache", "cpu/cpu0/topology", "cpu/cpu0/cache/index0", "node/node0"})
    void aDirectoryThatIsACircularLinkIsRefused(final String name) throws IOException {
        cpus("0-1");
        final Path link = root.resolve("sys/devices/system").resolve(name);
        Files.createDirectories(link.getParent());
        Files.createSymbolicLink(link, link.getFileName());

        assertRefused(name + ": should be a directory; was a link copied without its target, or does it run in a");
    }

    @Test
    void aFileThatIsADeadLinkIsRefused() throws IOException {
        cpus("0-1");
        write("cpu/cpu0/topology/core_id", "0");
        Files.createSymbolicLink(root.resolve("sys/devices/system/cpu/cpu0/topology/core_cpus_list"), Path.of("gone"));

        assertRefused("core_cpus_list: is a link that leads to no file");
    }

    @Test
    void aNodeThatIsOfflineIsNone() throws IOException {
        cpus("0-3");
        write("node/online", "1");
        write("node/node1/cpulist", "1,3");
        write("node/node1/distance", "21 10");
        Files.createSymbolicLink(root.resolve("sys/devices/system/cpu/cpu0/node0"), Path.of("../../node/node0"));
        Files.createSymbolicLink(root.resolve("sys/devices/system/cpu/cpu1/node1"), Path.of("../../node/node1"));

        final Partition nodes = read().nodes();

        assertThat(nodes.sets()).as("CPUs of an offline node count with one that is online")
                .containsExactly(CpuSet.range(0, 3));
        assertThat(nodes.id(0)).isEqualTo(1);
    }

    @Test
    void aCpuThatIsADeadOrCircularLinkIsNoCpu() throws IOException {
        cpus("0");
        write("cpu/online", "0-1");
        final Path cpu1 = root.resolve("sys/devices/system/cpu/cpu1");
        Files.createSymbolicLink(cpu1, Path.of("cpu1"));
        assertRefused("cpu1: should be a directory");

        Files.delete(cpu1);
        Files.createSymbolicLink(cpu1, Path.of("nowhere"));
        assertRefused("cpu1: should be a directory");
    }

    @Test
    void aRowOfTooFewDistancesIsRefused() throws IOException {
        cpus("0-1");
        write("node/node0/cpulist", "0");
        write("node/node1/cpulist", "1");
        write("node/node0/distance", "10");
        assertRefused("node0/distance: has 1 distances for 2 nodes");
    }

    @Test
    void aDirectoryWithoutSysfsSaysWhatIsMissing() {
        assertRefused("no sysfs tree: sys/devices/system/cpu is missing");
    }

    private void everyCpuShares(final String cpus) throws IOException {
        for (final int cpu : CpuSet.parse(cpus).stream().toArray()) {
            write("cpu/cpu" + cpu + "/cache/index0/level", "3");
            write("cpu/cpu" + cpu + "/cache/index0/shared_cpu_list", cpus);
        }
    }

    private void cpus(final String list) throws IOException {
        write("cpu/online", list);
        CpuSet.parse(list).forEach(cpu -> root.resolve("sys/devices/system/cpu/cpu" + cpu).toFile().mkdirs());
    }

    private void write(final String file, final String text) throws IOException {
        final Path path = root.resolve("sys/devices/system").resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private Topology read() {
        return Sysfs.read(root, "odd");
    }

    private void assertRefused(final String message) {
        assertThatIllegalArgumentException().isThrownBy(this::read).withMessageContaining(message)
                .withMessageNotContaining("\n");
    }
}
