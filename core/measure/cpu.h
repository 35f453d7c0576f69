/* cpu.h - processor time of this process and of the whole machine. */
#ifndef BENCH_MEASURE_CPU_H
#define BENCH_MEASURE_CPU_H

#include <stdint.h>
#include <sys/types.h>

/* A reading, or the difference of two; all in ns. */
struct cpu_time {
	int64_t process_ns;         /* CLOCK_PROCESS_CPUTIME_ID: exact */
	int64_t user_ns, system_ns; /* getrusage: the kernel's ticks */
	int64_t host_busy_ns; /* all processors, /proc/stat; -1: not to be had */
};

/* Reads all of it: some 10 us, not for a loop of operations. */
void cpu_read(struct cpu_time *now);
/* after - before.  user_ns and system_ns of the result are process_ns parted
 * in the ratio of the ticks (all of it user_ns where no tick fell), because the
 * ticks alone lose a third of a window of 10 ms. */
void cpu_difference(const struct cpu_time *before, const struct cpu_time *after,
                    struct cpu_time *out);

/* Processor time, in ns, of a process and its family: what it started, what
 * those started, and all of the process group or session that it leads.  Of
 * those that live it is exact; of those that ended and were waited for it is
 * in ticks.  Reads all of /proc once, some ms.  0, or -ESRCH where
 * nothing of it is left, or -ENOMEM. */
int cpu_of_tree(pid_t pid, int64_t *ns);

#endif
