package dev.perch.report.chart;

import dev.perch.simulator.Cell;
import dev.perch.simulator.Comparison;
import dev.perch.simulator.Comparison.Row;
import dev.perch.simulator.Metric;
import java.awt.Color;
import java.awt.Graphics2D;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.CategorySeries.CategorySeriesRenderStyle;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;

/**
 * A comparison drawn: for each metric the candidates' change by load, and beside it the figures of all policies by load;
 * each with error bars of one standard deviation.
 */
public final class ComparisonChart {
    private static final int WIDTH = 560;
    private static final int HEIGHT = 380;
    private static final Color[] COLORS = {new Color(0x6b7280), new Color(0x2457c5), new Color(0xd97706),
            new Color(0x12703a), new Color(0xa21caf), new Color(0x0e7490), new Color(0xb3261e)};
    private static final double BARS = 0.7;
    private static final Color GRID = new Color(0xe2e5ea);

    private final Comparison comparison;
    private final List<Row> rows;

    /** A drawing of {@code comparison}, whose rows are {@code rows}. */
    public ComparisonChart(final Comparison comparison, final List<Row> rows) {
        this.comparison = comparison;
        this.rows = rows;
    }

    /** The metrics that no load has figures of to compare, and that are not drawn therefore. */
    public List<Metric> leftOut() {
        return comparison.workload().metrics().stream().filter(metric -> !isDrawn(metric)).toList();
    }

    /** Whether a change of {@code metric} is known at any load. */
    private boolean isDrawn(final Metric metric) {
        return rows(metric).stream().anyMatch(
                row -> row.candidates().stream().anyMatch(candidate -> Double.isFinite(row.change(candidate))));
    }

    /**
     * The picture as a file's content.
     *
     * @throws IllegalArgumentException if every metric is left out
     */
    public byte[] draw(final PictureFormat format) {
        final List<Metric> metrics = comparison.workload().metrics().stream().filter(this::isDrawn).toList();
        if (metrics.isEmpty()) {
            throw new IllegalArgumentException("there is nothing to draw: no load has a figure under the baseline and"
                    + " a candidate; lengthen --duration");
        }
        return format.draw(2 * WIDTH, metrics.size() * HEIGHT, graphics -> {
            for (int i = 0; i < metrics.size(); i++) {
                paint(changes(metrics.get(i)), graphics, 0, i * HEIGHT);
                paint(figures(metrics.get(i)), graphics, WIDTH, i * HEIGHT);
            }
        });
    }

    private static void paint(final CategoryChart chart, final Graphics2D graphics, final int x, final int y) {
        final var own = (Graphics2D) graphics.create();
        own.translate(x, y);
        chart.paint(own, WIDTH, HEIGHT);
        own.dispose();
    }

    private CategoryChart changes(final Metric metric) {
        final CategoryChart chart = chart(metric.name() + ": better than " + policy(0), "change, %");
        for (int policy = 1; policy < comparison.policies().size(); policy++) {
            final int number = policy;
            add(chart, metric, policy, row -> row.change(row.cells().get(number)),
                    row -> changeDeviation(row.baseline(), row.cells().get(number)));
        }
        return chart;
    }

    /** The standard deviation of a change, points: what those of the two means come to. */
    private static double changeDeviation(final Cell baseline, final Cell candidate) {
        return candidate.mean() / baseline.mean() * Math.hypot(deviation(baseline), deviation(candidate));
    }

    /** In percent; no bar for a single run. */
    private static double deviation(final Cell cell) {
        return Double.isNaN(cell.stdPercent()) ? 0 : cell.stdPercent();
    }

    private CategoryChart figures(final Metric metric) {
        final CategoryChart chart = chart(
                metric.name() + ": " + metric.better().name().toLowerCase(Locale.ROOT) + " is better", metric.unit());
        for (int policy = 0; policy < comparison.policies().size(); policy++) {
            final int number = policy;
            add(chart, metric, policy, row -> row.cells().get(number).mean(),
                    row -> row.cells().get(number).mean() * deviation(row.cells().get(number)) / 100);
        }
        chart.getStyler().setDefaultSeriesRenderStyle(CategorySeriesRenderStyle.Line).setOverlapped(true)
                .setYAxisMin(0.0);
        return chart;
    }

    private CategoryChart chart(final String title, final String unit) {
        final CategoryChart chart = new CategoryChartBuilder().width(WIDTH).height(HEIGHT).title(title)
                .xAxisTitle(comparison.workload().name().split(":", 2)[0] + " on " + comparison.machine().name() + ", "
                        + comparison.workload().loadUnit())
                .yAxisTitle(unit).build();
        chart.getStyler().setAvailableSpaceFill(BARS).setErrorBarsColor(Color.DARK_GRAY).setPlotGridLinesColor(GRID)
                .setPlotGridVerticalLinesVisible(false).setYAxisDecimalPattern("#,##0.##")
                .setLegendPosition(LegendPosition.OutsideS).setLegendLayout(LegendLayout.Vertical)
                .setLegendBorderColor(Color.WHITE).setChartBackgroundColor(Color.WHITE)
                .setPlotBorderColor(GRID).setLocale(Locale.ROOT);
        return chart;
    }

    private void add(final CategoryChart chart, final Metric metric, final int policy,
            final ToDoubleFunction<Row> value, final ToDoubleFunction<Row> deviation) {
        final List<Row> some = rows(metric);
        final var series = chart.addSeries(policy(policy), some.stream().map(row -> "" + row.load()).toList(),
                values(some, value), values(some, deviation));
        series.setFillColor(COLORS[policy % COLORS.length]);
        series.setLineColor(COLORS[policy % COLORS.length]);
        series.setMarkerColor(COLORS[policy % COLORS.length]);
    }

    /** A value for each row; null, which is not drawn, where it is not known. */
    private static List<Double> values(final List<Row> rows, final ToDoubleFunction<Row> value) {
        return rows.stream().mapToDouble(value).mapToObj(one -> Double.isFinite(one) ? Double.valueOf(one) : null)
                .toList();
    }

    private List<Row> rows(final Metric metric) {
        return rows.stream().filter(row -> row.metric().equals(metric)).toList();
    }

    private String policy(final int number) {
        return comparison.policies().get(number).name();
    }
}
