package dev.perch.machines;

import dev.perch.topology.Architecture;
import dev.perch.topology.Cache;
import dev.perch.topology.CpuSet;
import dev.perch.topology.Topology;
import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads a machine from hwloc's XML, as {@code lstopo machine.xml} writes it: versions 1.x (sockets, nodes around them,
 * caches by depth, relative distances), 2.x and 3.x (packages, nodes beside them, caches by name). Only what the
 * scheduler sees is read. No entity, internal or external, is ever resolved.
 */
final class HwlocXml {
    private static final int DEEPEST = 64;
    private static final int WORD_DIGITS = 8;
    private static final int LONGEST_MASK = CpuSet.MAX_CPU / 32 * 9;
    private static final int ZEN_FAMILY = 23;

    private final String file;
    private final XMLStreamReader xml;
    private final Deque<Part> open = new ArrayDeque<>();
    private final List<Part> parts = new ArrayList<>();
    private final Map<String, String> infos = new HashMap<>();
    private final Distances distances = new Distances();
    private final Map<CpuSet, Integer> capacities = new HashMap<>();
    private CpuSet kind = CpuSet.EMPTY;
    private CpuSet online;
    private int depth;

    private HwlocXml(final String file, final XMLStreamReader xml) {
        this.file = file;
        this.xml = xml;
    }

    /** Whether {@code text} looks like XML. */
    static boolean recognises(final String text) {
        return text.stripLeading().startsWith("<");
    }

    /** The machine that {@code text} describes; an {@link IllegalArgumentException} with its line if it is none. */
    static Machine read(final String file, final String text) {
        final XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
        try {
            final var reader = new HwlocXml(file,
                    factory.createXMLStreamReader(new StringReader(text.stripLeading())));
            try {
                return reader.read();
            } catch (final IllegalArgumentException e) {
                throw e.getMessage().startsWith(file + ":") ? e : reader.wrong(e.getMessage());
            }
        } catch (final XMLStreamException e) {
            final int line = e.getLocation() == null ? 1 : e.getLocation().getLineNumber();
            throw new IllegalArgumentException(file + ":" + line + ": no well-formed XML: "
                    + e.getMessage().replaceAll("(?s).*Message: ", ""), e);
        }
    }

