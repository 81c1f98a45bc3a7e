package dev.perch.cli;

import dev.perch.topology.CpuSet;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads an option's list of CPUs, as {@code 0-3,8}. */
final class CpuList implements ITypeConverter<CpuSet> {
    @Override
    public CpuSet convert(final String text) {
        try {
            return CpuSet.parse(text);
        } catch (final IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
