/** The {@code perch} command. */
module dev.perch.cli {
    requires dev.perch.machines;
    requires dev.perch.replay;
    requires dev.perch.report;
    requires dev.perch.runtime;
    requires dev.perch.simulator;
    requires dev.perch.traces;
    requires info.picocli;
    requires me.tongfei.progressbar;
    requires tools.jackson.databind;

    opens dev.perch.cli to info.picocli;
}
