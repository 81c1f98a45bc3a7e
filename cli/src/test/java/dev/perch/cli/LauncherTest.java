package dev.perch.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher in a clone of its own, where a JDK and a Maven that only tell of their calls stand for the real ones. */
class LauncherTest {
    private static final Instant BUILT = Instant.parse("2026-01-02T00:00:00Z");

    @TempDir
    private Path clone;
    private Path source;
    private Path complete;
    private Path cache;

    @BeforeEach
    void aBuiltClone() throws IOException {
        Files.copy(Path.of("..", "perch"), clone.resolve("perch"));
        file("jdk/release", "JAVA_VERSION=\"25.0.3\"\nJAVA_RUNTIME_VERSION=\"25.0.3+9\"\n");
        program("jdk/bin/java", """
                for arg; do
                  [[ $arg == -XX:AOTCacheOutput=* ]] && { echo cache >"${arg#*=}"; echo cached >>"$0.calls"; exit; }
                done
                echo ran
                """);
        program("bin/mvn", "mkdir -p cli/target/perch/lib && touch cli/target/perch/complete && echo built >&2");
        source = file("scheduler/src/main/java/Policy.java", "class Policy {}");
        complete = file("cli/target/perch/complete", "");
        file("cli/target/perch/lib/perch-cli-1.jar", "");
        cache = clone.resolve("cli/target/perch/short.aot");
        for (Path of = source; !of.equals(clone); of = of.getParent()) {
            date(of, BUILT.minusSeconds(60));
        }
        date(complete, BUILT);
    }

    @Test
    void runsWithoutAHome() throws Exception {
        assertThat(perch()).isEqualTo("ran\n");
    }

    @Test
    void theCacheIsMadeOnce() throws Exception {
        perch();
        assertThat(perch()).isEqualTo("ran\n");
        assertThat(cachesMade()).isEqualTo(1);
    }

    @Test
    void anotherBuildOfTheJdkMakesItsOwnCache() throws Exception {
        perch();
        file("jdk/release", "JAVA_VERSION=\"25.0.3\"\nJAVA_RUNTIME_VERSION=\"25.0.3+10\"\n");
        perch();
        assertThat(cachesMade()).isEqualTo(2);
    }

    @Test
    void aDamagedCacheIsMadeAgain() throws Exception {
        perch();
        Files.writeString(cache, "damaged");
        date(cache, Instant.now().plusSeconds(1));
        perch();
        assertThat(cache).hasContent("cache");
    }

    @Test
    void aBuildThatWasCutShortIsMadeAgain() throws Exception {
        Files.delete(complete);
        assertThat(perch()).isEqualTo("perch: building on first use (some minutes)...\nbuilt\nran\n");
        assertThat(perch()).isEqualTo("ran\n");
    }

    @Test
    void aCopysSourcesAreNotTakenForNewer() throws Exception {
        perch();
        date(source, Instant.now());
        assertThat(perch()).isEqualTo("ran\n");
    }

    @Test
    void changedSourcesAreTold() throws Exception {
        perch();
        Files.writeString(source, "class Policy { int changed; }");
        assertThat(perch()).startsWith("perch: the sources have changed since the build").endsWith("\nran\n");
    }

    @Test
    void sourcesThatAreGoneAreTold() throws Exception {
        perch();
        Files.delete(source);
        assertThat(perch()).startsWith("perch: the sources have changed since the build");
    }

    private long cachesMade() throws IOException {
        return Files.readAllLines(clone.resolve("jdk/bin/java.calls")).size();
    }

    private String perch() throws IOException, InterruptedException {
        final var launcher = new ProcessBuilder("bash", clone.resolve("perch").toString(), "list")
                .redirectErrorStream(true);
        final Map<String, String> environment = launcher.environment();
        environment.remove("HOME");
        environment.put("JAVA_HOME", clone.resolve("jdk").toString());
        environment.put("PATH", clone.resolve("bin") + ":" + environment.get("PATH"));
        final Process process = launcher.start();
        final String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }

    private Path file(final String name, final String text) throws IOException {
        final Path file = clone.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private void program(final String name, final String script) throws IOException {
        Files.setPosixFilePermissions(file(name, "#!/usr/bin/env bash\n" + script),
                PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static void date(final Path file, final Instant time) throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(time));
    }
}
