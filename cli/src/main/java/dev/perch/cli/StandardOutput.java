package dev.perch.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.util.Optional;

/** The standard output, which remembers what its printer swallows: that it could not be written. */
final class StandardOutput extends FilterOutputStream {
    private static final String READER_LEFT = "Broken pipe"; // as EPIPE reads; head has what it wanted

    private IOException failure;

    StandardOutput() {
        super(new FileOutputStream(FileDescriptor.out));
    }

    @Override
    public void write(final int one) throws IOException {
        write(new byte[]{(byte) one}, 0, 1);
    }

    @Override
    public void write(final byte[] bytes, final int start, final int length) throws IOException {
        try {
            out.write(bytes, start, length);
        } catch (final IOException e) {
            failure = e;
            throw e;
        }
    }

    /** Why it could not be written; empty where it could, or whoever reads it left first. */
    Optional<String> failure() {
        return Optional.ofNullable(failure).map(IOException::getMessage).filter(why -> !READER_LEFT.equals(why));
    }
}
