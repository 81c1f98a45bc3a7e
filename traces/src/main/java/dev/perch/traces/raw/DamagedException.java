package dev.perch.traces.raw;

import java.io.IOException;

/** A file's description of itself cannot be read. */
final class DamagedException extends IOException {
    private static final long serialVersionUID = 1;

    DamagedException(final String message) {
        super(message);
    }
}
