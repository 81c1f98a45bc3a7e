package dev.perch.report;

import static j2html.TagCreator.body;
import static j2html.TagCreator.document;
import static j2html.TagCreator.h1;
import static j2html.TagCreator.head;
import static j2html.TagCreator.html;
import static j2html.TagCreator.main;
import static j2html.TagCreator.meta;
import static j2html.TagCreator.rawHtml;
import static j2html.TagCreator.style;
import static j2html.TagCreator.title;

import j2html.tags.DomContent;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * One self-contained HTML page: its style stands inside, nothing is fetched, and j2html escapes every text. Readable
 * from a phone's width up, in light and dark.
 */
public final class Page {
    private Page() {}

    /**
     * The page as text.
     *
     * @param title    what the window and the first heading say; any text
     * @param sections what follows, in order
     */
    public static String render(final String title, final DomContent... sections) {
        return document(html(
                head(meta().withCharset("utf-8"),
                        meta().withName("viewport").withContent("width=device-width, initial-scale=1"),
                        title(title), style(rawHtml(css()))),
                body(main(h1(title)).with(sections))).withLang("en")) + '\n';
    }

    private static String css() {
        try (InputStream in = Page.class.getResourceAsStream("page.css")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
