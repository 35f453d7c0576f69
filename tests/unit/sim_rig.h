/* sim_rig.h - the sim plugin through its loaded table, for its tests. */
#ifndef BENCH_TESTS_SIM_RIG_H
#define BENCH_TESTS_SIM_RIG_H

#include "bench_plugin.h"
#include "config/options.h"

#define US INT64_C(1000)
#define MS (1000 * US)
/* Where its clocks begin. */
#define SIM_BEGIN (1000 * MS)
#define SIM_CREATE                                                             \
	(BENCH_O_READ | BENCH_O_WRITE | BENCH_O_CREATE | BENCH_O_EXCL)

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

struct plugin;

/* One opened target with one session. */
struct sim_life {
	struct plugin *plugin;
	const struct bench_backend *b;
	struct options *options;
	struct bench_ctx *ctx;
	char *facts; /* key=value; */
	void *target, *session;
};

/* The table alone, and its end. */
void sim_load(struct sim_life *life);
void sim_unload(struct sim_life *life);
/* Takes a key and its text; for from_url(). */
int sim_set(void *arg, const char *key, const char *value);
/* "key=value&key=value", by way of the URL; then check(). */
int sim_configure(struct sim_life *life, const char *pairs);
/* All of it, up to a session of worker 0, and back. */
void sim_begin(struct sim_life *life, const char *pairs);
void sim_end(struct sim_life *life);

void *sim_session_of(struct sim_life *life, unsigned worker);
void *sim_file_of(struct sim_life *life, const char *name, unsigned flags);
/* ns since the session's clock began. */
int64_t sim_now(const struct sim_life *life);
/* Times of `count` writes of 1000 bytes, one after the other. */
void sim_time_writes(struct sim_life *life, int64_t *ns, size_t count);

#endif
