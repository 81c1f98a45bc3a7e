/** Reads machines from sysfs trees, lscpu, hwloc and machine files; knows the catalogue and its costs. */
package dev.perch.machines;
