package dev.perch.topology;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads the small files of a sysfs tree, none larger than a hostile tree may make us hold. */
final class SysfsFiles {
    /** The longest list of CPUs, each of {@link CpuSet#MAX_CPU} on its own, is shorter. */
    private static final int MAX_BYTES = 512 * 1024;
    private static final int QUOTED = 40;

    private SysfsFiles() {}

    /**
     * The text of {@code file} without the blanks around it (Linux 5.15 ends lists with a NUL); null where there is no
     * such file. Fails where a link of that name leads to none.
     */
    static String text(final Path file) {
        if (!Files.isRegularFile(file)) {
            if (Files.isSymbolicLink(file)) {
                throw bad(file, "is a link that leads to no file; was it copied without its target?");
            }
            return null;
        }
        final String text = start(file, MAX_BYTES + 1);
        if (text.length() > MAX_BYTES) {
            throw bad(file, "is larger than any file of sysfs; was something else unpacked here?");
        }
        return text.replace('\0', ' ').strip();
    }

    /** At most the first {@code bytes} bytes of {@code file}. */
    static String start(final Path file, final int bytes) {
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(bytes), StandardCharsets.ISO_8859_1);
        } catch (final IOException e) {
            throw new IllegalArgumentException(file + ": cannot be read: " + reason(e), e);
        }
    }

    /** The whole number in {@code file}; {@code missing} where there is no such file or it is empty. */
    static int number(final Path file, final int missing) {
        final String text = text(file);
        if (text == null || text.isEmpty()) {
            return missing;
        }
        try {
            return Integer.parseInt(text);
        } catch (final NumberFormatException e) {
            throw new IllegalArgumentException(file + ": not a whole number: '" + quoted(text) + "'", e);
        }
    }

    /** The CPUs in the file {@code list} of {@code dir}, else in {@code mask}; null where it has neither. */
    static CpuSet cpus(final Path dir, final String list, final String mask) {
        final CpuSet cpus = list(dir.resolve(list));
        return cpus == null ? mask(dir.resolve(mask)) : cpus;
    }

    /** The list of numbers in {@code file}; null where there is no such file or it is empty. */
    static CpuSet list(final Path file) {
        final String text = text(file);
        try {
            return text == null || text.isEmpty() ? null : CpuSet.parse(text);
        } catch (final IllegalArgumentException e) {
            throw new IllegalArgumentException(file + ": not a list such as 0-3,8: '" + quoted(text) + "'", e);
        }
    }

    /** The mask in {@code file}; null where there is no such file or it is empty. */
    static CpuSet mask(final Path file) {
        final String text = text(file);
        try {
            return text == null || text.isEmpty() ? null : CpuSet.parseMask(text);
        } catch (final IllegalArgumentException e) {
            throw new IllegalArgumentException(file + ": not a mask such as ff,00000000: '" + quoted(text) + "'", e);
        }
    }

    /**
     * Fails where {@code dir} is something else than a directory, such as a link that leads nowhere or runs in a circle:
     * nobody would notice that all it should hold is missing. There may be nothing of that name.
     */
    static void checkDirectory(final Path dir) {
        if (!Files.isDirectory(dir) && Files.exists(dir, LinkOption.NOFOLLOW_LINKS)) {
            throw bad(dir, "should be a directory; was a link copied without its target, or does it run in a circle?");
        }
    }

    /** The entries of {@code dir} called {@code prefix} and a number up to {@code max}; none where it is missing. */
    static SortedMap<Integer, Path> numbered(final Path dir, final String prefix, final int max) {
        final SortedMap<Integer, Path> entries = new TreeMap<>();
        checkDirectory(dir);
        if (!Files.isDirectory(dir)) {
            return entries;
        }
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(dir, prefix + "[0-9]*")) {
            for (final Path entry : stream) {
                final String digits = entry.getFileName().toString().replace("/", "").substring(prefix.length());
                if (digits.chars().allMatch(Character::isDigit)) {
                    entries.put(checked(entry, digits, max), entry);
                }
            }
        } catch (final IOException | DirectoryIteratorException e) {
            throw new IllegalArgumentException(dir + ": cannot be listed: " + reason(e), e);
        }
        return entries;
    }

    private static int checked(final Path entry, final String digits, final int max) {
        if (digits.length() > 9 || Integer.parseInt(digits) > max) {
            throw bad(entry, "has a number beyond " + max);
        }
        return Integer.parseInt(digits);
    }

    static IllegalArgumentException bad(final Path file, final String what) {
        return new IllegalArgumentException(file + ": " + what);
    }

    private static String quoted(final String text) {
        final String line = text.lines().findFirst().orElse("");
        return line.length() <= QUOTED ? line : line.substring(0, QUOTED) + "...";
    }

    private static String reason(final Exception e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }
}
