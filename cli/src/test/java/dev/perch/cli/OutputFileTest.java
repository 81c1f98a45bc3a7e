package dev.perch.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that is written is there whole, or as it was before. */
class OutputFileTest {
    @TempDir
    private Path directory;
    private Path file;

    @BeforeEach
    void anOlderFile() throws IOException {
        file = Files.writeString(directory.resolve("table.txt"), "old");
    }

    @Test
    void whatIsWrittenReplacesIt() throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        new OutputFile(file).write("new");
        assertThat(file).hasContent("new");
        assertThat(Files.getPosixFilePermissions(file)).isEqualTo(PosixFilePermissions.fromString("rw-r-----"));
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void whatCannotBeWrittenLeavesIt() throws IOException {
        Files.createDirectory(directory.resolve(".table.txt." + ProcessHandle.current().pid() + ".part"));
        assertThatThrownBy(() -> new OutputFile(file).write("new")).isInstanceOf(IOException.class)
                .hasMessageStartingWith(file + ": cannot be written");
        assertThat(file).hasContent("old");
    }

    @Test
    void aLinkStaysOne() throws IOException {
        final Path link = Files.createSymbolicLink(directory.resolve("link"), file);
        new OutputFile(link).write("new");
        assertThat(link).isSymbolicLink();
        assertThat(file).hasContent("new");
    }
}
