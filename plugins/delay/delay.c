/* delay.c - a wrapper that makes operations take longer: by a fixed time, by
 * one that is drawn about it, or for a share of them by another one. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include "bench_plugin.h"

#define PI      3.14159265358979323846
#define HOUR_NS 3600e9

struct delay_config {
	int64_t time, deviation, second, seed;
	double share;
	char *on;
};

struct delay_target {
	const struct delay_config *config;
	uint32_t calls;
};

struct delay_session {
	const struct delay_target *target;
	uint64_t random;
};

static const struct bench_opt options[] = {
        BENCH_OPT_RANGE(struct delay_config, time, BENCH_TIME, 0, "1ms",
                        "how much longer each operation takes", 0, HOUR_NS),
        BENCH_OPT_RANGE(struct delay_config, deviation, BENCH_TIME, 0, "0",
                        "standard deviation of that time, normal; what falls "
                        "below 0 is 0",
                        0, HOUR_NS),
        BENCH_OPT_RANGE(struct delay_config, second, BENCH_TIME, 0, "0",
                        "the time of a share of the operations instead", 0,
                        HOUR_NS),
        BENCH_OPT_RANGE(
                struct delay_config, share, BENCH_REAL, 0, "0",
                "how many of the operations, by chance, take the second time",
                0, 1),
        BENCH_OPT(struct delay_config, on, BENCH_STR, 0, "read, write, ping",
                  "operations that are delayed, a list of their names; all: "
                  "every one"),
        BENCH_OPT_RANGE(struct delay_config, seed, BENCH_INT, 0, "1",
                        "of all that is drawn; each thread draws its own", 0,
                        1e15),
        {.key = NULL},
};

/* splitmix64 (Steele, Lea and Flood, OOPSLA 2014). */
static uint64_t next_random(uint64_t *state)
{
	uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

/* 0 <= u < 1. */
static double uniform(uint64_t *state)
{
	return (double)(next_random(state) >> 11) * 0x1p-53;
}

/* Box and Muller, one of the two. */
static double gauss(uint64_t *state)
{
	double u = 1 - uniform(state), v = uniform(state);

	return sqrt(-2 * log(u)) * cos(2 * PI * v);
}

static int delay_check(const void *config, struct bench_ctx *ctx)
{
	const struct delay_config *given = config;
	uint32_t calls;

	return bench->calls_read(ctx, given->on, &calls);
}

static int delay_target_open(const void *config, struct bench_ctx *ctx,
                             void **target)
{
	struct delay_target *delay = calloc(1, sizeof(*delay));
	int error;

	if (!delay)
		return -ENOMEM;
	delay->config = config;
	error = bench->calls_read(ctx, delay->config->on, &delay->calls);
	if (error < 0)
		free(delay);
	else
		*target = delay;
	return error;
}

static int delay_session_open(void *target, const struct bench_who *who,
                              struct bench_ctx *ctx, void **session)
{
	struct delay_session *delay = calloc(1, sizeof(*delay));

	(void)ctx;
	if (!delay)
		return -ENOMEM;
	delay->target = target;
	/* Each thread draws its own. */
	delay->random = (uint64_t)delay->target->config->seed;
	delay->random = next_random(&delay->random) + who->worker;
	*session = delay;
	return 0;
}

static int64_t draw(struct delay_session *session)
{
	const struct delay_config *config = session->target->config;
	double ns = (double)config->time;

	if (config->share > 0 && uniform(&session->random) < config->share)
		ns = (double)config->second;
	if (config->deviation > 0)
		ns += (double)config->deviation * gauss(&session->random);
	return ns > 0 ? (int64_t)llround(ns) : 0;
}

static void delay_after(void *session, struct bench_call *call)
{
	struct delay_session *delay = session;

	if (delay->target->calls & UINT32_C(1) << call->what)
		call->due_ns += draw(delay);
}

static struct bench_backend delay = {
        .config_size = sizeof(struct delay_config),
        .name = "delay",
        .version = "1.0",
        .summary = "wraps a backend: operations take longer",
        .options = options,
        .threads = BENCH_FREE,
        .check = delay_check,
        .target_open = delay_target_open,
        .target_close = free,
        .session_open = delay_session_open,
        .session_close = free,
        .wraps = 1,
        .after = delay_after,
};

BENCH_REGISTER(delay)
