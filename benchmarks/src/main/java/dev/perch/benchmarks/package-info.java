/**
 * JMH benchmarks; compiled with the rest, run by hand:
 * {@code java -cp 'benchmarks/target/classes:benchmarks/target/lib/*' org.openjdk.jmh.Main -prof gc}.
 */
package dev.perch.benchmarks;
