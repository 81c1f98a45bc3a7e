/** A recording's analysis as files for other programs: a page for a browser, a trace for Perfetto, a table for a database. */
package dev.perch.report.recording;
