/* disturbance.h - what else went on while something was measured.
 *
 * A reading before and one after a window, both by the thread that does the
 * work, and their difference.  A number that the system does not give is NAN,
 * never 0: who looks must be able to tell calm from blind. */
#ifndef BENCH_MEASURE_DISTURBANCE_H
#define BENCH_MEASURE_DISTURBANCE_H

#include <stdint.h>

enum { DISTURBANCE_CPU, DISTURBANCE_IO, DISTURBANCE_MEMORY, DISTURBANCE_KINDS };

/* Of one thread: open, read and close it on that thread. */
struct disturbance_sources {
	int schedstat, stat, pressure[DISTURBANCE_KINDS]; /* -1: not there */
};

struct disturbance {
	int64_t ns; /* CLOCK_MONOTONIC; of a difference the window's length */
	/* Of this thread. */
	double run_delay_ns; /* ready to run, but waiting for a processor */
	double voluntary, involuntary; /* switches */
	double minor_faults, major_faults;
	/* Of the machine, in its ticks summed over all processors. */
	double steal, busy, all;
	/* Time in which some task waited for it, in us: PSI, "some". */
	double pressure_us[DISTURBANCE_KINDS];
};

/* root is put before /proc/...; "" is this machine.  A source that is not there
 * is no error. */
void disturbance_open(struct disturbance_sources *sources, const char *root);
void disturbance_close(struct disturbance_sources *sources);

/* Some 10 us where all is there: around a slice, not in a loop. */
void disturbance_read(const struct disturbance_sources *sources,
                      struct disturbance *now);
/* after - before; NAN where either is. */
void disturbance_difference(const struct disturbance *before,
                            const struct disturbance *after,
                            struct disturbance *out);
/* Adds another thread's difference over the same window: the longest run delay
 * of all, the sum of switches and faults; the machine's figures stay. */
void disturbance_merge(struct disturbance *into,
                       const struct disturbance *from);

/* Shares of the window, 0 to 1; NAN where not known. */
double disturbance_run_delay(const struct disturbance *difference);
double disturbance_steal(const struct disturbance *difference);
double disturbance_pressure(const struct disturbance *difference, int kind);

enum {
	DISTURBANCE_NOISY = 1 << 0, /* run delay above 0.5 % of the window, beyond
	                               20 us for each voluntary switch: who sleeps
	                               until a peer answers waits at each waking,
	                               if nobody else runs but the peer */
	DISTURBANCE_STEAL = 1 << 1, /* above 1 %, in a window of 1 s or more: it is
	                               counted in ticks of 10 ms */
	DISTURBANCE_DRIFT = 1 << 2, /* of the clock, above 50 ppm either way */
	DISTURBANCE_PRESSURE = 1 << 3 /* on memory above 5 %; that on processor and
	                                 disk may be the measured work itself */
};
#define DISTURBANCE_FLAGS 4

/* The flags of a difference and a clock_drift_ppm(); what is NAN is not
 * judged. */
unsigned disturbance_flags(const struct disturbance *difference,
                           double drift_ppm);
/* The word of one flag, as it stands in a row: noisy, steal, drift, pressure;
 * NULL for anything else. */
const char *disturbance_flag_name(unsigned flag);

#endif
