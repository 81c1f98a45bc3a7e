package dev.perch.machines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.perch.topology.Architecture;
import dev.perch.topology.CpuSet;
import dev.perch.topology.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The texts that tell of a machine: lscpu's, hwloc's. */
class DescriptionsTest {
    private static Topology read(final String text) {
        return MachineFormat.of(text).orElseThrow().read("here", text).topology();
    }

    @Test
    void aTableMayHaveItsColumnsInAnyOrder() {
        final Topology topology = read(
                "# Socket,CPU,L1d:L2:L3,Core,Node\n0,0,0:0:0,0,0\n0,1,1:1:0,1,0\n1,2,2:2:1,2,1\n");
        assertThat(topology.packages().sets()).containsExactly(CpuSet.of(0, 1), CpuSet.of(2));
        assertThat(topology.llcs()).isEqualTo(topology.packages());
        assertThat(topology.nodes()).isEqualTo(topology.packages());
    }

    @Test
    void aTableMayBeTheExtendedOneWithOfflineCpus() {
        final Topology topology = read("""
                CPU NODE SOCKET CORE L1d:L1i:L2:L3 ONLINE    MAXMHZ   MINMHZ
                  0    0      0    0 0:0:0:0          yes 4500.0000 800.0000
                  1    0      0    1 1:1:1:0          yes 4500.0000 800.0000
                  2    0      0    0 0:0:0:0          yes 4500.0000 800.0000
                  3    -      -    - -                 no         -        -
                """);
        assertThat(topology.cores().sets()).containsExactly(CpuSet.of(0, 2), CpuSet.of(1));
        assertThat(topology.llcs().count()).isEqualTo(1);
    }

    @Test
    void onX86CoresThatShareAnL2AreACluster() {
        final String rows = ",Core,Socket,Node,,L1d,L1i,L2,L3\n0,0,0,0,,0,0,0,0\n1,1,0,0,,1,1,0,0\n2,2,0,0,,2,2,1,0\n3,3,0,0,,3,3,1,0\n";
        assertThat(read("# CPU" + rows).clusters().around(3)).isEqualTo(CpuSet.of(2, 3));
        assertThat(read("Architecture: aarch64\n# CPU" + rows).clusters().around(3)).isEqualTo(CpuSet.of(3));
    }

    private static final String TWO_KINDS = """
            Architecture: aarch64
            CPU(s): 3
            Model name: small
            Core(s) per socket: 2
            Socket(s): 1
            Model name: large
            Core(s) per socket: 1
            Socket(s): 1

            """;
    private static final String COUNTED_ANEW = """
            # CPU,Core,Socket,Node,,L1d,L1i,L2
            0,0,0,,,0,0,0
            1,1,0,,,1,1,1
            2,0,0,,,2,2,2

            """;

    @Test
    void ofATableThatCountsAnewForEachKindOfCoreTheKernelsNumbersTellThePackages() {
        final Topology topology = read(
                TWO_KINDS + COUNTED_ANEW + COUNTED_ANEW.replace("2,0,0,,,2,2,2", "2,0,1,,,2,2,2"));
        assertThat(topology.packages().sets()).containsExactly(CpuSet.of(0, 1), CpuSet.of(2));
        assertThat(topology.cores().count()).isEqualTo(3);
    }

    @Test
    void whereNothingTellsThePackagesOfTheKindsOfCoresItIsSaid() {
        for (final String text : new String[]{TWO_KINDS, TWO_KINDS + COUNTED_ANEW}) {
            final Machine machine = MachineFormat.of(text).orElseThrow().read("here", text);
            assertThat(machine.topology().cores().count()).isEqualTo(3);
            assertThat(machine.about()).endsWith("packages of its several kinds of cores not told apart"
                    + " (sysfs or lscpu -p -y tells them)");
        }
    }

    @Test
    void aCpuInTwoRowsIsNamedWithItsLine() {
        assertThatThrownBy(() -> read("# CPU,Core\n0,0\n0,1\n"))
                .hasMessage("here:3: impossible machine: CPU 0 is listed twice");
    }

    @Test
    void aCoreInTwoLlcsCannotExist() {
        assertThatThrownBy(() -> read("# CPU,Core,Socket,L2,L3\n0,0,0,0,0\n1,0,0,0,1\n"))
                .hasMessage("here: impossible machine: the core of CPUs 0-1 lies in more than one LLC");
    }

    @Test
    void aRowWithTooFewCellsIsNamedWithItsLine() {
        assertThatThrownBy(() -> read("# CPU,Core,Socket\n0,0,0\n1,1\n"))
                .hasMessage("here:3: 2 cells under 3 columns");
    }

    @Test
    void aPartThatIsNoNumberIsNamedWithItsPlace() {
        assertThatThrownBy(() -> read("# CPU,Core,L2\n0,0,0\n1,0,x\n"))
                .hasMessage("here:3: expected a number under L2, not 'x'");
        assertThatThrownBy(() -> read("{\"cpus\": [{\"cpu\":0, \"core\":\"x\"}]}"))
                .hasMessage("here: cpus[0]: expected a number under CORE, not 'x'");
        assertThatThrownBy(() -> read("{\"cpus\": [{\"cpu\":0, \"core\":[0]}]}"))
                .hasMessage("here: cpus[0]: expected numbers and texts alone");
    }

