package dev.perch.report.chart;

import java.awt.Color;
import java.awt.Dimension;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGraphics2D;
import org.w3c.dom.Document;

/** What a picture is written as; the end of its file's name says. */
public enum PictureFormat {
    /** Lines and text, at any size. */
    SVG {
        @Override
        public byte[] draw(final int width, final int height, final Consumer<Graphics2D> drawing) {
            final var graphics = new SVGGraphics2D(emptyDocument());
            graphics.setSVGCanvasSize(new Dimension(width, height));
            drawing.accept(graphics);
            final var bytes = new ByteArrayOutputStream();
            try (var out = new OutputStreamWriter(bytes, StandardCharsets.UTF_8)) {
                graphics.stream(out);
            } catch (final IOException e) {
                throw new UncheckedIOException(e);
            }
            return bytes.toByteArray();
        }
    },
    /** Pixels, two for each unit, for sharp screens. */
    PNG {
        private static final int SCALE = 2;

        @Override
        public byte[] draw(final int width, final int height, final Consumer<Graphics2D> drawing) {
            final var image = new BufferedImage(SCALE * width, SCALE * height, BufferedImage.TYPE_INT_RGB);
            final Graphics2D graphics = image.createGraphics();
            graphics.setColor(Color.WHITE);
            graphics.fillRect(0, 0, image.getWidth(), image.getHeight());
            graphics.scale(SCALE, SCALE);
            graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
            drawing.accept(graphics);
            graphics.dispose();
            final var bytes = new ByteArrayOutputStream();
            try {
                ImageIO.write(image, "png", bytes);
            } catch (final IOException e) {
                throw new UncheckedIOException(e);
            }
            return bytes.toByteArray();
        }
    };

    static {
        System.setProperty("java.awt.headless", "true"); // pictures need no screen
    }

    /**
     * The format that the name of {@code file} ends in.
     *
     * @throws IllegalArgumentException if it ends in none
     */
    public static PictureFormat of(final String file) {
        return Stream.of(values()).filter(format -> file.toLowerCase(Locale.ROOT)
                .endsWith("." + format.name().toLowerCase(Locale.ROOT))).findFirst().orElseThrow(
                        () -> new IllegalArgumentException("a chart's file ends in .svg or .png"));
    }

    private static Document emptyDocument() {
        try {
            return DocumentBuilderFactory.newDefaultNSInstance().newDocumentBuilder().getDOMImplementation()
                    .createDocument(SVGGraphics2D.SVG_NAMESPACE_URI, "svg", null);
        } catch (final ParserConfigurationException e) {
            throw new IllegalStateException("the JDK's own parser needs no configuration", e);
        }
    }

    /** What {@code drawing} draws on a canvas of this size, as a file's content. */
    public abstract byte[] draw(int width, int height, Consumer<Graphics2D> drawing);
}
