package dev.perch.traces.text;

import static dev.perch.traces.text.Fields.ascii;

import dev.perch.traces.Event;
import dev.perch.traces.EventKind;
import dev.perch.traces.Intake;
import dev.perch.traces.Names;
import dev.perch.traces.Source;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A trace's text, line by line: events, the comments that tell of the recording, and the notes of lost events. The
 * formats differ in what stands before an event's name; which {@link LineHead} reads that is tried out anew where
 * the last one fails, also behind the prefix of a kernel log.
 */
final class TraceText {
    private static final byte[] FAILED = ascii("[FAILED TO PARSE] ");
    private static final Pattern LOST = Pattern
            .compile("\\s*(?:\\S+: )?CPU:\\s*(\\d+) \\[(?:LOST )?(\\d+)? ?(?:LOST )?EVENTS(?: DROPPED)?\\]\\s*");
    private static final Pattern STARTED = Pattern.compile("#+ CPU \\d+ buffer started #+");
    private static final Pattern ENTRIES = Pattern.compile("entries-in-buffer/entries-written: *(\\d+)/(\\d+)");
    private static final Pattern CPUS = Pattern.compile("(?:#P:|^cpus=)(\\d+)");
    private static final Pattern KERNEL = Pattern.compile("latency trace v\\S+ on (\\S+)");
    private static final Pattern LOG_PREFIX = Pattern
            .compile("^(?:.{0,80}? kernel: )?(?:<\\d+>)?\\s*(?:\\[ *\\d+\\.\\d+\\] ?)?(?:\\[ *[TC]\\d+\\] ?)?");
    private static final int TRIED_LINES = 100;

    private final List<LineHead> heads;
    private final Intake intake;
    private final Fields fields;
    private final EventBody body;
    private final EventNames eventNames = new EventNames();
    private final LineHead longNames = new TaskLine(true);
    private LineHead head;
    private boolean ticks;

    TraceText(final Intake intake, final List<LineHead> heads) {
        this.intake = intake;
        this.heads = heads;
        head = heads.getFirst();
        fields = new Fields(intake.names());
        body = new EventBody(fields);
    }

    /** Whether more of the first lines of {@code source} are read by one of {@code heads} than by one of the rivals. */
    static boolean isSpokenBy(final Source source, final List<LineHead> heads, final List<LineHead> rivals) {
        final var fields = new Fields(new Names());
        int ours = 0;
        int theirs = 0;
        try (var in = new ByteArrayInputStream(source.head())) {
            final var lines = new Lines(in);
            while (ours + theirs < TRIED_LINES && lines.next()) {
                ours += isRead(lines, fields, heads) ? 1 : 0;
                theirs += isRead(lines, fields, rivals) ? 1 : 0;
            }
        } catch (final IOException | IllegalArgumentException e) {
            return false;
        }
        return ours > theirs;
    }

    private static boolean isRead(final Lines lines, final Fields fields, final List<LineHead> heads) {
        final var event = new Event();
        final int prefix = logPrefix(lines);
        for (final LineHead head : heads) {
            fields.over(lines.bytes, lines.from, lines.to);
            if (head.read(fields, event)) {
                return true;
            }
            fields.over(lines.bytes, lines.from + prefix, lines.to);
            if (prefix > 0 && head.read(fields, event)) {
                return true;
            }
        }
        return false;
    }

    /** Reads all lines of {@code in}. */
    void read(final InputStream in) throws IOException {
        final var lines = new Lines(in);
        while (lines.next()) {
            if (lines.unfinished() && lines.cut() != null) {
                break; // half a line: its numbers may be halves too
            }
            if (isEvent(lines.bytes, lines.from, lines.to)) {
                readEvent(lines);
            } else {
                readOther(lines);
            }
        }
        if (lines.cut() != null) {
            intake.cut(lines.place() + " (" + lines.cut() + ")");
        }
        if (ticks) {
            intake.clock("counter", false);
        }
    }

    private boolean isEvent(final byte[] bytes, final int from, final int to) {
        fields.over(bytes, from, to);
        if (head.read(fields, intake.event())) {
            return true;
        }
        for (final LineHead other : heads) {
            fields.over(bytes, from, to);
            if (!other.equals(head) && other.read(fields, intake.event())) {
                head = other;
                return true;
            }
        }
        return false;
    }

    /** Whether the line is an event of a task with a name longer than the kernel's (exporters print threads' names). */
    private boolean hasLongName(final Lines lines) {
        fields.over(lines.bytes, lines.from, lines.to);
        return longNames.read(fields, intake.event());
    }

    private void readEvent(final Lines lines) {
        final Event event = intake.event();
        ticks |= fields.at - 2 >= 0 && isTicks(lines.bytes);
        final EventKind kind = eventNames.read(fields);
        if (kind == EventKind.OTHER) {
            event.kind = kind;
        } else {
            if (fields.skip(FAILED)) {
                intake.warn("trace-cmd could not parse an event; its raw fields are used", lines.place());
            }
            if (!body.read(kind, event)) {
                intake.warn("unreadable " + kind.tracepoint() + " passed over", lines.place());
                return;
            }
        }
        if (lines.unfinished()) {
            intake.warn("the last line lacks its line feed and may be cut", lines.place());
        }
        intake.add();
    }

    /** Whether the stamp before the fields' place has no decimal point, nor a unit. */
    private boolean isTicks(final byte[] bytes) {
        final int last = fields.at - 2;
        int i = last;
        while (i > 0 && Stamps.isDigit(bytes[i])) {
            i--;
        }
        return i < last && bytes[i] == ' ';
    }

    private void readOther(final Lines lines) {
        final int prefix = logPrefix(lines);
        if (prefix > 0 && isEvent(lines.bytes, lines.from + prefix, lines.to) || hasLongName(lines)) {
            readEvent(lines);
            return;
        }
        final String line = new String(lines.bytes, lines.from + prefix,
                Math.min(lines.to - lines.from - prefix, 400), StandardCharsets.UTF_8);
        final Matcher lost = LOST.matcher(line);
        if (lost.matches() && Intake.isCpu(parse(lost.group(1)))) {
            intake.lost((int) parse(lost.group(1)), lost.group(2) == null ? -1 : parse(lost.group(2)));
        } else if (!readComment(line) && !line.isBlank()) {
            intake.warn("not an event", lines.place());
        }
    }

    /** Takes what a comment tells of the recording; false where the line is none. */
    private boolean readComment(final String line) {
        final Matcher entries = ENTRIES.matcher(line);
        if (entries.find()) {
            intake.overwritten(parse(entries.group(2)) - parse(entries.group(1)));
        }
        final Matcher cpus = CPUS.matcher(line);
        if (cpus.find()) {
            intake.cpuCount(parse(cpus.group(1)));
        }
        final Matcher kernel = KERNEL.matcher(line);
        if (kernel.find()) {
            intake.kernel(kernel.group(1));
        }
        return line.startsWith("#") || line.startsWith("cpus=") || line.startsWith("version = ")
                || line.startsWith("\t") || STARTED.matcher(line).find() || line.startsWith("---");
    }

    /** How long what a kernel log puts before a line is; 0 where there is nothing. */
    private static int logPrefix(final Lines lines) {
        final int length = Math.min(lines.to - lines.from, 200);
        final Matcher prefix = LOG_PREFIX
                .matcher(new String(lines.bytes, lines.from, length, StandardCharsets.ISO_8859_1));
        return prefix.find() ? prefix.end() : 0;
    }

    private static long parse(final String digits) {
        return digits.length() > 18 ? Long.MAX_VALUE : Long.parseLong(digits);
    }
}
