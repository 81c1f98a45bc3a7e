package dev.perch.machines;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A format of files that tell of a machine, known by its content. */
public final class MachineFormat {
    private static final int LINES_LOOKED_AT = 2000;
    private static final List<MachineFormat> TEXTS = List.of(
            new MachineFormat("hwloc", "XML of hwloc 1.x, 2.x or 3.x: lstopo machine.xml", HwlocXml::recognises,
                    HwlocXml::read),
            new MachineFormat("lscpu -J", "lscpu's output as JSON, also with -e", LscpuJson::recognises,
                    LscpuJson::read),
            new MachineFormat("lscpu -p", "lscpu's table of CPUs, with any columns, also with -e",
                    text -> anyLine(text, LscpuTable::isHeader), LscpuTable::read),
            new MachineFormat("lscpu", "lscpu's plain output (counts only: -p tells more)",
                    text -> anyLine(text, line -> line.matches("\\s*CPU\\(s\\):\\s.*")),
                    (file, text) -> LscpuText.read(file, LscpuFields.of(file, text))),
            new MachineFormat("perch",
                    "Perch's own machine file: YAML with topology and hardware costs; --save writes one",
                    text -> anyLine(text, line -> line.matches("(topology|name|costs):.*")), MachineFile::read));
    private static final MachineFormat SYSFS = new MachineFormat("sysfs",
            "a directory or a tar (plain, gzip, bzip2 or xz) that holds a sysfs tree", text -> false, null);

    private final String name;
    private final String about;
    private final Predicate<String> recognises;
    private final Reader reader;

    private MachineFormat(final String name, final String about, final Predicate<String> recognises,
            final Reader reader) {
        this.name = name;
        this.about = about;
        this.recognises = recognises;
        this.reader = reader;
    }

    /** Every format. */
    public static List<MachineFormat> all() {
        return Stream.concat(Stream.of(SYSFS), TEXTS.stream()).toList();
    }

    /** The name that lists print. */
    public String name() {
        return name;
    }

    /** What it is, in a line. */
    public String about() {
        return about;
    }

    /** The format of {@code text}; empty where none is like it. */
    static Optional<MachineFormat> of(final String text) {
        return TEXTS.stream().filter(format -> format.recognises.test(text)).findFirst();
    }

    /** The machine that {@code text}, of this format, tells of; {@code file} is the name for messages. */
    Machine read(final String file, final String text) {
        return reader.read(file, text);
    }

    private static boolean anyLine(final String text, final Predicate<String> like) {
        return text.lines().limit(LINES_LOOKED_AT).anyMatch(like);
    }

    private interface Reader {
        Machine read(String file, String text);
    }
}
