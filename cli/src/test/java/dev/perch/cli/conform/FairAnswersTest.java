package dev.perch.cli.conform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perch.scheduler.Policies;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Load tracking and EEVDF give the answers of the kernels' own code, in every field. */
class FairAnswersTest {
    @ParameterizedTest
    @ValueSource(strings = {"6.1-pelt", "6.12-pelt", "6.1-decay", "6.12-decay", "6.1-calc", "6.12-calc", "6.12-pick",
            "6.12-place", "6.12-trace"})
    void matchSome(final String kind) throws IOException, URISyntaxException {
        check(Path.of(FairAnswersTest.class.getResource(kind + ".jsonl.gz").toURI()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"6.1-pelt", "6.12-pelt", "6.1-decay", "6.12-decay", "6.1-calc", "6.12-calc", "6.12-pick",
            "6.12-place", "6.12-trace"})
    void matchAll(final String kind) throws IOException {
        final Path file = Path.of(System.getProperty("perch.shared", "")).resolve("vectors/" + kind + "-dev.jsonl.gz");
        Assumptions.assumeTrue(Files.exists(file), () -> file + " is missing");
        check(file);
    }

    private static void check(final Path file) throws IOException {
        final List<String> differences = new ArrayList<>();
        final var conformity = new Conformity(file, Policies.kernels(),
                difference -> differences.add(difference.toString()),
                differences::add);
        conformity.check();
        assertThat(differences).isEmpty();
        assertThat(conformity.scenarios()).isPositive();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "'call':'pick_eevdf','base_slice':-5,'entities':[] | 'base_slice' is -5, outside 1-1099511627776",
            "'call':'eevdf_trace','base_slice':1,'entities':[{'nice':99,'vruntime':1,'deadline':2}],'steps':[] "
                    + "| nice 99 is outside -20 to 19",
            "'call':'eevdf_trace','base_slice':1,'entities':[],'steps':[['wake',4]] | 'steps' names entity 4 of 0",
            "'call':'pelt','state':{},'steps':[[1,2]] | 'steps' should be lists of 5 values, not [1,2]",
            "'call':'calc_delta_fair','args':[[1,0,1]] | weight 0 is outside 1-1099511627776",
            "'call':'decay_load','args':[[1,-1]] | 'args' holds -1 periods"}, quoteCharacter = '~')
    void refuseTheImpossible(final String fields, final String message) throws IOException {
        final Path file = Files.createTempFile("scenario", ".jsonl");
        try {
            Files.writeString(file, "{'id':1,'kernel':'6.12',".replace('\'', '"') + fields.replace('\'', '"')
                    + ",\"expect\":{}}\n");
            final List<String> broken = new ArrayList<>();
            new Conformity(file, Policies.kernels(), difference -> broken.add(difference.toString()), broken::add)
                    .check();
            assertThat(broken).containsExactly(file + ":1: " + message);
        } finally {
            Files.delete(file);
        }
    }
}
