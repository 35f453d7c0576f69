/* sweep.h - lists and ranges of sizes and counts. */
#ifndef BENCH_CONFIG_SWEEP_H
#define BENCH_CONFIG_SWEEP_H

#include <stddef.h>
#include <stdint.h>

/* In the order given, without repeats; values are > 0. */
struct sweep {
	uint64_t *values;
	size_t count;
};

/* `64k, 1m, 100m`, `64k..64m` (doubles), `64k..64m*4` (steps by four), and
 * lists of these.  A range holds its upper end only if a step lands on it; a
 * range downwards, a factor below 2, 0, and more than 4096 values are refused.
 * On success replaces what was in out (zeroed or filled before). */
int sweep_sizes(const char *text, struct sweep *out, char **why);
/* The same for plain counts: `1, 2, 4`, `1..8`. */
int sweep_counts(const char *text, struct sweep *out, char **why);
int sweep_copy(struct sweep *to, const struct sweep *from);
void sweep_free(struct sweep *sweep);

#endif
