package dev.perch.report.study;

import static j2html.TagCreator.tag;

import j2html.tags.ContainerTag;
import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Simulated against published change, a point a row: on the diagonal the two agree, in the upper left and the lower right
 * they disagree in sign. The axes are linear up to some points and logarithmic beyond, for changes of one percent and of
 * thirty thousand; a row's text shows when it is pointed at.
 */
final class Scatter {
    private static final double[] TICKS = {-10_000, -1000, -100, -10, -1, 0, 1, 10, 100, 1000};
    private static final double LEAST = -60_000;
    private static final double MOST = 2000;
    private static final double LINEAR = 2;
    private static final int SIZE = 560;
    private static final int MARGIN = 62;
    private static final String RADIUS = "3.5";

    private Scatter() {}

    /** The picture; rows without both changes are left out. */
    static DomContent of(final List<Outcome> outcomes) {
        final List<DomContent> parts = new ArrayList<>();
        for (final double tick : TICKS) {
            parts.add(line(tick, LEAST, tick, MOST, tick == 0 ? "axis" : "grid"));
            parts.add(line(LEAST, tick, MOST, tick, tick == 0 ? "axis" : "grid"));
            parts.add(text(x(tick), SIZE - MARGIN + 18, "middle", label(tick)));
            parts.add(text(MARGIN - 6, y(tick) + 4, "end", label(tick)));
        }
        parts.add(line(LEAST, LEAST, MOST, MOST, "diagonal"));
        parts.add(text(SIZE / 2.0, SIZE - 12, "middle", "published change, %"));
        parts.add(text(SIZE / 2.0, 16, "middle", "simulated change, % (up) by published (right)"));
        outcomes.stream().filter(one -> one.changePct() != null && one.row().changePct() != null)
                .forEach(one -> parts.add(point(one)));
        return svg("svg").attr("viewBox", "0 0 " + SIZE + " " + SIZE).attr("role", "img")
                .attr("aria-label", "Simulated against published change").withClass("scatter").with(parts);
    }

    private static DomContent point(final Outcome one) {
        final PublishedRow row = one.row();
        final boolean agrees = Math.signum(one.changePct()) == Math.signum(row.changePct());
        return svg("circle").attr("cx", coordinate(x(row.changePct()))).attr("cy", coordinate(y(one.changePct())))
                .attr("r", RADIUS)
                .withClass(row.isSignificant() ? agrees ? "point agrees" : "point differs" : "point small")
                .with(svg("title")
                        .withText(String.format(Locale.ROOT, "%s, %s: %s/%s %s %s: published %+.2f, here %+.2f",
                                row.study(), row.machine(), row.bench(), row.benchCase(), row.load(), row.metric(),
                                row.changePct(), one.changePct())));
    }

    private static ContainerTag<?> svg(final String name) {
        return tag(name);
    }

    private static DomContent line(final double fromX, final double fromY, final double toX, final double toY,
            final String kind) {
        return svg("line").attr("x1", coordinate(x(fromX))).attr("y1", coordinate(y(fromY)))
                .attr("x2", coordinate(x(toX))).attr("y2", coordinate(y(toY))).withClass(kind);
    }

    private static DomContent text(final double x, final double y, final String anchor, final String text) {
        return svg("text").attr("x", coordinate(x)).attr("y", coordinate(y)).attr("text-anchor", anchor)
                .withText(text);
    }

    private static String label(final double tick) {
        return tick == 0 ? "0" : String.format(Locale.ROOT, "%+,.0f", tick);
    }

    private static double x(final double change) {
        return MARGIN + (SIZE - 2 * MARGIN) * share(change);
    }

    private static double y(final double change) {
        return SIZE - x(change);
    }

    private static double share(final double change) {
        final double least = scaled(LEAST);
        return (scaled(Math.clamp(change, LEAST, MOST)) - least) / (scaled(MOST) - least);
    }

    /** asinh: linear near 0, logarithmic far from it, either way. */
    private static double scaled(final double change) {
        final double ratio = Math.abs(change) / LINEAR;
        return Math.signum(change) * Math.log(ratio + Math.sqrt(ratio * ratio + 1));
    }

    private static String coordinate(final double pixels) {
        return String.format(Locale.ROOT, "%.1f", pixels);
    }
}
