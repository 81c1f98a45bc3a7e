/** What is shown beyond a terminal: charts, one-file HTML pages, published studies beside simulated ones. */
module dev.perch.report {
    requires transitive dev.perch.replay;
    requires transitive dev.perch.simulator;
    requires transitive dev.perch.traces;
    requires transitive com.j2html;
    requires hipparchus.stat;

    exports dev.perch.report;
    exports dev.perch.report.study;
}
