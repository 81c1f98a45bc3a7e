package dev.perch.machines;

import dev.perch.topology.UnknownNameException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The machines that Perch knows by name: one machine file each in the folder {@code catalogue}. */
public final class Catalogue {
    private static final String FOLDER = "dev/perch/machines/catalogue/";
    private static final String ENDING = ".yaml";

    private Catalogue() {}

    /** The names, in alphabetical order. */
    public static List<String> names() {
        final Module module = Catalogue.class.getModule();
        final var reference = module.getLayer().configuration().findModule(module.getName()).orElseThrow().reference();
        try (var reader = reference.open(); var names = reader.list()) {
            return names.filter(name -> name.startsWith(FOLDER) && name.endsWith(ENDING))
                    .map(name -> name.substring(FOLDER.length(), name.length() - ENDING.length())).sorted().toList();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether there is a machine of this name. */
    public static boolean has(final String name) {
        return name.matches("[\\w.+-]+") && Catalogue.class.getResource("catalogue/" + name + ENDING) != null;
    }

    /**
     * The machine of this name.
     *
     * @throws UnknownNameException with the nearest right name if there is none
     */
    public static Machine machine(final String name) {
        if (!has(name)) {
            throw new UnknownNameException("machine", name, names());
        }
        try (InputStream file = Catalogue.class.getResourceAsStream("catalogue/" + name + ENDING)) {
            return MachineFile.read(name + ENDING, new String(file.readAllBytes(), StandardCharsets.UTF_8));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
