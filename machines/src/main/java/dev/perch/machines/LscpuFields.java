package dev.perch.machines;

import dev.perch.topology.Architecture;
import dev.perch.topology.CpuSet;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The labelled lines that {@code lscpu} prints without options, each label with its values in order. */
final class LscpuFields {
    private static final Pattern CACHE = Pattern.compile("(?<size>\\d+(\\.\\d+)?) ?(?<unit>[KMG]?)(iB)?"
            + "( \\((?<instances>\\d{1,6}) instances?\\))?");
    private static final Pattern NODE = Pattern.compile("NUMA node(\\d{1,4}) CPU\\(s\\)");
    private static final int MOST = 65_536;
    private static final int ZEN_FAMILY = 23;

    private final Map<String, List<String>> fields = new HashMap<>();
    private final String file;

    LscpuFields(final String file) {
        this.file = file;
    }

    /** Adds a line's label and value. */
    void add(final String label, final String value) {
        fields.computeIfAbsent(label.strip().replaceFirst(":$", ""), key -> new ArrayList<>()).add(value.strip());
    }

    /** The fields of {@code text}, a line each; other lines are passed over. */
    static LscpuFields of(final String file, final String text) {
        final var fields = new LscpuFields(file);
        text.lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            final int colon = line.indexOf(':');
            if (colon > 0) {
                fields.add(line.substring(0, colon), line.substring(colon + 1));
            }
        });
        return fields;
    }

    /** Whether there are fields of a machine. */
    boolean tell() {
        return fields.containsKey("CPU(s)");
    }

    /** The first value of {@code label}; empty where there is none. */
    String text(final String label) {
        return fields.getOrDefault(label, List.of("")).getFirst();
    }

    /** The whole numbers of the first of these labels that has any; empty where none has. */
    List<Integer> numbers(final String... labels) {
        for (final String label : labels) {
            final List<String> values = fields.getOrDefault(label, List.of()).stream().filter(v -> !v.equals("-"))
                    .toList();
            if (!values.isEmpty()) {
                return values.stream().map(value -> number(label, value)).toList();
            }
        }
        return List.of();
    }

    private int number(final String label, final String value) {
        if (!value.matches("\\d{1,6}") || Integer.parseInt(value) < 1 || Integer.parseInt(value) > MOST) {
            throw wrong(label, "expected a number from 1 to " + MOST + ", not '" + value + "'");
        }
        return Integer.parseInt(value);
    }

    /** The online CPUs. */
    CpuSet online() {
        for (final String label : List.of("On-line CPU(s) list", "On-line CPU(s) mask")) {
            if (!text(label).isEmpty()) {
                return cpus(label);
            }
        }
        return CpuSet.range(0, numbers("CPU(s)").getFirst() - 1);
    }

    /** The CPUs of each NUMA node that has any, by number. */
    Map<Integer, CpuSet> nodes() {
        final Map<Integer, CpuSet> nodes = new LinkedHashMap<>();
        fields.keySet().stream().sorted().forEach(label -> {
            final Matcher node = NODE.matcher(label);
            if (node.matches() && !text(label).isEmpty()) {
                nodes.put(Integer.valueOf(node.group(1)), cpus(label));
            }
        });
        return nodes;
    }

    private CpuSet cpus(final String label) {
        final String text = text(label);
        try {
            return text.startsWith("0x") ? CpuSet.parseMask(text) : CpuSet.parse(text);
        } catch (final IllegalArgumentException e) {
            throw wrong(label, e.getMessage());
        }
    }

    /** What is told of each kind of cache, by its name: {@code L2}. */
    Map<String, CacheField> caches() {
        final Map<String, CacheField> caches = new LinkedHashMap<>();
        for (final String name : List.of("L1d", "L1i", "L2", "L2d", "L2i", "L3", "L4")) {
            final Matcher told = CACHE.matcher(text(name + " cache"));
            if (told.matches()) {
                final int shift = "KMG".indexOf(told.group("unit")) * 10 + (told.group("unit").isEmpty() ? 0 : 10);
                final double bytes = Double.parseDouble(told.group("size")) * (1L << shift);
                final int instances = told.group("instances") == null ? 0 : Integer.parseInt(told.group("instances"));
                final boolean total = instances > 0 || text(name + " cache").contains("iB");
                caches.put(name,
                        new CacheField(Math.round(bytes / Math.max(instances, 1)), total ? Math.max(instances, 1)
                                : 0));
            }
        }
        return caches;
    }

    /** The architecture; where nothing tells of it x86_64, the most likely. */
    Architecture architecture() {
        return toldArchitecture().orElse(Architecture.X86_64);
    }

    /** The architecture, by name or by what only one architecture's lscpu prints. */
    private Optional<Architecture> toldArchitecture() {
        if (!text("Architecture").isEmpty()) {
            return Optional.of(Architecture.ofUname(text("Architecture")));
        } else if (text("Vendor ID").equals("IBM/S390")) {
            return Optional.of(Architecture.S390X);
        } else if (text("ISA").startsWith("rv")) {
            return Optional.of(Architecture.RISCV64);
        } else if (text("Model name").startsWith("POWER")) {
            return Optional.of(Architecture.PPC64);
        } else if (text("Vendor ID").matches("ARM|HiSilicon|Cavium|APM|Qualcomm|Ampere|Apple|NVIDIA|FUJITSU|Phytium")) {
            return Optional.of(Architecture.AARCH64);
        } else if (!text("Vendor ID").isEmpty()) {
            return Optional.of(Architecture.X86_64);
        }
        return Optional.empty();
    }

    /** The processor's name; empty where lscpu has none, for which it prints a dash. */
    String model() {
        final String model = text("Model name").replaceAll("\\s+", " ");
        return model.length() < 2 ? "" : model;
    }

    /** What to call the machine: its processor's name; that of the file, without its folders, where none is told. */
    String machine() {
        return model().isEmpty() ? Path.of(file).getFileName().toString() : model();
    }

    /**
     * What machine it is, as far as lscpu tells, and what it does not tell.
     *
     * @param clusters whether it tells of clusters
     * @param packages whether it tells of packages, which it counts anew for each kind of core
     */
    String about(final boolean clusters, final boolean packages) {
        final List<String> about = new ArrayList<>();
        if (!model().isEmpty()) {
            about.add(model());
        }
        if (toldArchitecture().isEmpty()) {
            about.add("no architecture told, taken for x86_64");
        }
        if (!clusters && toldArchitecture().orElse(Architecture.AARCH64) == Architecture.AARCH64) {
            about.add("clusters not told (sysfs tells them)");
        }
        if (!packages) {
            about.add("packages of its several kinds of cores not told apart (sysfs or lscpu -p -y tells them)");
        }
        return String.join("; ", about);
    }

    /** Whether the processors are AMD's (or Hygon's) Zen. */
    boolean zen() {
        return text("Vendor ID").matches("AuthenticAMD|HygonGenuine") && text("CPU family").matches("\\d{1,5}")
                && Integer.parseInt(text("CPU family")) >= ZEN_FAMILY;
    }

    private IllegalArgumentException wrong(final String label, final String what) {
        return new IllegalArgumentException(file + ": " + label + ": " + what);
    }

    /**
     * A cache line.
     *
     * @param bytes     the size of one
     * @param instances how many there are; 0 where an old lscpu does not tell
     */
    record CacheField(long bytes, int instances) {}
}
