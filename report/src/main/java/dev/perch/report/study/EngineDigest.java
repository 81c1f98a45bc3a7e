package dev.perch.report.study;

import java.io.IOException;
import java.lang.module.ModuleReader;
import java.lang.module.ResolvedModule;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;

/** Tells one engine from another: a digest of all code and data that a run's figures depend on. */
final class EngineDigest {
    private static final List<String> MODULES = List.of("dev.perch.topology", "dev.perch.machines",
            "dev.perch.scheduler", "dev.perch.simulator", "dev.perch.report");
    private static final int LENGTH = 16;

    private EngineDigest() {}

    /** 32 hexadecimal digits. */
    static String text() throws IOException {
        final MessageDigest digest;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (final NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
        final var modules = EngineDigest.class.getModule().getLayer().configuration().modules().stream()
                .filter(module -> MODULES.contains(module.name())).sorted(Comparator.comparing(ResolvedModule::name))
                .toList();
        for (final ResolvedModule module : modules) {
            try (ModuleReader reader = module.reference().open()) {
                for (final String name : reader.list().sorted().toList()) {
                    if (!name.endsWith("/")) {
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
