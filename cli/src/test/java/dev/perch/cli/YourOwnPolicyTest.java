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
        jar = pack("StickyCore", code.group(1));
    }

    /** A jar with the class {@code org.example.NAME}, compiled from {@code code}, as its policy. */
    private static Path pack(final String name, final String code) throws IOException {
        final Path classes = directory.resolve(name);
        final Path source = Files.createDirectories(classes.resolve("org/example")).resolve(name + ".java");
        Files.writeString(source, code);
        final String path = System.getProperty("jdk.module.path", System.getProperty("java.class.path"));
        assertThat(ToolProvider.findFirst("javac").orElseThrow().run(System.out, System.err, "-proc:none", "-cp", path,
                "-d", classes.toString(), source.toString())).isZero();
        final Path packed = directory.resolve(name + ".jar");
        try (var out = new JarOutputStream(Files.newOutputStream(packed)); Stream<Path> files = Files.walk(classes)) {
            for (final Path file : files.filter(Files::isRegularFile).toList()) {
                add(out, classes.relativize(file).toString(), Files.readAllBytes(file));
            }
            add(out, SERVICE, ("org.example." + name + "\n").getBytes(UTF_8));
        }
        return packed;
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
    void everyVerbThatTakesPoliciesKnowsIt() throws IOException {
        final Path scenarios = Files.writeString(directory.resolve("mine.jsonl"), """
                {"id":"core","policy":"sticky-core","call":"select_task_rq_fair","topology":{"smt":2,\
                "cores_per_cluster":4},"nr_running":[0,0,1,0,0,0,0,0],"task":{"prev":2},"waker":{"cpu":0},\
                "expect":{"cpu":3}}
                """);
        assertThat(Run.perch("list", "policies", "--plugin", jar.toString()).out()).contains("sticky-core");
        assertThat(Run.perch("machine", "jacobsville", "--domains", "--policy", "sticky-core", "--plugin",
                jar.toString()).out()).contains("domain0/name:CLS");
        final Run conform = Run.perch("conform", "--plugin", jar.toString(), scenarios.toString());
        assertThat(conform.err()).isEmpty();
        assertThat(conform.status()).isZero();
        assertThat(Run.perch("explain", "--plugin", jar.toString(), scenarios + ":1").out())
                .contains("core: sticky-core on machine", "\nCPU 3 (from prev: SMT)\n");
    }

    @Test
    void nothingIsSaidOfASearchThatAPolicyTellsNothingOf() throws IOException {
        final Path quiet = pack("Quiet", policy("Quiet", "quiet", A_KERNEL).replace("return null",
                "return (wakeUp, search) -> wakeUp.wakee.cpu"));
        assertThat(Run.perch("explain", "--plugin", quiet.toString(), "--policy", "quiet", "--machine", "epyc-milan",
                "--prev", "3", "--others", "quiet").out()).isEqualTo("""
                        quiet on epyc-milan
                        waker on CPU 3, previous CPU 3, recent CPU 3

                        CPU 3 (prev)
                        """);
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

    private static final String A_KERNEL = "return dev.perch.scheduler.Kernel.ALL.getFirst();";

    @Test
    void aPolicyThatAnswersNonsenseIsOneLine() throws IOException {
        assertOneLine(pack("Nowhere", policy("Nowhere", "nowhere", "return null;")), "Nowhere: kernel() must name one");
        assertOneLine(pack("Placeless", policy("Placeless", "placeless", A_KERNEL)),
                "Placeless: placement() must not be null");
        assertOneLine(pack("Odd", policy("Odd", "\u001b[31m+odd", A_KERNEL)), "Odd: name() must be letters");
        assertOneLine(
                pack("Lost", policy("Lost", "lost", A_KERNEL).replace("return null", "return (wakeUp, search) -> -1")),
                "Lost: select() answered CPU -1");
    }

    private static String policy(final String name, final String called, final String body) {
        return """
                package org.example;

                public final class %s implements dev.perch.scheduler.Policy {
                    public String name() {
                        return "%s";
                    }

                    public dev.perch.scheduler.Kernel kernel() {
                        %s
                    }

                    public dev.perch.scheduler.Placement placement(dev.perch.topology.SchedDomains domains,
                            dev.perch.scheduler.Runqueues runqueues) {
                        return null;
                    }
                }
                """.formatted(name, called, body);
    }

    @Test
    void aPolicyCalledAsOneOfOursIsOneLine() throws IOException {
        assertOneLine(pack("Twin", policy("Twin", "linux-6.12", A_KERNEL)),
                "two policies are called 'linux-6.12'");
    }

    @Test
    void aPolicyThatFailsIsOneLine() throws IOException {
        final String fails = "throw new IllegalStateException(\"no kernel\");";
        assertOneLine(pack("Failing", policy("Failing", "failing", fails)), "plug-in", "no kernel");
        assertOneLine(
                pack("Broken",
                        policy("Broken", "broken", "return null; } { " + fails.replace("throw", "if (true) throw"))),
                "Broken could not be instantiated",
                "no kernel");
    }

    @Test
    void aClassThatIsNoPolicyIsOneLine() throws IOException {
        assertOneLine(pack("Stranger", "package org.example; public final class Stranger {}"), "not a subtype");
    }

    @Test
    void aFileThatIsNoJarIsOneLine() throws IOException {
        assertOneLine(Files.writeString(directory.resolve("text.jar"), "text"), "is no jar");
    }

    private static void assertOneLine(final Path plugin, final String... why) {
        final Run run = Run.perch("explain", "--plugin", plugin.toString(), "--machine", "epyc-milan", "--prev", "3");
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains(why).hasLineCount(1);
    }
}
