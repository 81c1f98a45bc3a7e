/** What the verbs print for programs. */
package dev.perch.cli.json;
