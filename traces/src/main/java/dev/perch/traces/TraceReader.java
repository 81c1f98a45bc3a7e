package dev.perch.traces;

import java.io.IOException;

/**
 * One format of recordings. Readers are found by {@link java.util.ServiceLoader}; the first one that says yes to a
 * file's beginning reads it, ours before a plug-in's.
 */
public interface TraceReader {
    /** The format's name, for people: {@code ftrace text}. */
    String format();

    /** Which tools write it, in a line. */
    String description();

    /**
     * Whether a recording that begins so is of this format. It may be asked of any bytes whatever, and must not throw.
     *
     * @param source the file; {@link Source#head()} is its beginning, unpacked
     */
    boolean reads(Source source);

    /**
     * Whether the {@linkplain Intake#cpuCount CPU count} that this tells before the first event bounds the CPUs of all
     * events, so that nobody needs to read them all to know.
     */
    default boolean countsCpus() {
        return false;
    }

    /**
     * Reads the whole recording. What is broken in a part is {@linkplain Intake#warn counted} and passed over; where
     * the file ends too early, {@link Intake#cut} says where and this returns.
     *
     * @throws IllegalArgumentException if nothing can be read; the message names the place in the file and the mend
     */
    void read(Source source, Intake intake) throws IOException;
}
