package dev.perch.traces.raw;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.Deflater;

/** Writes a trace.dat of our own making, as trace-cmd.dat(5) describes it. */
final class TraceDatFile {
    static final int PAGE = 4096;

    private final Layout layout;
    private final Map<Integer, CpuPages> cpus = new TreeMap<>();
    private final Map<String, TraceDatFile> instances = new TreeMap<>();

    TraceDatFile(final Layout layout) {
        this.layout = layout;
    }

    /** The buffer of this CPU. */
    CpuPages cpu(final int cpu) {
        return cpus.computeIfAbsent(cpu, number -> new CpuPages(layout));
    }

    /** The buffers of the trace instance of this name. */
    TraceDatFile instance(final String name) {
        return instances.computeIfAbsent(name, key -> new TraceDatFile(layout));
    }

    /** The file as version 6. */
    byte[] version6() {
        final var out = new Bytes(layout.order());
        out.raw("\u0017\bDtracing6\0").u8(layout.order() == ByteOrder.LITTLE_ENDIAN ? 0 : 1).u8(layout.longSize())
                .u32(PAGE);
        headers(out);
        out.u32(0); // ftrace's own events
        events(out);
        out.u32(0).u32(0); // kallsyms, printk
        commandLines(out);
        final int count = cpus.keySet().stream().mapToInt(cpu -> cpu + 1).max().orElse(0);
        out.u32(count).raw("options  \0");
        option(out, 4, "[local] global\0");
        option(out, 5, "Linux host 6.1.0-test x86_64\0");
        option(out, 2, "CPU: 0\nentries: 1\noverrun: 40\ndropped events: 2\n\0");
        final var places = new ArrayList<Integer>();
        instances.forEach((name, instance) -> {
            out.u16(3).u32(Long.BYTES + name.length() + 1);
            places.add(out.size());
            out.u64(0).raw(name + "\0");
        });
        out.u16(0);
        pages(out, count);
        instances.values().forEach(instance -> {
            out.patch(places.removeFirst(), out.size());
            instance.pages(out, count);
        });
        return out.bytes();
    }

    private void pages(final Bytes out, final int count) {
        out.raw("flyrecord\0");
        int place = out.size() + 16 * count + PAGE - 1 & -PAGE;
        for (int cpu = 0; cpu < count; cpu++) {
            final int size = cpus.containsKey(cpu) ? cpus.get(cpu).bytes().length : 0;
            out.u64(place).u64(size);
            place += size;
        }
        out.padTo(out.size() + PAGE - 1 & -PAGE);
        cpus.values().forEach(pages -> out.raw(pages.bytes()));
    }

    /**
     * The file as version 7, packed as {@code compression} (zlib, zstd, none) says: as trace-cmd writes it, with the
     * options that tell where the events lie behind them.
     */
    byte[] version7(final String compression) {
        final var out = new Bytes(layout.order());
        out.raw("\u0017\bDtracing7\0").u8(layout.order() == ByteOrder.LITTLE_ENDIAN ? 0 : 1).u8(layout.longSize())
                .u32(PAGE).raw(compression + "\0" + "1\0");
        int next = out.size();
        out.u64(0);
        final var options = new Bytes(layout.order());
        for (final int id : new int[]{16, 18, 21}) {
            final var content = new Bytes(layout.order());
            switch (id) {
                case 16 -> headers(content);
                case 18 -> events(content);
                default -> commandLines(content);
            }
            options.u16(id).u32(8).u64(out.size());
            section(out, id, compression, content.bytes());
        }
        option(options, 8, new Bytes(layout.order()).u32(64).bytes());
        statistics(options);
        instances.forEach((name, instance) -> {
            option(options, 2, "\nBuffer: " + name + "\n\n\0");
            instance.statistics(options);
        });
        next = options(out, next, options);
        next = options(out, next, buffer(out, compression, ""));
        for (final Map.Entry<String, TraceDatFile> instance : instances.entrySet()) {
            next = options(out, next, instance.getValue().buffer(out, compression, instance.getKey()));
        }
        return out.bytes();
    }

