/* wrap_rig.h - a wrapper laid over the sim plugin, for the tests of both. */
#ifndef BENCH_TESTS_WRAP_RIG_H
#define BENCH_TESTS_WRAP_RIG_H

#include "plugin/wrap.h"
#include "sim_rig.h"

/* One opened target with one session.  Its clock begins at SIM_BEGIN. */
struct wrap_life {
	struct sim_life sim; /* loaded and configured, not opened */
	struct plugin *plugin;
	struct options *options;
	struct bench_backend inner; /* may be changed before wrap_open_life() */
	struct wrap wrap;
	struct bench_backend b; /* the made table */
	void *target, *session;
};

/* Both plugins with their options: "key=value&key=value", and "key=value ..."
 * with blanks between them. */
void wrap_load(struct wrap_life *life, const char *sim, const char *wrapper,
               const char *options);
void wrap_open_life(struct wrap_life *life);
/* Both of these. */
void wrap_begin_life(struct wrap_life *life, const char *sim,
                     const char *wrapper, const char *options);
void wrap_end_life(struct wrap_life *life);

void *wrap_session_of(struct wrap_life *life, unsigned worker);
void *wrap_file_of(struct wrap_life *life, const char *name);
/* ns since the session's clock began. */
int64_t wrap_life_now(const struct wrap_life *life);

#endif
