package dev.perch.traces;

/** Is told now and then how far the reading of a file has come. */
@FunctionalInterface
public interface Progress {
    /** Nobody looks. */
    Progress NONE = (done, total) -> {};

    /**
     * So far read.
     *
     * @param done bytes of the file as it lies on disk
     * @param total its size
     */
    void at(long done, long total);
}