    private Machine read() throws XMLStreamException {
        boolean topology = false;
        while (xml.hasNext()) {
            switch (xml.next()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    topology |= xml.getLocalName().equals("topology") || xml.getLocalName().equals("root");
                    if (!topology) {
                        throw wrong("no hwloc topology: the file starts with <" + xml.getLocalName() + ">");
                    } else if (++depth > DEEPEST) {
                        throw wrong("nested deeper than " + DEEPEST + " levels");
                    }
                    start(xml.getLocalName());
                }
                case XMLStreamConstants.END_ELEMENT -> {
                    depth--;
                    if (xml.getLocalName().equals("object")) {
                        open.pop();
                    } else if (xml.getLocalName().equals("cpukind")) {
                        kind = CpuSet.EMPTY;
                    }
                    distances.end(xml.getLocalName());
                }
                case XMLStreamConstants.CHARACTERS -> distances.text(xml.getText());
                case XMLStreamConstants.ENTITY_REFERENCE -> throw wrong("entities are not read");
                default -> {
                    // comments, blanks, the document type: nothing of the machine
                }
            }
        }
        return machine();
    }

    private void start(final String element) {
        switch (element) {
            case "object" -> {
                final Part part = part();
                parts.add(part);
                open.push(part);
            }
            case "info" -> info(attribute("name"), attribute("value"));
            case "cpukind" -> kind = cpus("cpuset");
            default -> distances.start(element, this::attribute);
        }
    }

    private void info(final String name, final String value) {
        infos.putIfAbsent(name, value);
        if (name.equals("LinuxCapacity") && !kind.isEmpty()) {
            capacities.put(kind, number(value));
        } else if (name.equals("Type") && !open.isEmpty() && open.peek().type.equals("Group")) {
            open.peek().subtype = value;
        }
    }

    private Part part() {
        final var part = new Part();
        part.type = attribute("type");
        part.subtype = attribute("subtype");
        part.id = attribute("os_index").isEmpty() ? -1 : number(attribute("os_index"));
        part.cpus = attribute("cpuset").isEmpty() ? CpuSet.EMPTY : cpus("cpuset");
        if (open.isEmpty() && !attribute("online_cpuset").isEmpty()) {
            online = cpus("online_cpuset");
        }
        final boolean oldCache = part.type.equals("Cache");
        if (oldCache || part.type.matches("L[1-9]i?Cache")) {
            part.level = oldCache ? Math.clamp(number(attribute("depth")), 1, 9) : CpuTable.level(part.type);
            part.cache = switch (attribute("cache_type")) {
                case "1" -> Cache.Type.DATA;
                case "2" -> Cache.Type.INSTRUCTION;
                default -> Cache.Type.UNIFIED;
            };
            part.size = attribute("cache_size").matches("\\d{1,18}") ? Long.parseLong(attribute("cache_size")) : 0;
        }
        return part;
    }

    private Machine machine() {
        try {
            final var table = new CpuTable();
            parts.stream().filter(part -> part.type.equals("PU")).mapToInt(part -> part.id)
                    .filter(cpu -> online == null || online.contains(cpu)).forEach(table::add);
            for (int i = 0; i < parts.size(); i++) {
                place(parts.get(i), i, table);
            }
            if (infos.getOrDefault("CPUVendor", "").matches("AuthenticAMD|HygonGenuine")
                    && number(infos.getOrDefault("CPUFamilyNumber", "0")) >= ZEN_FAMILY) {
                table.zen();
            }
            final String name = infos.getOrDefault("DMIProductName", infos.getOrDefault("CPUModel", file)).strip();
            final Topology.Builder builder = Topology.builder(name.isEmpty() ? file : name);
            table.addTo(builder, architecture());
            parts.stream().filter(part -> part.cache != null && part.cpus.intersects(table.cpus()))
                    .forEach(part -> builder.cache(
                            new Cache(part.level, part.cache, part.size, part.cpus.and(table.cpus()))));
            distances.addTo(builder, parts.stream().filter(part -> part.type.equals("NUMANode"))
                    .mapToInt(part -> Math.max(part.id, 0)).toArray());
            final String model = infos.getOrDefault("CPUModel", "").strip().replaceAll("\\s+", " ");
            return new Machine(builder.build(), model, Optional.empty());
        } catch (final IllegalArgumentException e) {
            throw e.getMessage().startsWith(file + ":") ? e
                    : new IllegalArgumentException(file + ": " + e.getMessage(), e);
        }
    }

    private void place(final Part part, final int number, final CpuTable table) {
        part.cpus.and(table.cpus()).forEach(cpu -> {
            final CpuTable.Row row = table.get(cpu);
            switch (part.type) {
                case "Core" -> row.core = once(row.core, number, "cores", cpu);
                case "Package", "Socket" -> row.pack = once(row.pack, number, "packages", cpu);
                case "Die" -> row.die = once(row.die, number, "dies", cpu);
                case "NUMANode" -> row.node = row.node == 0 ? Math.max(part.id, 0) : row.node;
                case "Group" -> row.cluster = part.subtype.equals("Cluster") ? number : row.cluster;
                default -> {
                    if (part.cache != null) {
                        final String name = CpuTable.name(new Cache(part.level, part.cache, part.size, part.cpus));
                        row.caches.put(name, once(row.caches.get(name), number, name + " caches", cpu));
                    }
                }
            }
        });
        capacities
                .forEach((cpus, capacity) -> cpus.and(table.cpus()).forEach(cpu -> table.get(cpu).capacity = capacity));
    }

    private static Object once(final Object before, final int number, final String parts, final int cpu) {
        if (before != null) {
            throw new IllegalArgumentException("impossible machine: CPU " + cpu + " is in two " + parts);
        }
        return number;
    }

    private Architecture architecture() {
        if (infos.containsKey("Architecture")) {
            return Architecture.ofUname(infos.get("Architecture"));
        } else if (infos.containsKey("CPUImplementer")) {
            return Architecture.AARCH64;
        }
        return infos.getOrDefault("CPUModel", "").startsWith("POWER") ? Architecture.PPC64 : Architecture.X86_64;
    }

    private String attribute(final String name) {
        final String value = xml.getAttributeValue(null, name);
        return value == null ? "" : value;
    }

    private int number(final String text) {
        if (!text.strip().matches("\\d{1,9}")) {
            throw wrong("expected a number, not '" + text + "'");
        }
        return Integer.parseInt(text.strip());
    }

    /** A mask as hwloc prints it: words of 32 bits, highest first, each with 0x, and nothing for 0. */
    private CpuSet cpus(final String name) {
        final String mask = attribute(name);
        final var digits = new StringBuilder();
        for (final String word : mask.split(",", -1)) {
            final String hex = word.strip().replaceFirst("^0[xX]", "");
            if (hex.length() > WORD_DIGITS || mask.length() > LONGEST_MASK || !hex.matches("[0-9a-fA-F]*")) {
                throw wrong(name + " '" + mask.substring(0, Math.min(mask.length(), 40)) + "' is no set of CPUs");
            }
            digits.repeat('0', WORD_DIGITS - hex.length()).append(hex);
        }
        return CpuSet.parseMask(digits.toString());
    }

    private IllegalArgumentException wrong(final String what) {
        return new IllegalArgumentException(file + ":" + xml.getLocation().getLineNumber() + ": " + what);
    }

    /** An object of the file. */
    private static final class Part {
        String type;
        String subtype = "";
        int id;
        CpuSet cpus;
        int level;
        Cache.Type cache;
        long size;
    }
}
