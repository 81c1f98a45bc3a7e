/** Machines from files, and the catalogue with its hardware costs. */
module dev.perch.machines {
    requires transitive dev.perch.topology;
    requires transitive tools.jackson.databind;
    requires com.google.common; // for jimfs, whose jar does not say so
    requires com.google.common.jimfs;
    requires java.xml;
    requires org.snakeyaml.engine;
    requires org.apache.commons.compress;
    requires org.tukaani.xz;

    exports dev.perch.machines;
}
