package dev.perch.report.study;

import java.io.IOException;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.lang.module.ResolvedModule;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;

/**
 * Tells one engine from another: a digest of all code and data that a run's figures depend on. What the build notes
 * about itself (META-INF) is left out, so that a rebuild of the same sources is the same engine.
 */
final class EngineDigest {
    private static final List<String> MODULES = List.of("dev.perch.topology", "dev.perch.machines",
            "dev.perch.scheduler", "dev.perch.simulator", "dev.perch.report");
    private static final int LENGTH = 16;

    private EngineDigest() {}

    /** This engine's, 32 hexadecimal digits. */
    static String text() throws IOException {
        return of(EngineDigest.class.getModule().getLayer().configuration().modules().stream()
                .filter(module -> MODULES.contains(module.name())).map(ResolvedModule::reference)
                .sorted(Comparator.comparing(module -> module.descriptor().name())).toList());
    }

    /** That of an engine made of {@code modules}, in their order. */
    static String of(final List<ModuleReference> modules) throws IOException {
        final MessageDigest digest;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (final NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
        for (final ModuleReference module : modules) {
            try (ModuleReader reader = module.open()) {
                for (final String name : reader.list().sorted().toList()) {
                    if (!name.endsWith("/") && !name.startsWith("META-INF/")) {
                        digest.update(name.getBytes(StandardCharsets.UTF_8));
                        final ByteBuffer content = reader.read(name).orElseThrow();
                        digest.update(content);
                        reader.release(content);
                    }
                }
            }
        }
        return HexFormat.of().formatHex(digest.digest(), 0, LENGTH);
    }
}
