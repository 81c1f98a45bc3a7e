package dev.perch.cli;

import dev.perch.traces.Summary;
import java.util.ArrayList;
import java.util.List;

/** What a recording lacks, and what was broken in it, for people to read. */
record Losses(Summary summary) {

    /** A line each; the first tells of lost events, also where there are none. */
    List<String> lines() {
        final var lines = new ArrayList<String>();
        lines.add("losses: " + (summary.gaps() == 0
                ? "none told"
                : summary.gaps() + " gaps, " + summary.lost() + " events counted in them")
                + (summary.overwritten() > 0 ? "; " + summary.overwritten() + " older events were overwritten" : ""));
        summary.cut().ifPresent(cut -> lines.add("the file is cut: it ends at " + Printable.line(cut)));
        if (summary.disorder() > 0) {
            lines.add(summary.disorder() + " events were too late to be sorted");
        }
        summary.warnings().forEach(warning -> lines.add(Printable.line(warning.toString())));
        return lines;
    }
}
