package dev.perch.report.study;

/**
 * What a row's benchmark is in Perch.
 *
 * @param workload the workload with its options, as {@code --workload} takes it
 * @param load     how much of it
 * @param reading  which of its figures the row prints
 */
record Drive(String workload, int load, Reading reading) {}
