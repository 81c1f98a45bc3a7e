package dev.perch.cli;

import dev.perch.report.chart.ComparisonChart;
import dev.perch.report.chart.PictureFormat;
import java.io.IOException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A file that a chart is drawn to, in the format that its name ends in. */
record ChartFile(OutputFile file, PictureFormat format) {
    /** Reads an option's value. */
    static final class Reader implements ITypeConverter<ChartFile> {
        @Override
        public ChartFile convert(final String text) {
            try {
                return new ChartFile(new OutputFile.Reader().convert(text), PictureFormat.of(text));
            } catch (final IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }

    /** Draws {@code chart}; what fails names the file. */
    void write(final ComparisonChart chart) throws IOException {
        file.write(chart.draw(format));
    }
}
