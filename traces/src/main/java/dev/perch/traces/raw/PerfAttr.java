package dev.perch.traces.raw;

/**
 * What perf recorded with one kind of event: the fields of its samples, in the kernel's order (perf_event_open(2)).
 *
 * @param sampleType which fields a sample has
 * @param readFormat what a counter's value consists of
 * @param idAll whether other records end with the sample's identifying fields
 * @param idOffset where a sample holds the number that tells its attr, counted from its content; -1 where it does not
 * @param tidOffset where it holds its pid and tid
 * @param timeOffset where it holds its stamp
 * @param cpuOffset where it holds its CPU
 * @param restOffset where what follows those begins
 */
record PerfAttr(long sampleType, long readFormat, boolean idAll, int idOffset, int tidOffset, int timeOffset,
        int cpuOffset, int restOffset) {
    private static final int SMALLEST = 48;
    private static final int IP = 1;
    private static final int TID = 1 << 1;
    private static final int TIME = 1 << 2;
    private static final int ADDR = 1 << 3;
    private static final int READ = 1 << 4;
    private static final int CALLCHAIN = 1 << 5;
    private static final int ID = 1 << 6;
    private static final int CPU = 1 << 7;
    private static final int PERIOD = 1 << 8;
    private static final int STREAM_ID = 1 << 9;
    private static final int RAW = 1 << 10;
    private static final int IDENTIFIER = 1 << 16;
    private static final int READ_ENABLED = 1;
    private static final int READ_RUNNING = 1 << 1;
    private static final int READ_ID = 1 << 2;
    private static final int READ_GROUP = 1 << 3;
    private static final int READ_LOST = 1 << 4;

    /** Reads the kernel's struct perf_event_attr. */
    static PerfAttr parse(final byte[] bytes, final ByteOrdered order) throws DamagedException {
        if (bytes.length < SMALLEST) {
            throw new DamagedException("an event's description of " + bytes.length + " bytes: the file is damaged");
        }
        final long flags = order.s64(bytes, 40);
        final int idAll = order == ByteOrdered.LITTLE ? 18 : 63 - 18; // bit fields begin at the other end
        return of(order.s64(bytes, 24), order.s64(bytes, 32), (flags >>> idAll & 1) != 0);
    }

    private static PerfAttr of(final long sampleType, final long readFormat, final boolean idAll) {
        final int id = (sampleType & IDENTIFIER) != 0 ? 0
                : (sampleType & ID) != 0 ? size(sampleType, IP | TID | TIME | ADDR) : -1;
        final int tid = size(sampleType, IDENTIFIER | IP);
        final int time = tid + size(sampleType, TID);
        final int cpu = time + size(sampleType, TIME | ADDR | ID | STREAM_ID);
        return new PerfAttr(sampleType, readFormat, idAll, id, tid, time, cpu, cpu + size(sampleType, CPU | PERIOD));
    }

    /** How many bytes those of these fields take that a sample has. */
    private static int size(final long sampleType, final int fields) {
        return Long.bitCount(sampleType & fields) * Long.BYTES;
    }

    private boolean has(final int field) {
        return (sampleType & field) != 0;
    }

    /** Whether a sample tells what we need: who, when, where, and the tracepoint's bytes. */
    boolean isTraced() {
        return has(TID) && has(TIME) && has(CPU) && has(RAW);
    }

    /** Where the sample at {@code at} holds the size of its tracepoint's bytes, which follow; -1 beyond {@code end}. */
    int rawPlace(final byte[] bytes, final int at, final int end, final ByteOrdered order) {
        long place = at + (long) restOffset;
        if (has(READ)) {
            if (place + 8 > end) {
                return -1;
            }
            place += readSize(order.s64(bytes, (int) place));
        }
        if (has(CALLCHAIN)) {
            if (place < 0 || place + 8 > end) {
                return -1;
            }
            final long depth = order.s64(bytes, (int) place);
            place = depth < 0 || depth > 1 << 13 ? -1 : place + 8 + depth * 8;
        }
        return place < 0 || place + 4 > end ? -1 : (int) place;
    }

    private long readSize(final long first) {
        final long each = 8L * (1 + bit(READ_ID) + bit(READ_LOST));
        final long times = 8L * (bit(READ_ENABLED) + bit(READ_RUNNING));
        if (bit(READ_GROUP) == 0) {
            return each + times;
        }
        return first < 0 || first > 1 << 13 ? Integer.MIN_VALUE : 8 + times + first * each;
    }

    private int bit(final int field) {
        return (readFormat & field) != 0 ? 1 : 0;
    }

    /** How far before its end a record that is no sample holds its CPU; 0 where it does not. */
    int cpuFromEnd() {
        return idAll && has(CPU) ? size(sampleType, CPU | IDENTIFIER) : 0;
    }

    /** How far before its end a record that is no sample holds its stamp; 0 where it does not. */
    int timeFromEnd() {
        return idAll && has(TIME) ? size(sampleType, TIME | ID | STREAM_ID | CPU | IDENTIFIER) : 0;
    }
}
