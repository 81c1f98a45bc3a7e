package dev.perch.report.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.module.ModuleFinder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineDigestTest {
    @TempDir
    private Path directory;

    @Test
    void aRebuildOfTheSameSourcesIsTheSameEngine() throws IOException {
        assertThat(digest(1, "cost: 59", "made today")).isEqualTo(digest(2, "cost: 59", "made tomorrow"));
    }

    @Test
    void otherDataMakeAnotherEngine() throws IOException {
        assertThat(digest(1, "cost: 59", "made today")).isNotEqualTo(digest(2, "cost: 60", "made today"));
    }

    private String digest(final long time, final String data, final String note) throws IOException {
        final Path jar = Files.createDirectories(directory.resolve(data + note)).resolve("engine.jar");
        try (var out = new JarOutputStream(Files.newOutputStream(jar))) {
            for (final var file : Map.of("engine/machine.yaml", data, "META-INF/maven/pom.properties", note)
                    .entrySet()) {
                final var entry = new ZipEntry(file.getKey());
                entry.setTime(time * 1_000_000_000_000L);
                out.putNextEntry(entry);
                out.write(file.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
        return EngineDigest.of(List.copyOf(ModuleFinder.of(jar).findAll()));
    }
}
