package dev.perch.machines;

import dev.perch.topology.Sysfs;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds a machine by what a user names it by: the catalogue's name, a file or directory, or nothing for the host. */
public final class Machines {
    private static final int SEARCH_DEPTH = 4;
    private static final String HOST = "host";

    private Machines() {}

    /** The running host. */
    public static Machine host() {
        return Costs.matched(new Machine(Sysfs.read(Path.of("/"), HOST), "the running host", Optional.empty()));
    }

    /**
     * The machine of this name in the catalogue, {@code host} for the running one, else the one that the file or
     * directory of this name tells of, with the costs of the catalogue's machine that it matches unless it has its own.
     *
     * @throws IllegalArgumentException with the place and the mend if there is none such, or the file is no machine's
     * @throws IOException              if the file cannot be read
     */
    public static Machine find(final String name) throws IOException {
        final Path path = path(name);
        if (path == null || !Files.exists(path) && !isFile(name) || Catalogue.has(name)) {
            return name.equals(HOST) ? host() : Catalogue.machine(name);
        }
        return Costs.matched(read(path));
    }

    /** Whether {@code name} can only be meant for a file: the catalogue's names have neither slash nor dot. */
    private static boolean isFile(final String name) {
        return name.contains("/") || name.contains(".");
    }

    private static Path path(final String name) {
        try {
            return name.isBlank() ? null : Path.of(name); // an empty path is the working directory
        } catch (final InvalidPathException e) {
            return null;
        }
    }

    /** The machine that a file or directory tells of, its format told by its content. */
    static Machine read(final Path path) throws IOException {
        if (Files.isDirectory(path)) {
            return sysfs(directory(path), path);
        }
        try (InputStream content = Content.open(path)) {
            if (Content.isTar(content)) {
                return tar(path, content);
            }
            final String text = Content.text(content, path);
            final String file = path.toString();
            final MachineFormat format = MachineFormat.of(text).orElseThrow(() -> new IllegalArgumentException(
                    path + ": in no known format; perch list formats names them"));
            return format.read(file, text);
        } catch (final IOException e) {
            if (!Files.isReadable(path)) {
                throw e;
            }
            throw new IllegalArgumentException(path + ": damaged or cut off: "
                    + (e.getMessage() == null ? "it ends within its compressed data" : e.getMessage()), e);
        } catch (final IndexOutOfBoundsException | IllegalStateException | NegativeArraySizeException e) {
            throw new IllegalArgumentException(path + ": damaged: it cannot be unpacked", e);
        }
    }

    private static Machine tar(final Path path, final InputStream content) throws IOException {
        try (SysfsTar tar = SysfsTar.unpack(path, content)) {
            try {
                return sysfs(tar.root(), path);
            } catch (final IllegalArgumentException e) {
                throw new IllegalArgumentException(tar.named(e.getMessage()), e);
            }
        }
    }

    private static Machine sysfs(final Path root, final Path path) {
        try {
            return new Machine(Sysfs.read(root, name(path.toAbsolutePath().normalize())), "", Optional.empty());
        } catch (final IllegalArgumentException e) {
            final boolean placed = e.getMessage().startsWith(root.toString());
            throw placed ? e : new IllegalArgumentException(path + ": " + e.getMessage(), e);
        }
    }

    /** What the machine of a directory or tar is called: its name, or its directory's where that says only what it is. */
    private static String name(final Path path) {
        if (path.getFileName() == null) {
            return HOST;
        }
        final String name = path.getFileName().toString().replaceFirst("\\.(tar(\\..*)?|tgz)$", "");
        final Path above = path.getParent().getFileName();
        return name.matches("sys(fs)?") && above != null ? above.toString() : name;
    }

    /** The directory in or below {@code path} that holds the sysfs tree. */
    private static Path directory(final Path path) throws IOException {
        if (Sysfs.isTree(path)) {
            return path;
        }
        try (Stream<Path> below = Files.find(path, SEARCH_DEPTH, (directory, attributes) -> attributes.isDirectory()
                && Sysfs.isTree(directory) && !Sysfs.isTree(directory.getParent()), new FileVisitOption[0])) {
            final List<Path> roots = below.limit(2).toList();
            if (roots.size() == 1) {
                return roots.getFirst();
            }
            throw new IllegalArgumentException(path + (roots.isEmpty()
                    ? ": the directory holds no sysfs tree (sys/devices/system/cpu)"
                    : ": holds several sysfs trees: name one, such as " + roots.getFirst()));
        }
    }
}
