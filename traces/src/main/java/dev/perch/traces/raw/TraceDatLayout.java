package dev.perch.traces.raw;

import dev.perch.traces.Intake;
import dev.perch.traces.Names;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.PrimitiveIterator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** What both versions of trace.dat tell about themselves, gathered while their sections are read. */
final class TraceDatLayout {
    private static final int LARGEST_PAGE = 16 << 20;
    private static final Pattern CLOCK = Pattern.compile("\\[(\\S+)\\]");
    private static final Pattern CPU = Pattern.compile("^CPU: (\\d{1,4})$", Pattern.MULTILINE);
    private static final Pattern RECORDED = Pattern.compile("^(?:entries|read events): *[1-9]", Pattern.MULTILINE);
    private static final Pattern OVERRUN = Pattern.compile("^(?:overrun|dropped events): (\\d{1,18})",
            Pattern.MULTILINE);

    private final ByteOrdered order;
    private final Intake intake;
    private final Runners runners;
    private final TracingData data = new TracingData();
    private final List<CpuBuffer> cpus = new ArrayList<>();
    private final List<BitSet> recorded = new ArrayList<>(); // of each instance with statistics, the CPUs with events
    private StampScale scale = StampScale.NANOS;

    TraceDatLayout(final ByteOrdered order, final Intake intake) {
        this.order = order;
        this.intake = intake;
        runners = new Runners(intake.names());
    }

    /** The size of a page if it can be one. */
    static int checkPageSize(final long size) {
        if (size < 64 || size > LARGEST_PAGE || Long.bitCount(size) != 1) {
            throw new IllegalArgumentException("a trace.dat with pages of " + size + " bytes: the file is damaged");
        }
        return (int) size;
    }

    /** The file's byte order. */
    ByteOrdered order() {
        return order;
    }

    /** The page's layout and the events' formats. */
    TracingData data() {
        return data;
    }

    /** The events. */
    Tracepoints tracepoints() {
        return data.tracepoints();
    }

    /** Who runs where. */
    Runners runners() {
        return runners;
    }

    /** The CPUs' buffers. */
    List<CpuBuffer> cpus() {
        return cpus;
    }

    /** How stamps become ns. */
    StampScale scale() {
        return scale;
    }

    /** Takes the saved names of tasks: a pid and a name a line. */
    void commandLines(final String text) {
        final Names names = intake.names();
        for (final String line : text.split("\n", -1)) {
            final int blank = line.indexOf(' ');
            if (blank > 0 && blank < 10 && line.chars().limit(blank).allMatch(c -> c >= '0' && c <= '9')) {
                runners.save(Integer.parseInt(line.substring(0, blank)), names.of(line.substring(blank + 1)));
            }
        }
    }

    /** Takes one of the options that both versions have; false where it is none of those. */
    boolean option(final int id, final byte[] content) throws IOException {
        final Cursor cursor = Cursor.in(content, order);
        switch (id) {
            case 2 -> statistics(cursor.text(content.length));
            case 4 -> clock(cursor.text(content.length));
            case 5 -> {
                final String[] words = cursor.text(content.length).split(" ", -1);
                intake.kernel(words.length > 2 ? words[2] : words[0]);
            }
            case 8 -> intake.cpuCount(cursor.u32());
            case 14 -> {
                scale = new StampScale(cursor.u32(), (int) cursor.u32() & 63, cursor.s64());
                intake.clock("tsc", true);
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    /** Takes the statistics of a CPU of the instance whose name came last. */
    private void statistics(final String text) {
        final Matcher overrun = OVERRUN.matcher(text);
        while (overrun.find()) {
            intake.overwritten(Long.parseLong(overrun.group(1)));
        }
        final Matcher cpu = CPU.matcher(text);
        if (!cpu.find()) {
            recorded.add(new BitSet()); // a name
            return;
        }
        if (recorded.isEmpty()) {
            recorded.add(new BitSet());
        }
        if (RECORDED.matcher(text).find()) {
            recorded.getLast().set(Integer.parseInt(cpu.group(1)));
        }
    }

    /** The CPUs that recorded, in the instance of this number among those where any did; any where it is not told. */
    PrimitiveIterator.OfInt recordedCpus(final int instance) {
        return recorded.stream().filter(cpus -> !cpus.isEmpty()).skip(instance).findFirst().map(BitSet::stream)
                .orElseGet(() -> IntStream.iterate(0, Intake::isCpu, cpu -> cpu + 1)).iterator();
    }

    /** Whether it is told which CPUs recorded. */
    boolean tellsRecorded() {
        return recorded.stream().anyMatch(cpus -> !cpus.isEmpty());
    }

    private void clock(final String clocks) {
        final Matcher chosen = CLOCK.matcher(clocks);
        final String name = chosen.find() ? chosen.group(1) : clocks.strip();
        if (!name.isEmpty() && scale.equals(StampScale.NANOS)) { // else the stamps are converted anyway
            intake.clock(name, switch (name) {
                case "counter", "x86-tsc", "ppc-tb", "s390-tod" -> false;
                default -> true;
            });
        }
    }
}