    private static final String PLAIN = """
            Architecture:        x86_64
            CPU(s):              16
            On-line CPU(s) list: 0-15
            Thread(s) per core:  2
            Core(s) per socket:  4
            Socket(s):           2
            Vendor ID:           AuthenticAMD
            CPU family:          25
            Model name:          AMD EPYC 7313
            L1d cache:           256 KiB (8 instances)
            L2 cache:            4 MiB (8 instances)
            L3 cache:            128 MiB (4 instances)
            NUMA node0 CPU(s):   0-3,8-11
            NUMA node1 CPU(s):   4-7,12-15
            """;

    @Test
    void withoutAModelTheFileNamesTheMachine(@TempDir final Path directory) throws IOException {
        final String unnamed = PLAIN.replaceFirst("Model name: .*\n", "");
        final Path file = Files.writeString(directory.resolve("web-7.txt"), unnamed);
        assertThat(Machines.read(file).name()).isEqualTo("web-7.txt");
        Files.writeString(file, unnamed + "# CPU,Core,Socket,Node\n0,0,0,0\n1,1,0,0\n");
        assertThat(Machines.read(file).name()).isEqualTo("web-7.txt");
    }

    @Test
    void plainOutputGivesSiblingsNodesAndCacheInstances() {
        final Topology topology = read(PLAIN);
        assertThat(topology.name()).isEqualTo("AMD EPYC 7313");
        assertThat(topology.cores().around(1)).isEqualTo(CpuSet.of(1, 9));
        assertThat(topology.llcs().around(0)).isEqualTo(CpuSet.parse("0-1,8-9"));
        assertThat(topology.packages().around(4)).isEqualTo(CpuSet.parse("4-7,12-15"));
        assertThat(topology.reclaimDistance()).isEqualTo(32);
        assertThat(topology.caches()).anySatisfy(cache -> {
            assertThat(cache.level()).isEqualTo(3);
            assertThat(cache.sizeBytes()).isEqualTo(32 << 20);
        });
    }

    @Test
    void whatLscpuDoesNotTellIsSaid() {
        assertThat(about(PLAIN)).isEqualTo("AMD EPYC 7313");
        assertThat(about("# CPU,Core,Socket,Node\n0,0,0,0\n1,1,0,0\n"))
                .isEqualTo("no architecture told, taken for x86_64; clusters not told (sysfs tells them)");
        assertThat(about("Architecture: aarch64\n# CPU,Core,Cluster\n0,0,0\n1,1,0\n")).isEmpty();
    }

    private static String about(final String text) {
        return MachineFormat.of(text).orElseThrow().read("here", text).about();
    }

    @Test
    void nodesOfOneRunKeepSiblingsAdjacent() {
        final Topology topology = read(PLAIN.replace("0-3,8-11", "0-7").replace("4-7,12-15", "8-15"));
        assertThat(topology.cores().around(1)).isEqualTo(CpuSet.of(0, 1));
    }

    @Test
    void countsThatDoNotFitTheCpusOnlineAreRefusedWithTheMend() {
        assertThatThrownBy(() -> read(PLAIN.replace("list: 0-15", "list: 0-14")))
                .hasMessageStartingWith("here: lscpu's "
                        + "counts multiply to 16 CPUs, but 15 are online")
                .hasMessageEndingWith("use the output of lscpu -p");
    }

    @Test
    void aCoreWithoutThreadsIsRefused() {
        assertThatThrownBy(() -> read(PLAIN.replace("core:  2", "core:  0")))
                .hasMessage("here: Thread(s) per core: expected a number from 1 to 65536, not '0'");
    }

    @Test
    void jsonMayNestItsFields() {
        final Topology topology = read("""
                {"lscpu": [{"field": "Architecture:", "data": "aarch64"},
                  {"field": "CPU(s):", "data": "4", "children": [{"field": "On-line CPU(s) list:", "data": "0-3"}]},
                  {"field": "Vendor ID:", "data": "ARM", "children": [{"field": "Core(s) per cluster:", "data": "2"},
                    {"field": "Socket(s):", "data": "-"}, {"field": "Cluster(s):", "data": "2"}]}]}
                """);
        assertThat(topology.architecture()).isEqualTo(Architecture.AARCH64);
        assertThat(topology.packages().sets()).containsExactly(CpuSet.of(0, 1), CpuSet.of(2, 3));
    }

    @Test
    void jsonMayBeTheTable() {
        final Topology topology = read("""
                {"cpus": [{"cpu":0, "node":0, "socket":0, "core":0, "l1d:l2:l3":"0:0:0", "online":true},
                          {"cpu":1, "node":0, "socket":0, "core":0, "l1d:l2:l3":"0:0:0", "online":true},
                          {"cpu":2, "online":false}]}
                """);
        assertThat(topology.cores().sets()).containsExactly(CpuSet.of(0, 1));
    }

