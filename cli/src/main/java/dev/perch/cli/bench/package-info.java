/** Small workloads of virtual threads, run under the JDK's scheduler and under Perch's, each in a JVM of its own. */
package dev.perch.cli.bench;
