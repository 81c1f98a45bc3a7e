package dev.perch.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The policy that docs/your-own-policy.md shows compiles, packs and runs as the page says. */
class YourOwnPolicyTest {
    private static final Path PAGE = Path.of("..", "docs", "your-own-policy.md");
    private static final String SERVICE = "META-INF/services/dev.perch.scheduler.Policy";

    @TempDir
    private static Path directory;
    private static Path jar;

    @BeforeAll
    static void compileAndPack() throws IOException {
        final Matcher code = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(PAGE));
        assertThat(code.find()).isTrue();
        final Path source = Files.createDirectories(directory.resolve("org/example")).resolve("StickyCore.java");
        Files.writeString(source, code.group(1));
        final Path classes = directory.resolve("classes");
        final String path = System.getProperty("jdk.module.path", System.getProperty("java.class.path"));
        assertThat(ToolProvider.findFirst("javac").orElseThrow().run(System.out, System.err, "-cp", path, "-d",
                classes.toString(), source.toString())).isZero();
        jar = directory.resolve("sticky-core.jar");
        try (var out = new JarOutputStream(Files.newOutputStream(jar)); Stream<Path> files = Files.walk(classes)) {
            for (final Path file : files.filter(Files::isRegularFile).toList()) {
                add(out, classes.relativize(file).toString(), Files.readAllBytes(file));
            }
            add(out, SERVICE, "org.example.StickyCore\n".getBytes(UTF_8));
        }
    }

    private static void add(final JarOutputStream out, final String name, final byte[] content) throws IOException {
        out.putNextEntry(new JarEntry(name));
        out.write(content);
        out.closeEntry();
    }

    @Test
    void itIsFoundByItsNameAndDecides() {
        final Run run = Run.perch("explain", "--plugin", jar.toString(), "--policy", "sticky-core", "--machine",
                "epyc-milan", "--prev", "3", "--waker", "40");
        assertThat(run.err()).isEmpty();
        assertThat(run.status()).isZero();
        assertThat(run.out()).contains("sticky-core on epyc-milan", "\nCPU 3 (prev)\n");
    }

    @Test
    void itStandsBesideTheKernels() {
        final Run run = Run.perch("explain", "--plugin", jar.toString(), "--machine", "epyc-milan", "--prev", "3",
                "--waker", "40");
        assertThat(run.out()).contains("sticky-core");
        assertThat(Run.perch("list", "policies").out()).doesNotContain("sticky-core");
    }

    @Test
    void aWrongNameOffersIt() {
        final Run run = Run.perch("explain", "--plugin", jar.toString(), "--policy", "stickycore", "--machine",
                "epyc-milan", "--prev", "3");
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).isEqualTo("perch: unknown policy 'stickycore': did you mean 'sticky-core'?\n");
    }

    @Test
    void aJarWithoutAPolicyIsOneLine() throws IOException {
        final Path empty = directory.resolve("empty.jar");
        try (var out = new JarOutputStream(Files.newOutputStream(empty))) {
            add(out, "README", new byte[0]);
        }
        assertOneLine(empty, "META-INF/services");
    }

    @Test
    void aJarWhoseClassIsMissingIsOneLine() throws IOException {
        final Path hollow = directory.resolve("hollow.jar");
        try (var out = new JarOutputStream(Files.newOutputStream(hollow))) {
            add(out, SERVICE, "org.example.Nowhere\n".getBytes(UTF_8));
        }
        assertOneLine(hollow, "org.example.Nowhere");
    }

    @Test
    void aFileThatIsNoJarIsOneLine() throws IOException {
        assertOneLine(Files.writeString(directory.resolve("text.jar"), "text"), "is no jar");
    }

    private static void assertOneLine(final Path plugin, final String why) {
        final Run run = Run.perch("explain", "--plugin", plugin.toString(), "--machine", "epyc-milan", "--prev", "3");
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains(plugin.getFileName().toString()).contains(why).hasLineCount(1);
    }
}
