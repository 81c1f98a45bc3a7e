package dev.perch.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What every verb has in common: its output options, its errors and its exit status. */
class MainTest {
    @Test
    void anUnknownOptionOffersTheNearestRightOne() {
        final Run run = Run.perch("machine", "--fromat", "json");
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err())
                .isEqualTo("perch: unknown option '--fromat': did you mean '--format'? (perch machine --help)\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            compare --fromat json           | --fromat | --format
            replay --difference             | --difference | --differences
            conform --tmie --format=json    | --tmie | --time""")
    void aTypoIsToldBeforeWhatIsMissing(final String command, final String typo, final String right) {
        assertThat(Run.perch(command.split(" ", -1)).err()).startsWith(
                "perch: unknown option '" + typo + "': did you mean '" + right + "'?").hasLineCount(1);
    }

    @Test
    void aListWithoutAKindIsAllLists() {
        assertThat(Run.perch("list").out()).startsWith("machines\n\nmachine ")
                .contains("\npolicies\n\npolicy ", "\nlinux-6.12 ", "\nformats\n\nformat ");
        assertThat(Run.perch("list", "--format", "markdown").out()).contains("\nswitches\n\n| switch | what it does |");
        assertThat(Run.perch("list", "--format", "json").out()).contains("\"studies\" : [");

        final Run csv = Run.perch("list", "--format", "csv");
        assertThat(csv.status()).isEqualTo(2);
        assertThat(csv.err()).startsWith("perch: a CSV file holds one list: name machines, policies, ")
                .hasLineCount(1);
    }

    @Test
    void policiesAreListedWithAllSwitchesThatTheirKernelKnows() {
        assertThat(Run.perch("list", "policies").out().lines())
                .anySatisfy(line -> assertThat(line).startsWith("linux-5.10 ").contains(" IDLE_CPUMASK ")
                        .doesNotContain("SIS_UTIL"))
                .anySatisfy(line -> assertThat(line).startsWith("jvm-perch ").endsWith("takes none"));
    }

    @Test
    void theVersionIsTheBuilds() {
        final String version = Main.class.getModule().getDescriptor().rawVersion().orElseThrow();
        assertThat(Run.perch("--version").out()).isEqualTo("perch " + version + "\n");
    }

    @Test
    void anUnknownVerbOffersTheNearestRightOne() {
        final Run run = Run.perch("machin");
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).startsWith("perch: unknown verb 'machin': did you mean 'machine'?").hasLineCount(1);
    }

    @Test
    void helpForAnUnknownVerbOffersTheNearestRightOne() {
        assertThat(Run.perch("help", "lsit").err()).isEqualTo("perch: unknown verb 'lsit': did you mean 'list'?\n");
    }

    @Test
    void withoutAVerbTheUsageIsPrinted() {
        final Run run = Run.perch();
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("Usage: perch", "machine", "list");
    }

    @Test
    void anUnknownKindOfListOffersTheNearestRightOne() {
        final Run run = Run.perch("list", "format");
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).isEqualTo("perch: unknown kind of list 'format': did you mean 'formats'?\n");
    }

    @Test
    void keysAreSmallLettersJoinedByUnderscores() {
        final JsonNode first = JsonMapper.shared().readTree(Run.perch("list", "policies", "--format", "json").out())
                .get(0);
        assertThat(first.propertyNames()).containsExactly("policy", "off_unless_switched", "on_unless_switched");
        assertThat(JsonMapper.shared().readTree(Run.perch("list", "machines", "--format", "json").out()).get(0)
                .propertyNames()).containsExactly("machine", "cpus", "what_it_is");
    }

    @Test
    void aListHasEveryForm(@TempDir final Path directory) throws Exception {
        assertThat(Run.perch("list", "formats").out()).matches("(?s)format +of +what it is\n.*trace.dat +recording.*");
        assertThat(Run.perch("list", "formats", "--format", "csv").out()).startsWith("format,of,what it is\n");
        assertThat(Run.perch("list", "formats", "--format", "markdown").out()).contains("| --- | --- | --- |");
        final Path file = directory.resolve("formats.json");
        assertThat(Run.perch("list", "formats", "--format=json", "--out", file.toString()).out()).isEmpty();
        assertThat(Files.readString(file)).startsWith("[").contains("\"format\" : \"lscpu\"");
    }

    @Test
    void anOutputFileThatCannotBeWrittenIsOneLine(@TempDir final Path directory) {
        final Run run = Run.perch("list", "formats", "--out", directory.resolve("no/such/file").toString());
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).matches("perch: --out .*/file: there is no directory .*no/such .perch list --help.\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|',
            textBlock = """
                    list formats --format tabel           | unknown value of --format 'tabel': did you mean 'table'?
                    compare --metrics serach              | unknown value of --metrics 'serach': did you mean 'search'?
                    compare --search-form mmtest          | unknown value of --search-form 'mmtest': did you mean 'mmtests'?
                    explain --call folk                   | unknown value of --call 'folk': did you mean 'fork'?
                    compare --load 1,x                    | --load x: write a whole number
                    compare --load 1,99999999999999999999 | --load 99999999999999999999: write a smaller number
                    compare --duration 3min               | --duration 3min: write a time as 350ms or 2s
                    compare --nodes x                     | --nodes x: not a node list: 'x' (expected e.g. 0-3,8)
                    compare --cpus 5-2                    | --cpus 5-2: not a CPU list: '5-2' runs backwards
                    explain --machine jacobsville --busy x| --busy x: not a CPU list: 'x' (expected e.g. 0-3,8)
                    list formats --out /                  | --out /: is a directory: name a file
                    list formats --format xml             | unknown value of --format 'xml': there are table, json, csv, markdown
                    explain --machine jacobsville --prev 5 --prev=6| option '--prev' should be specified only once
                    explain x:1 --machine M               | x:1 is a whole wake-up: leave --machine and its like out
                    explain --prev 3                      | name a wake-up: FILE:LINE, or --machine with --prev
                    explain --machine jacobsville --prev 3 --call fork --sync| --sync belongs to a wake-up
                    machine jacobsville --domains --costs kunpeng920| --domains prints no costs: leave out --costs
                    conform x --time --show 3             | --show prints differences, and --time looks for none
                    -- list                               | leave out the '--' before the verb 'list'
                    analyze --how --machine M --html x    | --how tells how to record: give it alone
                    analyze --how --format json           | --how tells how to record: give it alone
                    replay x --candidate linux-6.1,linux-6.1+SIS_UTIL| --candidate names a policy twice
                    bench-runtime --pairs 1001            | --pairs 1001 is outside 1 to 1000
                    bench-runtime --duration 0            | --duration 0.0: write seconds, above 0 up to 3600
                    bench-runtime --bench ,               | --bench names nothing
                    bench-runtime --bench tcp-1,tcp-1     | --bench names a workload twice""")
    void aWrongValueIsNamedWithItsOptionAndTheMend(final String command, final String message) {
        final Run run = Run.perch(command.split(" ", -1));
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).startsWith("perch: " + message).hasLineCount(1);
    }

    @Test
    void anArgumentIsNoFileOfArguments(@TempDir final Path directory) throws Exception {
        final Path file = Files.writeString(directory.resolve("arguments"), "formats");
        assertThat(Run.perch("list", "@" + file).err()).startsWith("perch: unknown kind of list '@");
    }

    @Test
    void whatCannotBeWrittenToItsFileIsShown() {
        final Path full = Path.of("/dev/full");
        assumeTrue(Files.isWritable(full), "this system has no /dev/full");
        final Run run = Run.perch("list", "formats", "--out", full.toString());
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).startsWith("perch: /dev/full: cannot be written").hasLineCount(1);
        assertThat(run.out()).isEqualTo(Run.perch("list", "formats").out());
    }

    @Test
    void nothingIsWrittenOverWhatTheSameCommandReads(@TempDir final Path directory) throws Exception {
        final Path rows = Files.writeString(directory.resolve("rows.tsv"), "study");
        final String file = rows.toString();
        assertThat(Run.perch("reproduce", "--rows", file, "--out", file).err())
                .startsWith("perch: --out " + file + ": --rows reads that file: name another").hasLineCount(1);
        assertThat(Run.perch("machine", file, "--save", file).status()).isEqualTo(2);
        assertThat(Run.perch("explain", file + ":1", "--out", directory + "/../" + directory.getFileName()
                + "/rows.tsv").err()).contains("FILE:LINE reads that file");
        assertThat(rows).hasContent("study");
    }

    @Test
    void noFileIsWrittenTwice(@TempDir final Path directory) {
        final String file = directory.resolve("both.html").toString();
        assertThat(Run.perch("reproduce", "nr_scan", "--html", file, "--out", file).err())
                .contains("writes that file: name another").hasLineCount(1);
    }

    @Test
    void everyVerbTellsItsOptions() {
        for (final String verb : "machine compare reproduce analyze replay conform explain bench-runtime list"
                .split(" ", -1)) {
            final Run run = Run.perch(verb, "--help");
            assertThat(run.out()).contains("Usage: perch " + verb);
            assertThat(run.err()).isEmpty();
        }
    }
}