    /** Writes a section of options, whose place {@code before} tells; where it tells that of the next. */
    private static int options(final Bytes out, final int before, final Bytes options) {
        options.u16(0).u32(8).u64(0);
        out.patch(before, out.size());
        section(out, 0, "none", options.bytes());
        return out.size() - Long.BYTES;
    }

    private void statistics(final Bytes options) {
        for (int cpu = 0; cpu < 64; cpu++) {
            option(options, 2, "CPU: " + cpu + "\nentries: 0\noverrun: 0\nread events: "
                    + (cpus.containsKey(cpu) ? 12 : 0) + "\n\0");
        }
    }

    private Bytes buffer(final Bytes out, final String compression, final String name) {
        final int section = out.size();
        final var option = new Bytes(layout.order());
        option.u64(section).raw(name + "\0local\0").u32(PAGE).u32(cpus.size());
        out.u16(3).u16("none".equals(compression) ? 0 : 1).u32(0).u64(0);
        cpus.forEach((cpu, pages) -> {
            out.padTo(out.size() + PAGE - 1 & -PAGE);
            option.u32(cpu).u64(out.size());
            final int from = out.size();
            if ("none".equals(compression)) {
                out.raw(pages.bytes());
            } else {
                final List<byte[]> all = pages.pages();
                out.u32(all.size());
                for (final byte[] page : all) {
                    final byte[] packed = pack(compression, page);
                    out.u32(packed.length).u32(page.length).raw(packed);
                }
            }
            option.u64(out.size() - from);
        });
        out.patch(section + Long.BYTES, out.size() - section - 2L * Long.BYTES);
        final var options = new Bytes(layout.order());
        option(options, 3, option.bytes());
        return options;
    }

    private static void section(final Bytes out, final int id, final String compression, final byte[] content) {
        if ("none".equals(compression)) {
            out.u16(id).u16(0).u32(0).u64(content.length).raw(content);
        } else {
            final byte[] packed = pack(compression, content);
            out.u16(id).u16(1).u32(0).u64(packed.length + 8).u32(packed.length).u32(content.length).raw(packed);
        }
    }

    private static byte[] pack(final String compression, final byte[] content) {
        if ("zstd".equals(compression)) {
            return Zstd.compress(content);
        }
        final var deflater = new Deflater();
        deflater.setInput(content);
        deflater.finish();
        final var packed = new byte[content.length + 100];
        final int length = deflater.deflate(packed);
        deflater.end();
        return Arrays.copyOf(packed, length);
    }

    private void headers(final Bytes out) {
        out.raw("header_page\0").u64(layout.headerPage().length()).raw(layout.headerPage());
        out.raw("header_event\0").u64(1).raw("x");
    }

    private void events(final Bytes out) {
        out.u32(1).raw("sched\0").u32(layout.formats().size());
        layout.formats().forEach(format -> out.u64(format.length()).raw(format));
    }

    private static void commandLines(final Bytes out) {
        final String lines = "77 first name\n";
        out.u64(lines.length()).raw(lines);
    }

