package dev.perch.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The engine gives the kernels' own answers, in every field; and whatever a file holds, it is told in a line. */
class ConformVerbTest {
    private static final String MACHINE = """
            "topology":{"sockets":1,"numa_per_socket":1,"llcs_per_numa":1,"clusters_per_llc":1,"cores_per_cluster":2,\
            "smt":1},""";
    private static final String GOOD = "{\"id\":\"a\",\"kernel\":\"6.12\",\"call\":\"select_idle_sibling\"," + MACHINE
            + "\"nr_running\":[1,0],\"task\":{\"prev\":0,\"target\":0},\"llc\":{\"nr_idle_scan\":[2]},"
            + "\"expect\":{\"cpu\":1,\"probes\":1}}\n";

    @TempDir
    private Path directory;

    static Stream<String> someScenarios() throws IOException, URISyntaxException {
        final Path here = Path.of(ConformVerbTest.class.getResource("conform/6.12-sis.jsonl.gz").toURI());
        try (Stream<Path> files = Files.list(here.getParent())) {
            return files.map(Path::toString).filter(file -> file.endsWith(".jsonl.gz")).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("someScenarios")
    void matchesSomeAnswersOfTheKernels(final String file) {
        final Run run = Run.perch("conform", file);
        assertThat(run.err()).isEmpty();
        assertThat(run.status()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"sis", "ttwu", "fork", "scan", "uic"})
    void matchesAllAnswersOfTheKernels(final String kind) throws IOException {
        final Path vectors = Path.of(System.getProperty("perch.shared", "")).resolve("vectors");
        Assumptions.assumeTrue(Files.isDirectory(vectors), () -> vectors + " is missing");
        for (final String kernel : List.of("6.1", "6.12")) {
            final Run run = Run.perch("conform", vectors.resolve(kernel + "-" + kind + "-dev.jsonl.gz").toString());
            assertThat(run.err()).isEmpty();
            assertThat(run.status()).isZero();
        }
    }

    @Test
    void dataHasTheFirstDifferencesToo() throws IOException {
        final String wrong = GOOD + GOOD.replace("\"probes\":1", "\"probes\":7");
        assertThat(conform(wrong, "--format", "json").out()).contains("\"line\" : 2", "\"field\" : \"probes\"",
                "\"kernel\" : \"7\"", "\"ours\" : \"1\"");
        assertThat(conform(wrong, "--format", "json", "--show", "0").out()).contains("\"differ\" : 1",
                "\"differences\" : [ ]");
    }

    @Test
    void aFileMayStartWithAByteOrderMark() throws IOException {
        assertThat(conform("\ufeff" + GOOD).status()).isZero();
    }

    @Test
    void aDifferenceNamesTheScenarioTheFieldAndBothValues() throws IOException {
        final Run run = conform(GOOD.replace("\"probes\":1", "\"probes\":7"));
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err()).endsWith("scenarios.jsonl:1: a: probes: kernel 7, perch 1\n").hasLineCount(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"not JSON", "[]", "{}", "{\"call\":5}", "{\"call\":\"no_such_call\",\"expect\":{}}"})
    void aBrokenLineIsNamedAndTheNextOnesAreChecked(final String line) throws IOException {
        final Run run = conform(GOOD + line + "\n" + GOOD.replace("\"cpu\":1", "\"cpu\":0"));
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err().lines().toList()).hasSize(2);
        assertThat(run.err()).contains("scenarios.jsonl:2: ").contains("scenarios.jsonl:3: a: cpu: kernel 0, perch 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"kernel\":\"6.13\"", "\"features\":{\"SIS_UTLI\":true},\"kernel\":\"6.12\""})
    void anUnknownNameOffersTheNearestRightOne(final String wrong) throws IOException {
        final Run run = conform(GOOD.replace("\"kernel\":\"6.12\"", wrong));
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("did you mean").hasLineCount(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"nr_running\":[1]", "\"nr_running\":[1,-4]", "\"nr_running\":\"many\"",
            "\"nr_running\":[1,0],\"ttwu_pending\":\"0xg\"", "\"nr_running\":[1,0],\"cap_orig\":[1024,0]",
            "\"nr_running\":[1,0],\"cap_orig\":[1024,1.5]"})
    void anImpossibleStateIsNamed(final String wrong) throws IOException {
        final Run run = conform(GOOD.replace("\"nr_running\":[1,0]", wrong));
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("scenarios.jsonl:1: ").hasLineCount(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"sockets\":0", "\"sockets\":-1", "\"sockets\":1000000000", "\"sockets\":\"two\"",
            "\"sockets\":1,\"numbering\":\"odd\""})
    void anImpossibleMachineIsNamed(final String wrong) throws IOException {
        final Run run = conform(GOOD.replace("\"sockets\":1", wrong));
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("scenarios.jsonl:1: ").hasLineCount(1);
    }

    @Test
    void nestingWithoutEndIsOneLine() throws IOException {
        final Run run = conform("[".repeat(100_000) + "\n" + GOOD);
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("scenarios.jsonl:1: no JSON: nested deeper").hasLineCount(1);
        assertThat(run.out()).containsPattern("jsonl +1 +2 +0 +1 ");
    }

