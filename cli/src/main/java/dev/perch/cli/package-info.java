/** The verbs of the {@code perch} command. */
package dev.perch.cli;
