/** Machines from files, and the catalogue with its hardware costs. */
module dev.perch.machines {
    requires transitive dev.perch.topology;
    requires tools.jackson.databind;
    requires tools.jackson.dataformat.yaml;
    requires org.apache.commons.compress;

    exports dev.perch.machines;
}
