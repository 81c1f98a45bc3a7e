/** One wake-up told step by step, and what other policies would have made of it. */
package dev.perch.cli.explain;
