package dev.perch.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReproduceVerbTest {
    private static final String ROWS = """
            study,kernel,machine,numa_nodes,bench,case,load,metric,better,baseline,baseline_std_pct,candidate,change_pct,candidate_std_pct
            cluster-wakeup,6.5-rc1,kunpeng920,0,netperf,TCP_RR,1,throughput,higher,77302.8667,,92172.2100,19.24,
            sis-util,5.19-rc1,xeon-112cpu-llc,0,netperf,TCP_RR,3 threads,throughput,positive-change-better,,,,,
            sis-util-vanilla,5.19-rc1,xeon-112cpu-llc,0,netperf,TCP_RR,3 threads,success_rate_pct,descriptive,100.000
            sis-util,5.19-rc1,llc-16,0,nr_idle_scan,curve,sum_util 45%,nr_scan,exact,11
            cache-aware-rfc,6.14-tip,epyc-milan,0-1,ycsb-mongodb,ycsb-mongodb,,throughput,higher,1.00,,,-13.66,
            """
            .replace(',', '\t');

    @TempDir
    private Path folder;
    private Path rows;

    @BeforeEach
    void write() throws IOException {
        rows = Files.writeString(folder.resolve("rows.tsv"), ROWS);
    }

    private Run reproduce(final String... more) {
        final List<String> args = new ArrayList<>(List.of("reproduce", "--rows", rows.toString(), "--runs", "2",
                "--warmup", "5ms", "--duration", "5ms"));
        args.addAll(List.of(more));
        return Run.perch(args.toArray(String[]::new));
    }

    @Test
    void printsPublishedBesideSimulatedAndASummary() {
        final Run run = reproduce();
        assertThat(run.err()).isEmpty();
        assertThat(run.status()).isZero();
        assertThat(run.out()).contains(
                "cluster-wakeup: 6.5-rc1 on kunpeng920, nodes 0 (linux-6.5, linux-6.5+CLUSTER_SCAN)", "+19.24",
                "not modelled: no workload for ycsb-mongodb", "agreement of", "set aside", "1 of 1 (100%)");
    }

    @Test
    void aDeviceGetsNoFileOfRunsBesideIt() throws IOException {
        final Path device = Path.of("/dev/null");
        assumeTrue(Files.isWritable(device), "this system has no /dev/null");
        final Path link = Files.createSymbolicLink(folder.resolve("device"), device);
        assertThat(reproduce("--out", link.toString()).status()).isZero();
        assertThat(folder.resolve("device.runs")).doesNotExist();
    }

    @Test
    void thePageMayNotTakeTheFileOfRunsPlace() {
        final Path out = folder.resolve("out.txt");
        final Run run = reproduce("--out", out.toString(), "--html", out + ".runs");
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("out.txt.runs: --out keeps finished runs in that file").hasLineCount(1);
        assertThat(folder.resolve("out.txt.runs")).doesNotExist();
    }

    @Test
    void theSameBytesComeFromAnyNumberOfJobs() {
        final String json = reproduce("--format", "json", "--jobs", "1").out();
        assertThat(reproduce("--format", "json", "--jobs", "3").out()).isEqualTo(json);
        assertThat(json).contains("\"baseline\" : 77302.8667", "\"numa_nodes\" : \"0\"", "\"sim_baseline\" : 11.0",
                "\"sim_change_pct\" : null", "\"summary\"", "\"nr_scan_exact\" : 1");
    }

    @Test
    void writesAPageOfEveryTable() throws IOException {
        final Path page = folder.resolve("page.html");
        assertThat(reproduce("--html", page.toString()).status()).isZero();
        assertThat(Files.readString(page)).startsWith("<!DOCTYPE html>").contains("cluster-wakeup: 6.5-rc1", "<svg");
    }

    @Test
    void aStudysNameTakesItsRowsAlone() {
        final Run run = reproduce("sis-util", "--format", "csv");
        assertThat(run.out().lines()).hasSize(3).first().asString().startsWith("study,kernel,machine,numa_nodes,bench");
        assertThat(reproduce("sis-utl").err()).contains("unknown study 'sis-utl': did you mean 'sis-util'?")
                .hasLineCount(1);
        assertThat(reproduce("idle-cpumask").err()).contains("has no row of the study idle-cpumask").hasLineCount(1);
    }

    @Test
    void anInterruptedReproductionGoesOnWhereItEnded() throws IOException {
        final Path out = folder.resolve("out.json");
        final Path journal = folder.resolve("out.json.runs");
        reproduce("--format", "json", "--out", out.toString());
        final String whole = Files.readString(out);
        final List<String> runs = Files.readAllLines(journal);
        assertThat(runs).hasSize(9); // a head, then two runs of four cells
        Files.writeString(journal, String.join("\n", runs.subList(0, 5)) + "\n" + runs.get(5).substring(0, 100));
        Files.delete(out);

        reproduce("--format", "json", "--out", out.toString());

        assertThat(Files.readString(out)).isEqualTo(whole);
        assertThat(Files.readAllLines(journal)).filteredOn(line -> line.endsWith("\t."))
                .containsExactlyInAnyOrderElementsOf(
                        runs.subList(1, 9));
    }

    @Test
    void runsOfAnotherEngineAreNotTaken() throws IOException {
        final Path out = folder.resolve("out.csv");
        final Path journal = folder.resolve("out.csv.runs");
        reproduce("--format", "csv", "--out", out.toString());
        final String whole = Files.readString(out);
        Files.writeString(journal, Files.readString(journal).replaceFirst("engine [0-9a-f]{4}", "engine ----")
                .replaceAll("throughput\t[0-9.E]+", "throughput\t1.0"));

        reproduce("--format", "csv", "--out", out.toString());

        assertThat(Files.readString(out)).isEqualTo(whole);
    }

    @Test
    void aFileThatIsNoJournalIsLeftAlone() throws IOException {
        final Path precious = Files.writeString(folder.resolve("out.csv.runs"), "precious");
        final Run run = reproduce("--out", folder.resolve("out.csv").toString());
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("out.csv.runs: is in the way").hasLineCount(1);
        assertThat(Files.readString(precious)).isEqualTo("precious");
    }

    @Test
    void aDirectoryIsNoJournal() throws IOException {
        Files.createDirectory(folder.resolve("out.csv.runs"));
        final Run run = reproduce("--out", folder.resolve("out.csv").toString());
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("out.csv.runs: is in the way").hasLineCount(1);
    }

    @Test
    void badInputIsOneLineAndStatusTwo() throws IOException {
        Files.writeString(rows, ROWS.replace("3 threads", "three threads"));
        assertThat(reproduce().err()).contains("rows.tsv:3: column 'load': 'three threads' is no load of netperf")
                .hasLineCount(1);
        Files.writeString(rows, ROWS.replace("cluster-wakeup", "cluster"));
        assertThat(reproduce().err()).contains("rows.tsv:2: column 'study': unknown study 'cluster'").hasLineCount(1);
        Files.writeString(rows, "");
        final Run empty = reproduce();
        assertThat(empty.status()).isEqualTo(2);
        assertThat(empty.err()).contains("rows.tsv:1: the header lacks study").hasLineCount(1);
        Files.delete(rows);
        assertThat(reproduce().err()).contains("rows.tsv: no such file").hasLineCount(1);
        Files.createDirectory(rows);
        assertThat(reproduce().err()).contains("is a directory").hasLineCount(1);
    }

    @Test
    void tellsWhatAgreementBecomesWithEachConstantMoved() throws IOException {
        Files.writeString(rows, ROWS.lines().limit(2).collect(Collectors.joining("\n")));
        final Run run = Run.perch("reproduce", "--rows", rows.toString(), "--runs", "1", "--warmup", "30ms",
                "--duration",
                "20ms", "--sensitivity");
        assertThat(run.err()).isEmpty();
        assertThat(run.out().lines().filter(line -> line.contains("1 of 1") || line.contains("0 of 1")))
                .hasSizeGreaterThan(60);
        assertThat(agreements(run.out(), "(as it stands)")).hasSize(1);
        assertThat(agreements(run.out(), "line-turn")).hasSize(2).doesNotHaveDuplicates();
        assertThat(agreements(run.out(), "listed-task-lines")).hasSize(2).doesNotHaveDuplicates();
        assertThat(agreements(run.out(), "tcp-lines")).hasSize(2).doesNotHaveDuplicates();
        assertThat(agreements(run.out(), "udp-lines")).hasSize(2)
                .containsOnly(agreements(run.out(), "(as it stands)").getFirst());
    }

    @Test
    void withoutPublishedFiguresNothingIsVaried() throws IOException {
        Files.writeString(rows, String.join("\t", "study", "kernel", "machine", "numa_nodes", "bench", "case", "load",
                "metric", "better") + "\n"
                + String.join("\t", "cluster-wakeup", "6.5-rc1", "kunpeng920", "0", "tbench", "tbench", "1",
                        "throughput", "higher"));
        final Run run = reproduce("--sensitivity");
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("and no row has any: ").hasLineCount(1);
    }

    /** The lines of {@code constant}, after its name and its factor. */
    private static List<String> agreements(final String table, final String constant) {
        return table.lines().filter(line -> line.startsWith(constant + " "))
                .map(line -> line.substring(constant.length()).strip().replaceFirst("^\\S+ +", "")).toList();
    }
}
