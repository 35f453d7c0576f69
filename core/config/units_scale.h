/* units_scale.h - the tables that units.c reads by and units_print.c prints by.
 * Inside of units only. */
#ifndef BENCH_CONFIG_UNITS_SCALE_H
#define BENCH_CONFIG_UNITS_SCALE_H

#include <stdint.h>

/* One step of a scale; a table ends with name NULL. */
struct units_step {
	const char *name;
	uint64_t factor;
};

/* k to e, upwards; bytes themselves are not in it. */
extern const struct units_step units_size_scale[];
/* d to ns, downwards. */
extern const struct units_step units_time_scale[];

#endif
