/** Real time: virtual threads and executors placed by the same scheduler, on carriers pinned one to a CPU. */
module dev.perch.runtime {
    requires transitive dev.perch.scheduler;
    requires jdk.jfr;
    requires java.management;

    exports dev.perch.runtime;
}
