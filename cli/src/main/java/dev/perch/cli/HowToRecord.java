package dev.perch.cli;

/** What {@code perch analyze --how} prints. */
final class HowToRecord {
    private HowToRecord() {}

    /** The commands, and what they cost. */
    static String text() {
        return """
                Record scheduler events for some seconds under the load you ask about, as root, by one of:

                trace-cmd (one file, smallest cost; raise -b where events are lost):
                  trace-cmd record -b 20000 -C mono \\
                    -e sched_switch -e sched_waking -e sched_wakeup -e sched_wakeup_new -e sched_migrate_task \\
                    -e sched_process_fork -e sched_process_exec -e sched_process_exit -e cpu_idle \\
                    -o trace.dat sleep 10

                perf (its "sched record" also takes sched_stat events, which double the size):
                  perf record -a -m 16M -k mono \\
                    -e sched:sched_switch,sched:sched_waking,sched:sched_wakeup,sched:sched_wakeup_new \\
                    -e sched:sched_migrate_task,sched:sched_process_fork,sched:sched_process_exec \\
                    -e sched:sched_process_exit,power:cpu_idle -o perf.data -- sleep 10

                Perfetto (tracebox --txt -c FILE -o trace.perfetto, with this FILE):
                  duration_ms: 10000
                  buffers { size_kb: 262144 fill_policy: RING_BUFFER }
                  data_sources { config { name: "linux.ftrace" ftrace_config {
                    ftrace_events: "sched/sched_switch" ftrace_events: "sched/sched_waking"
                    ftrace_events: "sched/sched_wakeup" ftrace_events: "sched/sched_wakeup_new"
                    ftrace_events: "sched/sched_migrate_task" ftrace_events: "sched/sched_process_fork"
                    ftrace_events: "sched/sched_process_exec" ftrace_events: "sched/sched_process_exit"
                    ftrace_events: "power/cpu_idle" buffer_size_kb: 16384 } } }

                tracefs alone (text, no tools):
                  cd /sys/kernel/tracing && echo 20000 > buffer_size_kb && echo mono > trace_clock
                  for e in sched/sched_switch sched/sched_waking sched/sched_wakeup sched/sched_wakeup_new \\
                    sched/sched_migrate_task sched/sched_process_fork sched/sched_process_exec \\
                    sched/sched_process_exit power/cpu_idle; do echo 1 > events/$e/enable; done
                  echo 1 > tracing_on; sleep 10; echo 0 > tracing_on; cat trace | gzip > ~/trace.txt.gz

                The machine, in the same directory, so that it is found:
                  lscpu > lscpu.txt
                  tar czf sysfs.tar.gz /sys/devices/system/cpu /sys/devices/system/node

                What must be there: sched_switch, and sched_waking or sched_wakeup. Without sched_wakeup a placement is
                where the task ran first; without sched_migrate_task migrations have no cause; without cpu_idle there
                are no idle states.

                Cost: each event takes roughly 0.1 to 0.3 us of its CPU and 50 to 100 bytes; a wake-up makes about four
                events. A host with 100,000 wake-ups a second writes some 30 MB/s and loses a few percent of one CPU.
                """;
    }
}
