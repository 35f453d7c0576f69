/* quiet.h - waiting until the machine is at rest before something is measured.
 *
 * Quiet is: each processor idle for 95 % of a time of 100 ms.  Where that
 * cannot be known (no /proc/stat, or a control group's limit, under which the
 * machine's idleness says nothing about ours), nobody waits. */
#ifndef BENCH_MEASURE_QUIET_H
#define BENCH_MEASURE_QUIET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum quiet_answer {
	QUIET_NOT_KNOWN, /* and will not be */
	QUIET_NOT_YET,
	QUIET_NOW
};

struct quiet_cpu {
	uint64_t busy, idle; /* the kernel's ticks */
};

struct quiet {
	bool known;
	int stat;
	size_t count;             /* of processors */
	struct quiet_cpu *before; /* when the window began */
	struct quiet_cpu *now;
	int64_t began_ns;
};

/* root is put before /proc and /sys; "" is this machine.  0 or -ENOMEM. */
int quiet_open(struct quiet *quiet, const char *root);
void quiet_close(struct quiet *quiet);
/* Looks once, without waiting; call it every 10 to 20 ms.  now_ns is
 * clock_now_ns(). */
enum quiet_answer quiet_step(struct quiet *quiet, int64_t now_ns);

struct quiet_result {
	enum quiet_answer answer; /* QUIET_NOT_YET: the limit came first */
	int64_t waited_ns;
};

/* Waits for quiet, limit_ns at most.  stop (may be NULL) is asked every 10 ms
 * and ends it.  0, -ENOMEM, or -EINTR when stop said so; *result is filled in
 * any case. */
int quiet_wait(int64_t limit_ns, bool (*stop)(void *), void *context,
               struct quiet_result *result);

const char *quiet_answer_name(enum quiet_answer answer); /* "not known", "no",
                                                            "yes" */

#endif