    private static void option(final Bytes out, final int id, final String content) {
        option(out, id, content.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static void option(final Bytes out, final int id, final byte[] content) {
        out.u16(id).u32(content.length).raw(content);
    }

    /** One CPU's pages. */
    static final class CpuPages {
        private static final long MISSED = 1L << 31;
        private static final long COUNTED = 1L << 30;

        private final Layout layout;
        private final List<byte[]> pages = new ArrayList<>();
        private ByteBuffer page;
        private long stamp;
        private long missed;

        CpuPages(final Layout layout) {
            this.layout = layout;
        }

        private int dataOffset() {
            return 8 + layout.longSize();
        }

        /** Adds an event. */
        CpuPages add(final long nanos, final byte[] event) {
            final boolean far = page != null && nanos - stamp >= 1 << 27;
            if (page == null || page.position() + event.length + 16 > PAGE) {
                start(nanos);
            } else if (far) {
                word(30, nanos - stamp & (1 << 27) - 1);
                page.putInt((int) (nanos - stamp >> 27));
                stamp = nanos;
            }
            if (event.length <= 112) {
                word(event.length / 4, nanos - stamp);
            } else {
                word(0, nanos - stamp);
                page.putInt(event.length + 4);
            }
            page.put(event);
            stamp = nanos;
            return this;
        }

        /** Adds a discarded event and an absolute time, which a reader passes over. */
        CpuPages addPadding(final long nanos) {
            word(29, 1);
            page.putInt(8).putInt(0x55555555);
            word(31, nanos & (1 << 27) - 1);
            page.putInt((int) (nanos >> 27));
            stamp = nanos;
            return this;
        }

        /** Adds a record that claims to be longer than its page. */
        CpuPages addBroken() {
            word(0, 1);
            page.putInt(1 << 20);
            return this;
        }

        /** The next page begins after this many lost events; negative where they were not counted. */
        CpuPages lose(final long count) {
            finish();
            missed = count;
            return this;
        }

        private void word(final int type, final long delta) {
            page.putInt(layout.order() == ByteOrder.LITTLE_ENDIAN ? type | (int) delta << 5 : type << 27 | (int) delta);
        }

        private void start(final long nanos) {
            finish();
            page = ByteBuffer.allocate(PAGE).order(layout.order());
            page.putLong(nanos).position(dataOffset());
            stamp = nanos;
        }

        private void finish() {
            if (page == null) {
                return;
            }
            long commit = (long) page.position() - dataOffset();
            if (missed > 0 && layout.longSize() == 8) {
                page.putLong(missed);
            } else if (missed > 0) {
                page.putInt((int) missed);
            }
            commit |= missed == 0 ? 0 : missed > 0 ? MISSED | COUNTED : MISSED;
            missed = 0;
            if (layout.longSize() == 8) {
                page.putLong(8, commit);
            } else {
                page.putInt(8, (int) commit);
            }
            pages.add(page.array());
            page = null;
        }

        List<byte[]> pages() {
            finish();
            return pages;
        }

        byte[] bytes() {
            final var out = new ByteArrayOutputStream();
            pages().forEach(out::writeBytes);
            return out.toByteArray();
        }
    }

    /** Bytes that grow. */
    static final class Bytes {
        private final ByteOrder order;
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();
        private final TreeMap<Integer, Long> patches = new TreeMap<>();

        Bytes(final ByteOrder order) {
            this.order = order;
        }

        Bytes raw(final byte[] bytes) {
            out.writeBytes(bytes);
            return this;
        }

        Bytes raw(final String text) {
            return raw(text.getBytes(StandardCharsets.ISO_8859_1));
        }

        Bytes u8(final int value) {
            out.write(value);
            return this;
        }

        Bytes u16(final int value) {
            return raw(ByteBuffer.allocate(2).order(order).putShort((short) value).array());
        }

        Bytes u32(final int value) {
            return raw(ByteBuffer.allocate(4).order(order).putInt(value).array());
        }

        Bytes u64(final long value) {
            return raw(ByteBuffer.allocate(8).order(order).putLong(value).array());
        }

        Bytes padTo(final int size) {
            return raw(new byte[size - out.size()]);
        }

        Bytes patch(final int place, final long value) {
            patches.put(place, value);
            return this;
        }

        int size() {
            return out.size();
        }

        byte[] bytes() {
            final byte[] bytes = out.toByteArray();
            patches.forEach((place, value) -> ByteBuffer.wrap(bytes).order(order).putLong(place, value));
            return bytes;
        }
    }
}
