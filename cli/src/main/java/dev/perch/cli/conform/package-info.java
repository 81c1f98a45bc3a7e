/**
 * Scenario files: one JSON object a line, a call of kernel code with its inputs and the kernel's answer; read, answered
 * by the engine, and compared field by field.
 */
package dev.perch.cli.conform;
