/** Recordings of real kernels: every format read as one stream of events. */
module dev.perch.traces {
    requires transitive dev.perch.topology;
    requires org.apache.commons.compress;
    requires org.tukaani.xz;
    requires HdrHistogram;
    requires it.unimi.dsi.fastutil;
    requires com.github.luben.zstd_jni;

    exports dev.perch.traces;
    exports dev.perch.traces.analysis;

    uses dev.perch.traces.TraceReader;

    provides dev.perch.traces.TraceReader with
            dev.perch.traces.raw.TraceDat,
            dev.perch.traces.raw.PerfData,
            dev.perch.traces.ctf.CtfTrace,
            dev.perch.traces.perfetto.PerfettoTrace,
            dev.perch.traces.text.TraceCmdReport,
            dev.perch.traces.text.SystraceHtml,
            dev.perch.traces.text.FtraceText,
            dev.perch.traces.text.PerfScript;
}
