package dev.perch.report.recording;

import dev.perch.traces.Summary;
import dev.perch.traces.analysis.Chronicle;
import java.io.IOException;

/**
 * A file made while a recording is read and analyzed: it hears of every event, after the analysis did, and of what the
 * analysis made out of them. Closing it unfinished leaves nothing behind.
 */
interface RecordingFile extends Chronicle, AutoCloseable {
    /**
     * The recording has been read: completes the file and puts it in its place.
     *
     * @param summary what was read
     * @param analysis what was found, as {@code perch analyze --format json} prints it
     */
    void finish(Summary summary, Object analysis) throws IOException;

    @Override
    void close() throws IOException;
}
