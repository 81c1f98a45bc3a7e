/** rt-app's files as workloads. */
package dev.perch.simulator.rtapp;
