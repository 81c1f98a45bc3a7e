/** Comparisons drawn: SVG and PNG. */
package dev.perch.report.chart;
