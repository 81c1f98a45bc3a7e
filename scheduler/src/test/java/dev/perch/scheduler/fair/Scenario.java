package dev.perch.scheduler.fair;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Assumptions;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Scenarios with the kernel's answers: a few of each kind beside the tests, all of them where they are at hand. */
final class Scenario {
    private static final JsonMapper JSON = new JsonMapper();

    private Scenario() {}

    static List<JsonNode> some(final String kind) {
        try (InputStream in = Scenario.class.getResourceAsStream(kind + ".jsonl.gz")) {
            return read(in);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<JsonNode> all(final String kind) {
        final Path file = Path.of(System.getProperty("perch.shared", "")).resolve("vectors/" + kind + "-dev.jsonl.gz");
        Assumptions.assumeTrue(Files.exists(file), () -> file + " is missing");
        try (InputStream in = Files.newInputStream(file)) {
            return read(in);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<JsonNode> read(final InputStream in) throws IOException {
        final List<JsonNode> scenarios = new ArrayList<>();
        try (var lines = new BufferedReader(new InputStreamReader(new GZIPInputStream(in), UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                scenarios.add(JSON.readTree(line));
            }
        }
        return scenarios;
    }

    /** A 64-bit value, written as a number or as decimal text; 0 where it is missing. */
    static long number(final JsonNode node) {
        if (node == null) {
            return 0;
        }
        final String text = node.asString();
        return text.startsWith("-") ? Long.parseLong(text) : Long.parseUnsignedLong(text);
    }
}
