package dev.perch.cli;

import dev.perch.topology.CpuSet;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads an option's list of CPUs, as {@code 0-3,8}. */
class CpuList implements ITypeConverter<CpuSet> {
    private final String what;

    CpuList() {
        this("CPU");
    }

    /** Reads a list of other things that have numbers; {@code what} one of them is called. */
    CpuList(final String what) {
        this.what = what;
    }

    @Override
    public final CpuSet convert(final String text) {
        try {
            return CpuSet.parse(text);
        } catch (final IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage().replace("CPU", what));
        }
    }
}
