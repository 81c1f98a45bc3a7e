package dev.perch.machines;

import dev.perch.topology.Topology;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads a machine from the table that {@code lscpu -p} prints, with whatever columns, or {@code lscpu -e}: a row a CPU.
 * Lines with labels before it (plain lscpu's) tell of architecture and cache sizes.
 *
 * <p>Of several tables the first counts, unless it counts anew: lscpu numbers cores and packages from 0 for each kind of
 * core that it finds, as on a big.LITTLE Arm, so that its table shows four kinds in three packages as one package. Its
 * {@code -y} prints the kernel's own numbers, which such a text may hold too.
 */
final class LscpuTable {
    private static final Pattern PARSABLE = Pattern.compile("# ?([\\w:]*,)*CPU(,[\\w:]*)*\\s*",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern EXTENDED = Pattern.compile("\\s*(([A-Z%]+|L[1-9][di]?(:L[1-9][di]?)*)\\s+)*CPU"
            + "(\\s+([A-Z%]+|L[1-9][di]?(:L[1-9][di]?)*))+\\s*");
    private static final int LONGEST_HEADER = 500;
    private static final List<String> NUMBERED = List.of("CORE", "CLUSTER", "SOCKET", "BOOK", "DRAWER", "NODE");
    private static final Pattern CACHE = Pattern.compile("L[1-9][DI]?");

    private final String file;
    private final List<List<String>> columns = new ArrayList<>(); // a column L1d:L2 holds two
    private final CpuTable table = new CpuTable();
    private final Map<String, String> firstCache = new HashMap<>(); // by core
    private boolean countsAnew;

    LscpuTable(final String file, final List<String> header) {
        this.file = file;
        header.forEach(cell -> columns.add(Arrays.asList(cell.strip().toUpperCase(Locale.ROOT).split(":", -1))));
        if (columns.stream().noneMatch(names -> names.contains("CPU"))) {
            throw new IllegalArgumentException(file + ": the table has no column CPU");
        }
    }

    /** Whether {@code line} names the columns of such a table. */
    static boolean isHeader(final String line) {
        return line.length() <= LONGEST_HEADER && PARSABLE.matcher(line).matches()
                || line.length() <= LONGEST_HEADER && EXTENDED.matcher(line).matches();
    }

    /** The machine of the first table in {@code text} that does not count anew; of the first where all do. */
    static Machine read(final String file, final String text) {
        final LscpuFields fields = LscpuFields.of(file, text);
        final List<LscpuTable> tables = new ArrayList<>();
        LscpuTable table = null;
        boolean commas = false;
        int number = 0;
        for (final String line : (Iterable<String>) text.lines()::iterator) {
            number++;
            if (table == null && isHeader(line)) {
                commas = line.startsWith("#");
                table = new LscpuTable(file, cells(line.replaceFirst("^# ?", ""), commas));
                tables.add(table);
            } else if (table != null && !line.isBlank() && !line.startsWith("#")) {
                table.row(file + ":" + number, cells(line, commas));
            } else if (table != null && table.countsAnew) {
                table = null;
            } else if (table != null) {
                break;
            }
        }
        return tables.stream().filter(one -> !one.countsAnew).findFirst().orElse(tables.getFirst()).machine(fields);
    }

    private static List<String> cells(final String line, final boolean commas) {
        return Arrays.asList(commas ? line.split(",", -1) : line.strip().split("\\s+", -1));
    }

    /** Adds a CPU, whose {@code cells} stand at {@code place}, unless it is offline. */
    void row(final String place, final List<String> cells) {
        if (cells.size() != columns.size()) {
            throw wrong(place, cells.size() + " cells under " + columns.size() + " columns");
        }
        final Map<String, String> row = new HashMap<>();
        for (int i = 0; i < cells.size(); i++) {
            final String[] values = cells.get(i).strip().split(":", -1);
            for (int part = 0; part < Math.min(values.length, columns.get(i).size()); part++) {
                if (!values[part].isEmpty() && !values[part].equals("-")) {
                    row.putIfAbsent(columns.get(i).get(part), values[part]);
                }
            }
        }
        final boolean online = !row.getOrDefault("ONLINE", "Y").toUpperCase(Locale.ROOT).startsWith("N");
        if (online) {
            add(place, row);
        }
    }

    private void add(final String place, final Map<String, String> row) {
        row.forEach((column, value) -> {
            if (NUMBERED.contains(column) || CACHE.matcher(column).matches()) {
                number(place, column, value);
            }
        });
        final CpuTable.Row cpu;
        try {
            cpu = table.add(number(place, "CPU", row.getOrDefault("CPU", "")));
        } catch (final IllegalArgumentException e) {
            throw e.getMessage().startsWith(file) ? e : wrong(place, e.getMessage());
        }
        final String pack = String.join("/", row.getOrDefault("DRAWER", ""), row.getOrDefault("BOOK", ""),
                row.getOrDefault("SOCKET", ""));
        cpu.pack = pack;
        cpu.node = Integer.parseInt(row.getOrDefault("NODE", "0"));
        if (row.containsKey("CLUSTER")) {
            cpu.cluster = pack + "/" + row.get("CLUSTER");
        }
        if (row.containsKey("CORE")) { // hybrid Arm counts its cores anew for each kind: siblings also share an L1
            final String core = String.join("/", pack, row.getOrDefault("CLUSTER", ""), row.getOrDefault("NODE", ""),
                    row.get("CORE"));
            cpu.core = core + "/" + row.getOrDefault("L1D", "");
            final String cache = row.getOrDefault("L1I", row.getOrDefault("L1D", ""));
            countsAnew |= !firstCache.computeIfAbsent(core, key -> cache).equals(cache);
        }
        row.forEach((column, value) -> {
            if (CACHE.matcher(column).matches()) {
                cpu.caches.put("L" + column.substring(1).toLowerCase(Locale.ROOT), value);
            }
        });
    }

    /** The machine of the rows; {@code fields} may tell its architecture, model and cache sizes. */
    Machine machine(final LscpuFields fields) {
        try {
            final Topology.Builder builder = Topology.builder(fields.machine());
            if (fields.zen()) {
                table.zen();
            }
            table.addTo(builder, fields.architecture());
            final Map<String, Long> sizes = new LinkedHashMap<>();
            fields.caches().forEach((name, cache) -> sizes.put(name, cache.bytes()));
            table.addCaches(builder, sizes);
            final boolean clusters = columns.stream().anyMatch(names -> names.contains("CLUSTER"));
            return new Machine(builder.build(), fields.about(clusters, !countsAnew), Optional.empty());
        } catch (final IllegalArgumentException e) {
            throw e.getMessage().startsWith(file) ? e : new IllegalArgumentException(file + ": " + e.getMessage(), e);
        }
    }

    private static int number(final String place, final String column, final String text) {
        if (!text.matches("\\d{1,6}")) {
            throw wrong(place, "expected a number under " + column + ", not '" + text + "'");
        }
        return Integer.parseInt(text);
    }

    private static IllegalArgumentException wrong(final String place, final String what) {
        return new IllegalArgumentException(place + ": " + what);
    }
}
