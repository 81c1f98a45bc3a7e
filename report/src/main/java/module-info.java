/** What is shown beyond a terminal: charts, one-file HTML pages, published studies beside simulated ones. */
module dev.perch.report {
    requires transitive dev.perch.replay;
    requires transitive dev.perch.simulator;
    requires transitive dev.perch.traces;
    requires transitive com.j2html;
    requires duckdb.jdbc;
    requires hipparchus.stat;
    requires it.unimi.dsi.fastutil;
    requires transitive java.desktop;
    requires java.sql;
    requires java.xml;
    requires org.apache.xmlgraphics.batik.svggen;
    requires tools.jackson.databind;
    requires xchart;

    exports dev.perch.report.chart;
    exports dev.perch.report.recording;
    exports dev.perch.report.study;
    exports dev.perch.report;
}
