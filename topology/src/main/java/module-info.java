/** What a machine is: CPU sets, levels, sched domains, and the running host. Uses the JDK alone. */
module dev.perch.topology {
    exports dev.perch.topology;
}
