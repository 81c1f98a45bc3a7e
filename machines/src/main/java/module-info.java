/** Machines from files, and the catalogue with its hardware costs. */
module dev.perch.machines {
    requires transitive dev.perch.topology;
    requires tools.jackson.databind;
    requires org.snakeyaml.engine;
    requires org.apache.commons.compress;

    exports dev.perch.machines;
}
