package dev.perch.report;

import static j2html.TagCreator.p;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PageTest {
    @Test
    void escapesTextAndFetchesNothing() {
        final String page = Page.render("</title><script>alert(1)</script>", p("<img src=http://x> & \"y\""));

        assertThat(page).startsWith("<!DOCTYPE html>").contains("&lt;script&gt;", "&lt;img src=http://x&gt; &amp;")
                .doesNotContain("<script", "<img", "<link", "url(", "@import");
    }
}
