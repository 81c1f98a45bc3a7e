package dev.perch.report.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perch.report.Browser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingPageTest {
    private static final String IMAGE = "<img src=x onerror=document.title='broken'>";
    private static final String SCRIPT = "</script><script>document.title='broken'//";

    @TempDir
    private static Path directory;
    private static Path page;
    private static Browser browser;

    @BeforeAll
    static void analyze() throws IOException {
        page = directory.resolve("page.html");
        Sample.of(Sample.pairs(400, IMAGE, SCRIPT)).write(files -> files.addPage(page));
    }

    @AfterAll
    static void close() throws IOException {
        if (browser != null) {
            browser.close();
        }
    }

    private static Browser browser() throws IOException {
        if (browser == null) {
            browser = Browser.open(page, 1200, 900);
        }
        browser.size(1200, 900);
        browser.eval("document.getElementById('all').click()");
        browser.eval(
                "(() => { const f = document.getElementById('filter'); f.value = ''; f.dispatchEvent(new Event('input')); f.blur(); })()");
        browser.drawn();
        return browser;
    }

    private static double number(final String expression) throws IOException {
        return Double.parseDouble(browser.eval("String(" + expression + ")"));
    }

    @Test
    void textsOfTheRecordingCannotEndTheScriptThatHoldsThem() throws IOException {
        final String html = Files.readString(page);
        assertThat(html).doesNotContain("<img", "</script><script>document").contains("\\u003cimg src=x");
        assertThat(html.split("</script>", -1)).hasSize(6);
    }

    @Test
    void fetchesNothingAndForbidsIt() throws IOException {
        assertThat(Files.readString(page).replace("http://www.w3.org/2000/svg", "")).contains("default-src 'none'")
                .doesNotContain("http://", "https://", "@import", "url(");
        assertThat(browser().eval("String(performance.getEntriesByType('resource').length)")).isEqualTo("0");
    }

    @Test
    void showsATasksNameAsText() throws IOException {
        browser().eval("document.getElementById('filter').focus()");
        browser.type("onerror=");
        assertThat(browser.eval("document.getElementById('pairs').textContent")).contains(IMAGE);
        assertThat(browser.eval("String(document.querySelectorAll('img').length)")).isEqualTo("0");
        assertThat(browser.eval("document.title")).contains("Perch");
    }

    @Test
    void zoomingByWheelAndButtonsShowsLessTimeAndMoreDetail() throws IOException {
        final double whole = number(span(browser()));
        browser.zoomByWheel("canvas", 600, 60, -240);
        final double zoomed = number(span(browser));
        assertThat(zoomed).isLessThan(whole / 2);
        browser.click("in", 5, 5);
        assertThat(number(span(browser))).isLessThan(zoomed / 2);
        browser.click("all", 5, 5);
        assertThat(number(span(browser))).isEqualTo(whole);
    }

    private static String span(final Browser on) throws IOException {
        return on.eval(
                "(() => { const d = document.getElementById('canvas').dataset; return String(d.to - d.from); })()");
    }

    @Test
    void aClickTellsWhatRanThere() throws IOException {
        browser().click("canvas", 700, 28);
        assertThat(browser.eval("document.getElementById('detail').textContent")).contains("CPU 0");
    }

    @Test
    void keysStepThroughWakeUps() throws IOException {
        browser().eval("document.getElementById('canvas').focus()");
        browser.press("n");
        final String first = browser.eval("document.getElementById('detail').textContent");
        assertThat(first).contains("until it ran", "woken from", "runs on");
        browser.press("n");
        assertThat(browser.eval("document.getElementById('detail').textContent")).isNotEqualTo(first);
    }

    @Test
    void aFilterNarrowsTablesAndTimeline() throws IOException {
        final String before = browser().eval("document.getElementById('pairs').textContent");
        browser.eval("document.getElementById('filter').focus()");
        browser.type("1003");
        assertThat(browser.eval("document.getElementById('matches').textContent")).startsWith("1 of ");
        assertThat(browser.eval("document.getElementById('pairs').textContent")).isNotEqualTo(before)
                .contains(":1003").doesNotContain(":1002");
    }

    @Test
    void fitsAPhone() throws IOException {
        browser().size(390, 800);
        browser.drawn();
        assertThat(number("document.documentElement.scrollWidth")).isLessThanOrEqualTo(390);
        assertThat(number("document.getElementById('canvas').clientWidth")).isBetween(300.0, 390.0);
    }
}
