package dev.perch.traces.ctf;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a trace's metadata, in the language that CTF 1.8 defines (section 7 and annex C). What it describes but we
 * do not need, such as call sites, is passed over.
 */
final class MetadataParser {
    private static final Pattern TRACE_ORDER = Pattern.compile("\\btrace\\s*\\{[^{}]*?\\bbyte_order\\s*=\\s*(\\w+)");

    private final Tokens tokens;
    private final Metadata metadata = new Metadata();
    private final TypeParser types;

    private MetadataParser(final String text) {
        tokens = new Tokens(text);
        types = new TypeParser(tokens, metadata);
    }

    /** The metadata of this text; an {@link IllegalArgumentException} names the line that cannot be read. */
    static Metadata parse(final String text) {
        final var parser = new MetadataParser(text);
        final Matcher order = TRACE_ORDER.matcher(text);
        if (order.find()) { // types may stand before the trace's block, and yet follow its byte order
            parser.metadata.big = parser.metadata.isBig(order.group(1));
        }
        while (!parser.tokens.peek().isEmpty()) {
            parser.declaration();
        }
        return parser.metadata;
    }

    private void declaration() {
        switch (tokens.peek()) {
            case "trace" -> block(this::traceEntry);
            case "env" -> block(key -> metadata.environment.put(key, tokens.value()));
            case "clock" -> block(this::clockEntry);
            case "stream" -> stream();
            case "event" -> event();
            default -> {
                if (!types.declares()) {
                    skipDeclaration();
                }
            }
        }
    }

    /** Takes one entry of a block, after its {@code =} or {@code :=}. */
    private interface Entry {
        void take(String key);
    }

    /** Reads {@code word { key = value; key := type; ... };}. */
    private void block(final Entry entry) {
        tokens.take();
        tokens.expect("{");
        while (!tokens.skip("}")) {
            if (types.declares()) {
                continue;
            }
            final String key = tokens.path();
            if (!tokens.skip(":=")) {
                tokens.expect("=");
            }
            entry.take(key);
            tokens.expect(";");
        }
        tokens.skip(";");
    }

    private void skipDeclaration() {
        tokens.take();
        if (tokens.skip("{")) {
            skipBlock();
        }
        tokens.skip(";");
    }

    private void skipBlock() {
        for (int open = 1; open > 0;) {
            final String token = tokens.take();
            open += "{".equals(token) ? 1 : "}".equals(token) ? -1 : 0;
        }
    }

    private void traceEntry(final String key) {
        switch (key) {
            case "byte_order" -> metadata.big = metadata.isBig(tokens.value());
            case "packet.header" -> metadata.packetHeader = types.struct();
            default -> tokens.value();
        }
    }

    private void clockEntry(final String key) {
        switch (key) {
            case "name" -> metadata.clock = tokens.value();
            case "freq" -> metadata.frequency = Math.max(tokens.number(), 1);
            default -> tokens.value();
        }
    }

    private void stream() {
        final var stream = new Metadata.Stream();
        final long[] id = new long[1];
        block(key -> {
            switch (key) {
                case "id" -> id[0] = tokens.number();
                case "packet.context" -> stream.packetContext = types.struct();
                case "event.header" -> stream.eventHeader = types.struct();
                case "event.context" -> stream.eventContext = types.struct();
                default -> tokens.value();
            }
        });
        stream.events.putAll(metadata.stream(id[0]).events);
        metadata.streams.put(id[0], stream);
    }

    private void event() {
        final var event = new Metadata.EventType();
        final long[] ids = new long[2];
        block(key -> {
            switch (key) {
                case "id" -> ids[0] = tokens.number();
                case "stream_id" -> ids[1] = tokens.number();
                case "name" -> event.name = tokens.value();
                case "context" -> event.context = types.struct();
                case "fields" -> event.fields = types.struct();
                default -> tokens.value();
            }
        });
        metadata.stream(ids[1]).events.put(ids[0], event);
    }
}
