package dev.perch.report;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A headless Chromium that shows one page, driven by its DevTools protocol over a pipe: commands go in and answers come
 * out as JSON, a NUL behind each. Tests that need one are skipped, and say so, where none is installed.
 */
public final class Browser implements AutoCloseable {
    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome", "chrome");

    private final Process process;
    private final Path profile;
    private final OutputStream commands;
    private final InputStream answers;
    private final String session;
    private int lastId;

    private Browser() throws IOException {
        final Optional<Path> program = program();
        Assumptions.assumeTrue(program.isPresent(), "skipped: there is no Chromium (apt-get install chromium)");
        profile = Files.createTempDirectory("perch-browser");
        final List<String> command = new ArrayList<>(List.of("sh", "-c", "exec \"$0\" \"$@\" 3<&0 4>&1 >/dev/null 2>&1",
                program.get().toString(), "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
                "--user-data-dir=" + profile, "about:blank"));
        process = new ProcessBuilder(command).start();
        commands = process.getOutputStream();
        answers = process.getInputStream();
        String target = "";
        while (target.isEmpty()) {
            for (final JsonNode info : send("Target.getTargets", Map.of(), null).at("/targetInfos")) {
                target = "page".equals(info.at("/type").asString()) ? info.at("/targetId").asString() : target;
            }
        }
        session = send("Target.attachToTarget", Map.of("targetId", target, "flatten", true), null).at("/sessionId")
                .asString();
    }

    /** Opens a page and waits until it says, by {@code body.dataset.ready}, that it is drawn. */
    public static Browser open(final Path page, final int width, final int height) throws IOException {
        final var browser = new Browser();
        browser.size(width, height);
        browser.call("Page.navigate", Map.of("url", page.toUri().toString())); // answers once scripts run in the page
        browser.await("document.body && document.body.dataset.ready === 'true'");
        return browser;
    }

    private static Optional<Path> program() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name))).filter(Files::isExecutable)
                .findFirst();
    }

    /** Sends a command; returns its result. */
    private JsonNode send(final String method, final Map<String, ?> parameters, final String to) throws IOException {
        final int id = ++lastId;
        final Map<String, Object> command = to == null
                ? Map.of("id", id, "method", method, "params", parameters)
                : Map.of("id", id, "method", method, "params", parameters, "sessionId", to);
        commands.write(JsonMapper.shared().writeValueAsBytes(command));
        commands.write(0);
        commands.flush();
        while (true) {
            final JsonNode answer = JsonMapper.shared().readTree(next());
            if (answer.at("/id").asInt(-1) == id) {
                if (answer.has("error")) {
                    throw new IOException(method + ": " + answer.at("/error"));
                }
                return answer.at("/result");
            }
        }
    }

    private String next() throws IOException {
        final var message = new ByteArrayOutputStream();
        for (int c = answers.read(); c != 0; c = answers.read()) {
            if (c < 0) {
                throw new IOException("the browser ended");
            }
            message.write(c);
        }
        return message.toString(StandardCharsets.UTF_8);
    }

    private JsonNode call(final String method, final Map<String, ?> parameters) throws IOException {
        return send(method, parameters, session);
    }

    /** The value of a script's expression, as text. */
    public String eval(final String expression) throws IOException {
        final JsonNode answer = call("Runtime.evaluate",
                Map.of("expression", expression, "awaitPromise", true, "returnByValue", true));
        if (answer.has("exceptionDetails")) {
            throw new IOException(expression + ": " + answer.at("/exceptionDetails"));
        }
        return answer.at("/result/value").asString("");
    }

    /** Waits until a condition holds. */
    public void await(final String condition) throws IOException {
        while (!"true".equals(eval("new Promise(done => setTimeout(() => done(!!(" + condition + ")), 20))"))) {
            if (!process.isAlive()) {
                throw new IOException("the browser ended");
            }
        }
    }

    /** Waits until what was asked for is drawn. */
    public void drawn() throws IOException {
        eval("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))");
    }

    /** Makes the page so wide and high, in CSS pixels; a narrow one is a phone's. */
    public void size(final int width, final int height) throws IOException {
        call("Emulation.setDeviceMetricsOverride", Map.of("width", width, "height", height, "deviceScaleFactor", 1,
                "mobile", width < 600));
    }

    /** Clicks at a place of the element of this id. */
    public void click(final String id, final double x, final double y) throws IOException {
        final double[] corner = corner(id);
        for (final String type : Arrays.asList("mousePressed", "mouseReleased")) {
            call("Input.dispatchMouseEvent", Map.of("type", type, "x", corner[0] + x, "y", corner[1] + y, "button",
                    "left", "buttons", 1, "clickCount", 1));
        }
        drawn();
    }

    /** Turns the wheel with the control key held. */
    public void zoomByWheel(final String id, final double x, final double y, final int delta) throws IOException {
        final double[] corner = corner(id);
        call("Input.dispatchMouseEvent", Map.of("type", "mouseWheel", "x", corner[0] + x, "y", corner[1] + y,
                "deltaX", 0, "deltaY", delta, "modifiers", 2));
        drawn();
    }

    private double[] corner(final String id) throws IOException {
        return Stream
                .of(eval("(() => { const e = document.getElementById('" + id
                        + "'); e.scrollIntoView({block: e.clientHeight < innerHeight / 2 ? 'center' : 'start'});"
                        + " const r = e.getBoundingClientRect(); return r.left + ' ' + r.top; })()").split(" "))
                .mapToDouble(Double::parseDouble).toArray();
    }

    /** Types a text where the focus is. */
    public void type(final String text) throws IOException {
        call("Input.insertText", Map.of("text", text));
        drawn();
    }

    /** Presses a key that types a character. */
    public void press(final String key) throws IOException {
        call("Input.dispatchKeyEvent", Map.of("type", "keyDown", "key", key, "text", key));
        call("Input.dispatchKeyEvent", Map.of("type", "keyUp", "key", key));
        drawn();
    }

    /** What the page looks like, as PNG. */
    public byte[] picture() throws IOException {
        return Base64.getDecoder().decode(call("Page.captureScreenshot", Map.of()).at("/data").asString());
    }

    @Override
    public void close() throws IOException {
        process.destroy();
        process.onExit().join();
        try (Stream<Path> files = Files.walk(profile)) {
            files.sorted((a, b) -> b.compareTo(a)).forEach(file -> file.toFile().delete());
        }
    }
}
