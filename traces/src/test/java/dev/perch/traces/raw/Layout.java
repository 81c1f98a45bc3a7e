package dev.perch.traces.raw;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * How a made-up kernel lays its events out: writes the format files, and events that follow them.
 *
 * @param order the byte order
 * @param longSize 4 or 8
 * @param extraHeader bytes that the common fields have beyond the usual eight
 * @param dynamicNames whether task names stand behind the fields, as the newest kernels place them
 */
record Layout(ByteOrder order, int longSize, int extraHeader, boolean dynamicNames) {
    static final int SWITCH = 314;
    static final int WAKING = 315;
    static final int WAKEUP = 316;
    static final int OTHER = 317;
    private static final String STATES = "(REC)->prev_state & 0xff ? __print_flags((REC)->prev_state & 0xff, \"|\", "
            + "{ 0x0001, \"S\" }, { 0x0002, \"D\" }, { 0x0010, \"X\" }) : \"R\", "
            + "(REC)->prev_state & (((0x0000 | 0x0001 | 0x0002 | 0x00fc) + 1) << 1) ? \"+\" : \"\"";

    /** The usual layout of this order and word size. */
    static Layout of(final ByteOrder order, final int longSize) {
        return new Layout(order, longSize, 0, false);
    }

    /** The ring buffer's page. */
    String headerPage() {
        final int data = 8 + longSize;
        return "\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n\tfield: local_t commit;\toffset:8;\tsize:"
                + longSize
                + ";\tsigned:1;\n\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;\n\tfield: char data;\toffset:"
                + data + ";\tsize:" + (4096 - data) + ";\tsigned:0;\n";
    }

    /** The format files of the sched events. */
    List<String> formats() {
        return List.of(
                format("sched_switch", SWITCH,
                        List.of("name prev_comm", "int prev_pid", "int prev_prio", "long prev_state", "name next_comm",
                                "int next_pid", "int next_prio"),
                        STATES),
                format("sched_waking", WAKING, List.of("name comm", "int pid", "int prio", "int target_cpu"), ""),
                format("sched_wakeup", WAKEUP, List.of("name comm", "int pid", "int prio", "int target_cpu"), ""),
                format("sched_stat_runtime", OTHER, List.of("int pid"), ""));
    }

    private String format(final String name, final int id, final List<String> fields, final String print) {
        final var text = new StringBuilder("name: " + name + "\nID: " + id + "\nformat:\n");
        text.append("\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n")
                .append("\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n")
                .append("\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n")
                .append("\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n");
        int offset = 8 + extraHeader;
        for (final String field : fields) {
            final String type = field.substring(0, field.indexOf(' '));
            final String fieldName = field.substring(field.indexOf(' ') + 1);
            final int size = size(type);
            offset = align(offset, type);
            text.append("\tfield:").append(switch (type) {
                case "name" -> dynamicNames ? "__data_loc char[] " + fieldName : "char " + fieldName + "[16]";
                default -> type + " " + fieldName;
            }).append(";\toffset:").append(offset).append(";\tsize:").append(size).append(";\tsigned:")
                    .append("name".equals(type) ? 0 : 1).append(";\n");
            offset += size;
        }
        return text.append("\nprint fmt: \"...\", ").append(print).append('\n').toString();
    }

    private int size(final String type) {
        return switch (type) {
            case "name" -> dynamicNames ? 4 : 16;
            case "long" -> longSize;
            default -> 4;
        };
    }

    private int align(final int offset, final String type) {
        return "long".equals(type) ? offset + longSize - 1 & -longSize : offset;
    }

    /** The bytes of a switch. */
    byte[] change(final String prev, final int prevPid, final long prevState, final String next, final int nextPid) {
        return event(SWITCH, prevPid, prev, prevPid, 120, prevState, next, nextPid, 120);
    }

    /** The bytes of a wake-up. */
    byte[] wake(final int id, final int pid, final String wakee, final int wakeePid, final int cpu) {
        return event(id, pid, wakee, wakeePid, 120, cpu);
    }

    /** The bytes of an event: strings are names, Longs the kernel's longs, the rest ints. */
    byte[] event(final int id, final int pid, final Object... fields) {
        final ByteBuffer bytes = ByteBuffer.allocate(1024).order(order);
        bytes.putShort((short) id).put((byte) 1).put((byte) 0).putInt(pid).position(8 + extraHeader);
        final List<int[]> locations = new ArrayList<>();
        final List<byte[]> names = new ArrayList<>();
        for (final Object field : fields) {
            switch (field) {
                case final String name when dynamicNames -> {
                    locations.add(new int[]{bytes.position()});
                    names.add((name + "\0").getBytes(StandardCharsets.UTF_8));
                    bytes.putInt(0);
                }
                case final String name -> {
                    final byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
                    bytes.put(utf8).position(bytes.position() + 16 - utf8.length);
                }
                case final Long number -> {
                    bytes.position(align(bytes.position(), "long"));
                    if (longSize == 4) {
                        bytes.putInt(number.intValue());
                    } else {
                        bytes.putLong(number);
                    }
                }
                default -> bytes.putInt((Integer) field);
            }
        }
        for (int i = 0; i < names.size(); i++) {
            bytes.putInt(locations.get(i)[0], names.get(i).length << 16 | bytes.position());
            bytes.put(names.get(i));
        }
        final var event = new byte[bytes.position() + 3 & ~3];
        bytes.get(0, event);
        return event;
    }
}
