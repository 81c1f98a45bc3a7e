/** Published tables run again: rows, studies, what each row asks of the simulator, and how well the answers agree. */
package dev.perch.report.study;
