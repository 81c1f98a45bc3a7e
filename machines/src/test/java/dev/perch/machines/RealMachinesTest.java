package dev.perch.machines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perch.topology.Architecture;
import dev.perch.topology.Cache;
import dev.perch.topology.CpuSet;
import dev.perch.topology.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Real machines' files, against what lscpu and lstopo print of them. */
class RealMachinesTest {
    @ParameterizedTest
    @CsvSource({"arm-A510-A710-A715-X3", "rv64-milkvpioneer", "s390-lpar-drawer", "x86_64-64cpu", "x86_64-epyc_7451"})
    void aSysfsTarHasTheCountsThatLscpuPrints(final String name) throws IOException {
        final Topology topology = Machines.read(Shared.path("topologies/" + name + ".tar.gz")).topology();
        final Path printed = Shared.path("topologies/expected-lscpu-" + name);
        agreesWithTable(topology, Files.readString(printed), 1); // of the kernel's own numbers: lscpu -p -y
        final int told = name.startsWith("arm") ? 1 : 0; // the first counts packages anew for each kind of core
        agreesWithTable(Machines.read(printed).topology(), Files.readString(printed), told);
    }

    private static void agreesWithTable(final Topology topology, final String printed, final int table) {
        final List<String> lines = printed.lines().toList();
        final int header = IntStream.range(0, lines.size()).filter(i -> lines.get(i).startsWith("# CPU")).skip(table)
                .findFirst().orElseThrow();
        final List<String> columns = Arrays.asList(lines.get(header).substring(2).split(",", -1));
        final List<String[]> rows = lines.stream().skip(header + 1).takeWhile(line -> !line.isBlank())
                .map(line -> line.split(",", -1)).toList();
        assertThat(topology.cpus().size()).isEqualTo(rows.size());
        assertThat(topology.packages().count()).as("packages").isEqualTo(distinct(rows, columns, "Socket"));
        assertThat(topology.nodes().count()).as("nodes").isEqualTo(distinct(rows, columns, "Node"));
        if (table == 0 || columns.contains("L1d")) { // the kernel's own numbers of cores repeat
            final int cores = distinct(rows, columns, columns.contains("L1d") ? "L1d" : "Core");
            assertThat(topology.cores().count()).as("cores").isEqualTo(cores);
        }
        for (int level = 1; level <= 3; level++) {
            final String column = level == 1 ? "L1d" : "L" + level;
            if (columns.contains(column)) {
                assertThat(caches(topology, level)).as(column).isEqualTo(distinct(rows, columns, column));
            }
        }
    }

    private static int distinct(final List<String[]> rows, final List<String> columns, final String column) {
        return (int) rows.stream().map(row -> row[columns.indexOf(column)]).distinct().count();
    }

    private static long caches(final Topology topology, final int level) {
        return topology.caches().stream()
                .filter(cache -> cache.level() == level && cache.type() != Cache.Type.INSTRUCTION).map(Cache::cpus)
                .distinct().count();
    }

    @ParameterizedTest
    @CsvSource({"128arm-2pa2n8cluster4co", "20em64t-hybrid-1p6c2t+2ca4co1t", "256ppc-8n8s4t", "offline-cpu0-node0"})
    void aSysfsTarHasTheCountsThatLstopoPrints(final String name) throws IOException {
        final Topology topology = Machines.read(Shared.path("topologies/" + name + ".tar.bz2")).topology();
        final String printed = Files.readString(Shared.path("topologies/" + name + ".console"));
        assertThat(topology.cpus().size()).isEqualTo(printed(printed, "PU"));
        assertThat(topology.cores().count()).as("cores").isEqualTo(printed(printed, "Core"));
        assertThat(topology.packages().count()).as("packages").isEqualTo(printed(printed, "Package"));
        assertThat(topology.nodes().count()).as("nodes").isEqualTo(printed(printed, "NUMANode"));
        for (int level = 1; level <= 3; level++) {
            final String type = "L" + level + (level == 1 ? "dCache" : "Cache");
            assertThat(caches(topology, level)).as(type).isEqualTo(printed(printed, type));
        }
    }

    private static int printed(final String console, final String type) {
        final Matcher count = Pattern.compile("(?m)depth -?\\d+:\\s+(\\d+) " + type + " ").matcher(console);
        return count.find() ? Integer.parseInt(count.group(1)) : 0;
    }

