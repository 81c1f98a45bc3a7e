/** What pages and charts share. */
package dev.perch.report;
