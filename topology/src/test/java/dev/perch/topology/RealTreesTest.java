package dev.perch.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The sysfs trees of real machines from other projects' test suites, which are read where they stand. */
final class RealTreesTest {
    private static final DomainRules LINUX_6_12 = new DomainRules(new KernelRelease(6, 12), true, true);

    @TempDir
    private Path dir;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            128arm-2pa2n8cluster4co.tar.bz2        | 128 | 128 | 4  | 4 | CLS MC NUMA NUMA NUMA
            16em64t-4s2c2t-offlines.tar.bz2        | 12  | 7   | 4  | 1 | SMT MC PKG
            20em64t-hybrid-1p6c2t+2ca4co1t.tar.bz2 | 20  | 14  | 1  | 1 | SMT MC
            256ppc-8n8s4t.tar.bz2                  | 256 | 64  | 64 | 8 | SMT PKG NUMA NUMA
            arm-A510-A710-A715-X3.tar.gz           | 8   | 8   | 1  | 1 | MC PKG
            nvidia-dgx-gb10.tar.bz2                | 20  | 20  | 2  | 1 | MC PKG
            offline-cpu0-node0.tar.bz2             | 17  | 17  | 2  | 1 | MC PKG
            rv64-milkvpioneer.tar.gz               | 64  | 64  | 4  | 4 | CLS MC NUMA
            s390-lpar-drawer.tar.gz                | 8   | 8   | 8  | 1 | MC BOOK
            x86_64-64cpu.tar.gz                    | 64  | 32  | 4  | 3 | SMT MC PKG NUMA
            x86_64-epyc_7451.tar.gz                | 96  | 48  | 16 | 8 | SMT MC NODE NUMA
            """)
    void haveTheDomainsOfTheirLevels(final String tar, final int cpus, final int cores, final int llcs,
            final int nodes, final String levels) throws IOException {
        final Path file = Path.of(System.getProperty("perch.shared", "")).resolve("topologies").resolve(tar);
        assumeTrue(Files.exists(file), () -> file + " is missing: real machines' trees stay unread");
        final Topology machine;
        try (var tree = new TarTree(Files.newInputStream(file), dir.resolve("tree.zip"))) {
            machine = Sysfs.read(tree.root(), tar);
        }

        assertThat(machine.cpus().size()).isEqualTo(cpus);
        assertThat(machine.cores().count()).isEqualTo(cores);
        assertThat(machine.llcs().count()).isEqualTo(llcs);
        assertThat(machine.nodes().count()).isEqualTo(nodes);
        final var domains = SchedDomains.build(machine, LINUX_6_12);
        assertThat(domains.domains(machine.cpus().first())).extracting(SchedDomain::name)
                .containsExactly(levels.split(" "));
        machine.cpus().forEach(cpu -> assertThat(domains.domains(cpu).getLast().span()).isEqualTo(machine.cpus()));
    }
}