    @Test
    void jsonNestedTooDeepIsOneLine() {
        assertThatThrownBy(() -> read("[".repeat(100_000))).hasMessageStartingWith("here:1: no JSON: ")
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void malformedJsonIsToldInOurWords() {
        assertThatThrownBy(() -> read("{\n  \"lscpu\": [}")).hasMessage("here:2: no JSON: malformed in column 13");
        assertThatThrownBy(() -> read("{\"lscpu\":\n")).hasMessage("here:2: no JSON: it ends too early");
    }

    @Test
    void aMatrixOfTooFewDistancesIsRefused() {
        assertThatThrownBy(() -> read(
                """
                        <topology version="2.0"><object type="Machine" cpuset="0x1">
                        <object type="NUMANode" os_index="0" cpuset="0x1"/><object type="PU" os_index="0" cpuset="0x1"/></object>
                        <distances2 type="NUMANode" nbobjs="2"><u64values length="1">10 20 20</u64values></distances2></topology>
                        """))
                .hasMessage("here:3: distances: 3 for 2 nodes, not 4");
    }

    @Test
    void hwlocOneHasSocketsInsideNodesAndRelativeDistances() {
        final Topology topology = read("""
                <?xml version="1.0"?><!DOCTYPE topology SYSTEM "hwloc.dtd">
                <topology>
                 <object type="Machine" os_index="0" cpuset="0x0000000f" online_cpuset="0x00000007">
                  <distances nbobjs="2" relative_depth="1" latency_base="10.000000">
                   <latency value="1.000000"/><latency value="2.100000"/>
                   <latency value="2.100000"/><latency value="1.000000"/>
                  </distances>
                  <object type="NUMANode" os_index="0" cpuset="0x00000003">
                   <object type="Socket" os_index="0" cpuset="0x00000003">
                    <object type="Cache" cpuset="0x00000003" cache_size="8388608" depth="3" cache_type="0">
                     <object type="Core" os_index="0" cpuset="0x00000003">
                      <object type="PU" os_index="0" cpuset="0x00000001"/>
                      <object type="PU" os_index="1" cpuset="0x00000002"/>
                     </object></object></object></object>
                  <object type="NUMANode" os_index="1" cpuset="0x0000000c">
                   <object type="Socket" os_index="1" cpuset="0x0000000c">
                    <object type="Cache" cpuset="0x0000000c" cache_size="8388608" depth="3" cache_type="0">
                     <object type="Core" os_index="0" cpuset="0x0000000c">
                      <object type="PU" os_index="2" cpuset="0x00000004"/>
                      <object type="PU" os_index="3" cpuset="0x00000008"/>
                     </object></object></object></object>
                 </object>
                </topology>
                """);
        assertThat(topology.cpus()).as("CPU 3 is offline").isEqualTo(CpuSet.of(0, 1, 2));
        assertThat(topology.packages().sets()).containsExactly(CpuSet.of(0, 1), CpuSet.of(2));
        assertThat(topology.nodeDistance(0, 1)).isEqualTo(21);
        assertThat(topology.llcs()).isEqualTo(topology.packages());
    }

    @Test
    void hwlocTwoHasNodesBesideAndAMatrix() {
        final Topology topology = read(
                """
                        <topology version="2.0">
                         <object type="Machine" cpuset="0x00000003">
                          <object type="Package" os_index="0" cpuset="0x00000001">
                           <object type="NUMANode" os_index="2" cpuset="0x00000001"/>
                           <object type="Core" os_index="0" cpuset="0x1"><object type="PU" os_index="0" cpuset="0x1"/></object>
                          </object>
                          <object type="Package" os_index="1" cpuset="0x00000002">
                           <object type="NUMANode" os_index="5" cpuset="0x00000002"/>
                           <object type="Core" os_index="0" cpuset="0x2"><object type="PU" os_index="1" cpuset="0x2"/></object>
                          </object>
                         </object>
                         <distances2 type="NUMANode" nbobjs="2" kind="5" indexing="os">
                          <indexes length="4">2 5 </indexes><u64values length="6">10 32 </u64values><u64values length="6">32 10 </u64values>
                         </distances2>
                        </topology>
                        """);
        assertThat(topology.nodes().id(1)).isEqualTo(5);
        assertThat(topology.nodeDistance(0, 1)).isEqualTo(32);
        assertThat(topology.cores().count()).isEqualTo(2);
    }

    @Test
    void entitiesAreNeverRead() {
        assertThatThrownBy(
                () -> read("<!DOCTYPE topology [<!ENTITY a SYSTEM 'file:///etc/passwd'>]>\n<topology>&a;</topology>"))
                .isInstanceOf(IllegalArgumentException.class).hasMessageStartingWith("here:2: ");
    }

    @Test
    void aTruncatedXmlNamesItsLine() {
        assertThatThrownBy(() -> read("<topology>\n<object type=\"Machine\" cpuset=\"0x1\">\n"))
                .hasMessageStartingWith("here:3: no well-formed XML: ");
    }
}