    @Test
    void aLineWithoutEndIsOneLine() throws IOException {
        final Path file = directory.resolve("long.jsonl");
        final byte[] blanks = new byte[17 << 20];
        Arrays.fill(blanks, (byte) ' ');
        Files.write(file, blanks);
        Files.writeString(file, "\n" + GOOD, java.nio.file.StandardOpenOption.APPEND);
        final Run run = Run.perch("conform", file.toString());
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("long.jsonl:1: the line is longer than 16 MiB").hasLineCount(1);
    }

    @Test
    void aCutOffArchiveIsCheckedUpToTheCut() throws IOException {
        final var bytes = new ByteArrayOutputStream();
        try (var zip = new GZIPOutputStream(bytes, true)) {
            zip.write(GOOD.getBytes(UTF_8));
            zip.flush();
            zip.write(GOOD.repeat(1000).getBytes(UTF_8));
        }
        final Path file = directory.resolve("cut.jsonl.gz");
        Files.write(file, Arrays.copyOf(bytes.toByteArray(), bytes.size() - 30));
        final Run run = Run.perch("conform", file.toString());
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("cut off or damaged").hasLineCount(1);
        assertThat(run.out()).doesNotContainPattern("gz +0 ");
    }

    @Test
    void aFileWithoutScenariosIsNoSuccess() throws IOException {
        final Path file = Files.writeString(directory.resolve("empty.jsonl"), "\n");
        final Run run = Run.perch("conform", file.toString());
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).isEqualTo("perch: " + file + ": holds no scenario, so nothing was checked\n");
    }

    @Test
    void aFileThatExpectsNothingIsNoSuccess() throws IOException {
        final Run run = conform(GOOD.replaceFirst("\"expect\":\\{[^}]*}", "\"expect\":{}"));
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).endsWith("scenarios.jsonl: no scenario expects anything, so nothing was checked\n");
        assertThat(run.out()).isEmpty();
    }

    @Test
    void aScenariosTextDoesNotReachTheTerminalAsOrders() throws IOException {
        final Run run = conform(GOOD.replace("select_idle_sibling", "\\u001b[31m\\u202e"));
        assertThat(run.err()).contains("unknown call '?[31m?'").hasLineCount(1);
    }

    @Test
    void aFileThatIsNotThereDoesNotKeepOthersFromBeingChecked() throws IOException {
        final Path good = Files.writeString(directory.resolve("good.jsonl"), GOOD);
        final Run run = Run.perch("conform", directory.resolve("none.jsonl").toString(), good.toString());
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).endsWith("none.jsonl: no such file\n").hasLineCount(1);
        assertThat(run.out()).containsPattern("good.jsonl +1 ");
    }

    @Test
    void aFileThatIsNotThereHasNoRow() {
        final Run run = Run.perch("conform", directory.resolve("none.jsonl").toString());
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
    }

    @Test
    void malformedJsonIsToldInOurWords() throws IOException {
        assertThat(conform("{\"id\": x}\n").err()).endsWith("scenarios.jsonl:1: no JSON: malformed in column 8\n")
                .hasLineCount(1);
    }

    @Test
    void lessThanNoDifferenceCannotBeShown() {
        assertThat(Run.perch("conform", "--show", "-1", "any.jsonl").err()).isEqualTo("perch: --show -1 is below 0\n");
    }

    @Test
    void dumpTopologyIsRefusedByName() throws IOException {
        final Run run = conform(GOOD.replace("select_idle_sibling", "dump_topology"));
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("dump_topology", "perch machine").hasLineCount(1);
    }

    @Test
    void timesTheDecisionsOfAFile() throws IOException {
        final Path file = directory.resolve("speed.jsonl");
        Files.writeString(file, GOOD + "{\"task\":{\"prev\":1,\"target\":1},\"waker\":{\"cpu\":0}}\n");
        final Run run = Run.perch("conform", "--time", file.toString());
        assertThat(run.err()).isEmpty();
        assertThat(run.status()).isZero();
        assertThat(run.out()).contains("ns min", "ns median", "probes", "speed.jsonl");
    }

    private Run conform(final String lines, final String... options) throws IOException {
        final String file = Files.writeString(directory.resolve("scenarios.jsonl"), lines).toString();
        return Run.perch(Stream.concat(Stream.of("conform", file), Stream.of(options)).toArray(String[]::new));
    }

    @Test
    void aPartThatIsNoObjectIsABrokenLine() throws IOException {
        final Path file = Files.writeString(directory.resolve("parts.jsonl"),
                GOOD + GOOD.replace("{\"prev\":0,\"target\":0}", "5")
                        + GOOD.replace("{\"nr_idle_scan\":[2]}", "\"x\""));
        final Run run = Run.perch("conform", file.toString());
        assertThat(run.status()).isNotZero();
        assertThat(run.out() + run.err()).contains("parts.jsonl:2", "'task' should be an object, not 5",
                "parts.jsonl:3",
                "'llc' should be an object");
    }
}
