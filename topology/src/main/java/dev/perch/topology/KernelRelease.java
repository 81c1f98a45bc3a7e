package dev.perch.topology;

/** A kernel release such as 6.12, in the order of time. */
public record KernelRelease(int major, int minor) implements Comparable<KernelRelease> {
    /** Whether this release is {@code other} or a later one. */
    public boolean isAtLeast(final int otherMajor, final int otherMinor) {
        return major > otherMajor || major == otherMajor && minor >= otherMinor;
    }

    @Override
    public int compareTo(final KernelRelease other) {
        return major != other.major ? Integer.compare(major, other.major) : Integer.compare(minor, other.minor);
    }

    @Override
    public String toString() {
        return major + "." + minor;
    }
}
