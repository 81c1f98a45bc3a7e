package dev.perch.cli;

/** Reads an option's list of NUMA nodes, which is written as one of CPUs is. */
final class NodeList extends CpuList {
    NodeList() {
        super("node");
    }
}
