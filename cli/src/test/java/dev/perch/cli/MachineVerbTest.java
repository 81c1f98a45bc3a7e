package dev.perch.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code perch machine} and {@code perch list machines}. */
class MachineVerbTest {
    @Test
    void aMachineIsShownWithItsShapeItsTreeAndItsCosts() {
        final Run run = Run.perch("machine", "kunpeng920");
        assertThat(run.status()).isZero();
        assertThat(run.out()).startsWith("kunpeng920: 128 CPUs, aarch64\n")
                .contains("\n2 packages × 2 nodes (= LLCs) × 8 clusters × 4 cores\n")
                .contains("""
                        ├─ package 0: CPUs 0-63
                        │  ├─ node = LLC 0: CPUs 0-31
                        │  │  └─ 8 clusters of 4 cores: CPUs 0-3 | 4-7 | … | 28-31
                        """)
                .contains("node distances:   10  12  20  22\n").contains("cluster 34.5, llc 35.7, package 80.5");
    }

    @ParameterizedTest
    @CsvSource({"jacobsville, 1 package (= node = LLC) × 6 clusters × 4 cores",
            "xeon-112cpu-llc, 2 packages (= nodes = LLCs) × 56 cores × 2 threads",
            "epyc-milan, 2 packages (= nodes) × 8 LLCs × 8 cores × 2 threads",
            "xeon-4x80, 1 node × 4 packages (= LLCs) × 80 cores"})
    void aShapeIsAProduct(final String machine, final String shape) {
        assertThat(Run.perch("machine", machine).out()).contains("\n" + shape + "\n");
    }

    @Test
    void theRunningHostNeedsNoName() {
        assertThat(Run.perch("machine").status()).isZero();
    }

    @Test
    void aSavedMachineIsReadAgain(@TempDir final Path directory) {
        final String file = directory.resolve("m.yaml").toString();
        assertThat(Run.perch("machine", "epyc-milan", "--save", file).out()).isEmpty();
        assertThat(Run.perch("machine", file).out()).isEqualTo(Run.perch("machine", "epyc-milan").out());

        assertThat(Run.perch("machine", "jacobsville", "--costs", "epyc-milan", "--save", file).status()).isZero();
        assertThat(Run.perch("machine", file).out()).as("borrowed costs stay borrowed")
                .contains("costs, taken from epyc-milan, as named:\n");
    }

    @Test
    void domainsArePrintedAsDebugfsDoes() {
        final Run run = Run.perch("machine", "kunpeng920", "--domains", "--policy", "linux-6.12");
        assertThat(run.out()).contains("\ndomains/cpu0/domain0/name:CLS\n", "\ndomains/cpu0/domain0/span:0-3\n",
                "\ndomains/cpu127/domain1/name:MC\n");
        assertThat(Run.perch("machine", "jacobsville", "--domains", "--format", "csv").out())
                .startsWith("CPU,domain,field,value\n0,0,busy_factor,16\n");
    }

    @Test
    void jsonHasThePartsAndTheFigures() {
        assertThat(Run.perch("machine", "kunpeng920", "--format", "json").out()).contains("\"cluster\" : 34.5")
                .contains("\"0-31\"").contains("\"architecture\" : \"aarch64\"");
    }

    @Test
    void costsMayBeAnotherMachines() {
        assertThat(Run.perch("machine", "jacobsville", "--costs", "epyc-milan").out())
                .contains("costs, taken from epyc-milan, as named:\n").contains("node 107.6");
    }

    @Test
    void anUnknownPolicyOffersTheNearestKernel() {
        final Run run = Run.perch("machine", "jacobsville", "--domains", "--policy", "linux-6.13");
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).startsWith("perch: unknown policy 'linux-6.13': did you mean 'linux-6.12'?")
                .hasLineCount(1);
    }

    @Test
    void aPolicyThatWouldDecideNothingIsRefused() {
        final Run run = Run.perch("machine", "jacobsville", "--policy", "linux-6.1");
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("--policy", "add --domains").hasLineCount(1);
    }

    @Test
    void aMissingDirectoryIsToldBeforeTheMachineIsRead() {
        assertThat(Run.perch("machine", "no-such", "--save", "/no/such/m.yaml").err())
                .startsWith("perch: --save /no/such/m.yaml: there is no directory /no/such").hasLineCount(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"kunpneg920|perch: unknown machine 'kunpneg920': did you mean 'kunpeng920'?",
            "no/such.xml|perch: no/such.xml: no such file"})
    void aMissingMachineIsOneLine(final String name, final String line) {
        final Run run = Run.perch("machine", name);
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).isEqualTo(line + "\n");
    }

    @Test
    void anImpossibleMachineIsOneLineWithItsPlace(@TempDir final Path directory) throws Exception {
        final Path file = Files.writeString(directory.resolve("m.yaml"), """
                name: x
                architecture: x86_64
                topology:
                  cpus: 0-1
                  cores: [0, 0-1]
                """);
        final Run run = Run.perch("machine", file.toString());
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).startsWith("perch: " + file + ":5: topology.cores[1]: impossible machine")
                .hasLineCount(1);
    }

    @Test
    void aFilesTextDoesNotReachTheTerminalAsOrders(@TempDir final Path directory) throws Exception {
        final Path file = Files.writeString(directory.resolve("m.yaml"), """
                name: "a\\e[31mb\\u202Ec\\u009Bd"
                architecture: x86_64
                topology:
                  cpus: 0-1
                  cores: [0, 1]
                """);
        assertThat(Run.perch("machine", file.toString()).out()).startsWith("a?[31mb?c?d: 2 CPUs");
        assertThat(Run.perch("machine", file.toString(), "--format", "json").out())
                .contains("\"a\\u001B[31mb\\u202ec\\u009bd\"");
    }

    @Test
    void theListNamesEachMachine() {
        assertThat(Run.perch("list", "machines").out()).contains("kunpeng920-24", "xeon-4x80", "zen4-guest")
                .hasLineCount(9);
        assertThat(Run.perch("list", "policies").out()).contains("linux-6.12", "jvm-perch", "jvm-fjp");
        assertThat(Run.perch("list", "switches").out()).contains("SIS_UTIL");
    }

    @Test
    void oneCpuIsOne(@TempDir final Path directory) throws Exception {
        final Path file = Files.writeString(directory.resolve("small"), "Architecture: x86_64\nCPU(s): 1\n");
        assertThat(Run.perch("machine", file.toString()).out()).startsWith("small: 1 CPU, x86_64\n");
    }
}
