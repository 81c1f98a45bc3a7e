package dev.perch.topology;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What the first lines of {@code /proc/cpuinfo} tell of the processors.
 *
 * @param architecture null where they do not tell
 * @param isZen        whether they are AMD's (or Hygon's) of family 23 or later
 */
record CpuInfo(Architecture architecture, boolean isZen) {
    private static final int READ_BYTES = 64 * 1024;
    private static final int ZEN_FAMILY = 23;

    static CpuInfo read(final Path file) {
        return Files.isRegularFile(file) ? parse(SysfsFiles.start(file, READ_BYTES)) : new CpuInfo(null, false);
    }

    static CpuInfo parse(final String text) {
        Architecture architecture = null;
        boolean amd = false;
        int family = 0;
        for (final String line : (Iterable<String>) text.lines()::iterator) {
            final int colon = line.indexOf(':');
            final String key = colon < 0 ? "" : line.substring(0, colon).strip();
            final String value = colon < 0 ? "" : line.substring(colon + 1).strip();
            final Architecture told = architecture(key, value);
            architecture = architecture == null ? told : architecture;
            amd |= key.equals("vendor_id") && (value.equals("AuthenticAMD") || value.equals("HygonGenuine"));
            family = key.equals("cpu family") && value.matches("\\d{1,4}") ? Integer.parseInt(value) : family;
        }
        return new CpuInfo(architecture, amd && family >= ZEN_FAMILY);
    }

    private static Architecture architecture(final String key, final String value) {
        return switch (key) {
            case "vendor_id" -> value.equals("IBM/S390") ? Architecture.S390X : Architecture.X86_64;
            case "CPU implementer" -> Architecture.AARCH64;
            case "isa" -> value.startsWith("rv") ? Architecture.RISCV64 : null;
            case "cpu" -> value.startsWith("POWER") ? Architecture.PPC64 : null;
            default -> null;
        };
    }
}