    @ParameterizedTest
    @CsvSource({"16em64t-4s2c2t-offlines-xml.xml, 12, 7, 4, 1, 7, 4", "64amd64-4p2n4ca2co.xml, 64, 64, 4, 8, 32, 8",
            "AMD-19h-Zen3-2xEpyc-7763.xml, 128, 128, 2, 1, 128, 16",
            "Intel-CascadeLake-2xXeon6230.xml, 80, 40, 2, 1, 40, 2",
            "Intel-SapphireRapids-2xXeonMax9460.xml, 160, 80, 2, 1, 80, 2", "nvidia-dgx-gb10.xml, 20, 20, 1, 1, 20, 2",
            "16em64t-4s2c2t-offlines.tar.bz2, 12, 7, 4, 1, 7, 4", "nvidia-dgx-gb10.tar.bz2, 20, 20, 1, 1, 20, 2"})
    void aFileHasTheCountsOfItsManifest(final String name, final int cpus, final int cores, final int packages,
            final int nodes, final int l2s, final int l3s) throws IOException {
        final Topology topology = Machines.read(Shared.path("topologies/" + name)).topology();
        assertThat(topology.cpus().size()).isEqualTo(cpus);
        assertThat(topology.cores().count()).as("cores").isEqualTo(cores);
        assertThat(topology.packages().count()).as("packages").isEqualTo(packages);
        assertThat(topology.nodes().count()).as("nodes").isEqualTo(nodes);
        assertThat(caches(topology, 2)).as("L2").isEqualTo(l2s);
        assertThat(caches(topology, 3)).as("L3").isEqualTo(l3s);
    }

    @Test
    void aXmlAndASysfsTreeOfOneMachineAgree() throws IOException {
        final Topology tree = Machines.read(Shared.path("topologies/nvidia-dgx-gb10.tar.bz2")).topology();
        final Topology xml = Machines.read(Shared.path("topologies/nvidia-dgx-gb10.xml")).topology();
        assertThat(xml.cpus()).isEqualTo(tree.cpus());
        assertThat(xml.cores()).isEqualTo(tree.cores());
        assertThat(xml.llcs()).isEqualTo(tree.llcs());
        assertThat(xml.packages()).isEqualTo(tree.packages());
        assertThat(xml.architecture()).isEqualTo(tree.architecture());
        assertThat(xml.capacity(0)).isEqualTo(tree.capacity(0)); // the XML merges kinds of nearly equal capacity
        assertThat(xml.isAsymmetric()).isTrue();
    }

    @Test
    void aKunpengMatchesTheCatalogues() throws IOException {
        final Machine real = Machines.find(Shared.path("topologies/128arm-2pa2n8cluster4co.tar.bz2").toString());
        final Topology known = Catalogue.machine("kunpeng920").topology();
        assertThat(real.topology().architecture()).isEqualTo(Architecture.AARCH64);
        assertThat(real.topology().clusters()).isEqualTo(known.clusters());
        assertThat(real.topology().llcs()).isEqualTo(known.llcs());
        assertThat(real.topology().nodes()).isEqualTo(known.nodes());
        assertThat(real.topology().packages()).isEqualTo(known.packages());
        assertThat(real.costsFrom()).isEqualTo("kunpeng920: the same shape");
        assertThat(real.requireCosts().lineLatencyNanos(dev.perch.topology.Distance.CLUSTER)).isEqualTo(34.5);
    }

    @Test
    void plainLscpuOfATwoSocketServerGivesItsNodesAndSiblings() throws IOException {
        final Topology topology = Machines.read(Shared.path("traces/jirvoz-lscpu.txt")).topology();
        assertThat(topology.cores().around(3)).isEqualTo(CpuSet.of(3, 27));
        assertThat(topology.packages().around(12)).isEqualTo(CpuSet.parse("12-23,36-47"));
        assertThat(topology.llcs()).isEqualTo(topology.packages());
        assertThat(topology.nodes()).isEqualTo(topology.packages());
    }

    @Test
    void everyRecordingsMachineIsRead() throws IOException {
        try (Stream<Path> recordings = Files.list(Shared.path("recordings"))) {
            for (final Path tar : recordings.map(one -> one.resolve("sysfs.tar.gz")).filter(Files::exists).toList()) {
                final Topology topology = Machines.read(tar).topology();
                final String json = Files.readString(tar.resolveSibling("topology.json"));
                assertThat(topology.cpus().size()).as(tar.toString()).isPositive();
                assertThat(json).contains("\"");
            }
        }
    }
}
