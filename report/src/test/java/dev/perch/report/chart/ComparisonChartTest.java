package dev.perch.report.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.perch.machines.Catalogue;
import dev.perch.scheduler.Policies;
import dev.perch.simulator.Comparison;
import dev.perch.simulator.Settings;
import dev.perch.simulator.Span;
import dev.perch.simulator.Workloads;
import dev.perch.topology.CpuSet;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

class ComparisonChartTest {
    private static ComparisonChart chart() throws InterruptedException {
        final var policies = Policies.kernels();
        final var comparison = new Comparison(Catalogue.machine("kunpeng920"), CpuSet.parse("0-31"),
                Workloads.parse("netperf", ComparisonChartTest.class.getClassLoader()), List.of(1, 2),
                List.of(policies.named("linux-6.5"), policies.named("linux-6.5+CLUSTER_SCAN")),
                new Settings(2, 1, Span.ofMillis(5, 5)));
        return new ComparisonChart(comparison, comparison.make(2, (result, cpuNanos) -> {}));
    }

    @Test
    void anSvgIsWholeAndTheSameEachTime() throws InterruptedException {
        final byte[] svg = chart().draw(PictureFormat.SVG);
        assertThat(new String(svg, StandardCharsets.UTF_8)).startsWith("<?xml").contains("width=\"1120\"",
                "fill=\"rgb(36,87,197)\"").containsPattern("</svg\\s*>\\s*$");
        assertThat(chart().draw(PictureFormat.SVG)).isEqualTo(svg);
    }

    @Test
    void aPngIsOne() throws InterruptedException, IOException {
        final var image = ImageIO.read(new ByteArrayInputStream(chart().draw(PictureFormat.PNG)));
        assertThat(image.getWidth()).isEqualTo(2240);
        assertThat(image.getRGB(0, 0)).isEqualTo(0xffffffff);
    }

    @Test
    void theFilesNameTellsTheFormat() {
        assertThat(PictureFormat.of("a.b/Chart.PNG")).isEqualTo(PictureFormat.PNG);
        assertThat(PictureFormat.of("c.svg")).isEqualTo(PictureFormat.SVG);
        assertThatThrownBy(() -> PictureFormat.of("svg")).hasMessage("a chart's file ends in .svg or .png");
    }
}
