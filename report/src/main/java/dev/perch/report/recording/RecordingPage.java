package dev.perch.report.recording;

import dev.perch.report.Draft;
import dev.perch.topology.Distance;
import dev.perch.topology.Partition;
import dev.perch.topology.Topology;
import dev.perch.traces.Names;
import dev.perch.traces.Summary;
import dev.perch.traces.analysis.WakeUp;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.zip.Deflater;
import tools.jackson.databind.json.JsonMapper;

/**
 * One self-contained page that shows a recording: its timeline to zoom into, and all that the analysis found. Texts
 * from the recording stand in it as JSON only, in which {@code <} is written as an escape, and its scripts set them as
 * text; its policy lets nothing run but these scripts and nothing be fetched.
 */
final class RecordingPage implements RecordingFile {
    private static final String[] SCRIPTS = {"data.js", "format.js", "tables.js", "histogram.js", "graph.js",
            "view.js", "timeline.js", "gestures.js", "main.js"};

    private final Draft draft;
    private final Topology machine;
    private final Names names;
    private final Timeline timeline;

    /** A page of a recording made on this machine, whose names are these. */
    RecordingPage(final Path file, final Topology machine, final Names names) throws IOException {
        draft = Draft.of(file);
        this.machine = machine;
        this.names = names;
        timeline = new Timeline(machine);
    }

    @Override
    public void begins(final long nanos) {
        timeline.begins(nanos);
    }

    @Override
    public void ran(final int cpu, final int pid, final int comm, final long from, final long to) {
        timeline.ran(cpu, pid, comm, from, to);
    }

    @Override
    public void woken(final WakeUp wakeUp) {
        timeline.woken(wakeUp);
    }

    @Override
    public void finish(final Summary summary, final Object analysis) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(draft.path())) {
            write(out, summary.spanNanos(), analysis);
        } catch (final IOException e) {
            throw draft.failed(e);
        }
        draft.finish();
    }

    @Override
    public void close() throws IOException {
        draft.close();
    }

    private void write(final Writer out, final long span, final Object analysis) throws IOException {
        final String style = resource("recording.css");
        final var script = new StringBuilder("'use strict';\n");
        for (final String name : SCRIPTS) {
            script.append(resource(name));
        }
        final Map<String, Object> data = new LinkedHashMap<>();
        data.put("analysis", analysis);
        data.put("timeline", timeline(span));
        for (final String part : resource("recording.html").split("(?=\\{\\{)|(?<=}})", -1)) {
            switch (part) {
                case "{{policy}}" -> out.append("default-src 'none'; img-src data:; style-src '")
                        .append(hash(style)).append("'; script-src '").append(hash(script.toString()))
                        .append("'; base-uri 'none'; form-action 'none'");
                case "{{style}}" -> out.append(style);
                case "{{script}}" -> out.append(script);
                case "{{data}}" -> out.append(JsonMapper.shared().writeValueAsString(data).replace("<", "\\u003c"));
                case "{{levels}}" -> pack(out, timeline.levels(span));
                case "{{runs}}" -> pack(out, timeline.runs());
                case "{{wakeups}}" -> pack(out, timeline.wakeUps());
                default -> out.append(part);
            }
        }
    }

    private Map<String, Object> timeline(final long span) {
        final Map<String, Object> data = new LinkedHashMap<>();
        data.put("origin", timeline.origin());
        data.put("span", span);
        data.put("detailedUntil", Math.min(timeline.detailedUntil(), span));
        data.put("binWidth", timeline.binWidth());
        data.put("binCount", timeline.binCount(span));
        data.put("mostWaiting", Timeline.MOST_WAITING);
        data.put("runCount", timeline.runCount());
        data.put("wakeupCount", timeline.wakeUpCount());
        final int[] comms = timeline.comms();
        final int[] distinct = IntStream.of(comms).distinct().sorted().toArray();
        data.put("names", IntStream.of(distinct).mapToObj(names::text).toArray());
        data.put("taskNames", IntStream.of(comms).map(comm -> Arrays.binarySearch(distinct, comm)).toArray());
        data.put("taskPids", timeline.pids());
        data.put("distances", Arrays.stream(Distance.values()).map(Distance::label).toArray());
        data.put("cpus", timeline.order());
        data.put("levels", levels());
        return data;
    }

    /** For each row the part of each level, from the core to the package, that its CPU is in. */
    private Map<String, int[]> levels() {
        final Map<String, int[]> levels = new LinkedHashMap<>();
        final Partition clusters = machine.clusters();
        levels.put("core", parts(machine.cores()::of));
        levels.put("cluster", parts(cpu -> clusters.around(cpu).equals(machine.llcs().around(cpu))
                ? -1 - machine.cores().of(cpu)
                : clusters.of(cpu)));
        levels.put("LLC", parts(machine.llcs()::of));
        levels.put("node", parts(cpu -> machine.nodes().id(machine.nodes().of(cpu))));
        levels.put("package", parts(cpu -> machine.packages().id(machine.packages().of(cpu))));
        return levels;
    }

    private int[] parts(final IntUnaryOperator part) {
        return IntStream.of(timeline.order()).map(part).toArray();
    }

    private static void pack(final Writer out, final Bytes bytes) throws IOException {
        final var deflater = new Deflater();
        deflater.setInput(bytes.array(), 0, bytes.size());
        deflater.finish();
        final Base64.Encoder base64 = Base64.getEncoder();
        final byte[] packed = new byte[3 << 12]; // a multiple of three, so that the pieces join
        while (!deflater.finished()) {
            int length = 0;
            while (length < packed.length && !deflater.finished()) {
                length += deflater.deflate(packed, length, packed.length - length);
            }
            out.append(base64.encodeToString(Arrays.copyOf(packed, length)));
        }
        deflater.end();
    }

    private static String hash(final String text) {
        try {
            return "sha256-" + Base64.getEncoder().encodeToString(
                    MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (final NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String resource(final String name) {
        try (InputStream in = RecordingPage.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
