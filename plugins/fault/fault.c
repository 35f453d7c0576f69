/* fault.c - a wrapper that breaks operations on purpose: an error, half a
 * record, a flipped byte, or no answer at all. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "bench_plugin.h"

enum { ERROR, SHORT, FLIP, HANG };

static const char *const kinds[] = {"error", "short", "flip", "hang", NULL};

#define DATA (UINT32_C(1) << BENCH_CALL_READ | UINT32_C(1) << BENCH_CALL_WRITE)

struct fault_config {
	char *on, *error;
	int64_t at, seed;
	double share;
	int kind;
};

struct fault_target {
	const struct fault_config *config;
	uint32_t calls;
	int error; /* errno */
};

struct fault_session {
	const struct fault_target *target;
	struct bench_ctx *ctx;
	uint64_t random, count, faults;
};

static const struct bench_opt options[] = {
        BENCH_OPT(struct fault_config, on, BENCH_STR, 0, "read",
                  "operations that are broken, a list of their names; all: "
                  "every one"),
        {"kind", BENCH_ENUM, 0, offsetof(struct fault_config, kind), "error",
         "what happens: an error, half a record, a flipped byte, or no answer",
         0, 0, kinds},
        BENCH_OPT(struct fault_config, error, BENCH_STR, 0, "EIO",
                  "the error, by its name in errno(3), such as ENOSPC"),
        BENCH_OPT_RANGE(struct fault_config, at, BENCH_INT, 0, "0",
                        "the number of the broken operation, from 1, in each "
                        "session; 0: none",
                        0, 1e15),
        BENCH_OPT_RANGE(struct fault_config, share, BENCH_REAL, 0, "0",
                        "how many of the operations are broken, by chance", 0,
                        1),
        BENCH_OPT_RANGE(struct fault_config, seed, BENCH_INT, 0, "1",
                        "of what is drawn; each thread draws its own", 0, 1e15),
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

/* The options ------------------------------------------------------------ */

static int error_number(const char *name)
{
	for (int i = 1; i < 4096; i++) {
		const char *known = strerrorname_np(i);

		if (known && strcmp(known, name) == 0)
			return i;
	}
	return 0;
}

static int read_config(const struct fault_config *config, struct bench_ctx *ctx,
                       struct fault_target *out)
{
	int error = bench->calls_read(ctx, config->on, &out->calls);

	if (error < 0)
		return error;
	out->config = config;
	out->error = error_number(config->error ? config->error : "");
	if (!out->error) {
		bench->fail(ctx,
		            "fault.error: `%s` is no name of an error, such as "
		            "EIO or ENOSPC",
		            config->error ? config->error : "");
		return -EINVAL;
	}
	if (!config->at && !(config->share > 0)) {
		bench->fail(ctx, "wrap = fault needs fault.at or fault.share to say "
		                 "when");
		return -EINVAL;
	}
	if ((config->kind == SHORT || config->kind == FLIP) && out->calls & ~DATA) {
		bench->fail(ctx,
		            "fault.kind = %s is for read and write alone, not for "
		            "fault.on = %s",
		            kinds[config->kind], config->on);
		return -EINVAL;
	}
	return 0;
}

static int fault_check(const void *config, struct bench_ctx *ctx)
{
	struct fault_target target;

	return read_config(config, ctx, &target);
}

/* The life --------------------------------------------------------------- */

static int fault_target_open(const void *config, struct bench_ctx *ctx,
                             void **target)
{
	struct fault_target *fault = calloc(1, sizeof(*fault));
	int error;

	if (!fault)
		return -ENOMEM;
	error = read_config(config, ctx, fault);
	if (error < 0)
		free(fault);
	else
		*target = fault;
	return error;
}

static int fault_session_open(void *target, const struct bench_who *who,
                              struct bench_ctx *ctx, void **session)
{
	struct fault_session *fault = calloc(1, sizeof(*fault));

	if (!fault)
		return -ENOMEM;
	fault->target = target;
	fault->ctx = ctx;
	/* Each thread draws its own. */
	fault->random = (uint64_t)fault->target->config->seed;
	fault->random = next_random(&fault->random) + who->worker;
	*session = fault;
	return 0;
}

static int fault_counters(void *session)
{
	struct fault_session *fault = session;

	bench->fact(fault->ctx, "faults", "%llu",
	            (unsigned long long)fault->faults);
	return 0;
}

/* Operations ------------------------------------------------------------- */

/* Is it this one's turn? */
static int is_chosen(struct fault_session *fault, const struct bench_call *call)
{
	const struct fault_config *config = fault->target->config;
	double draw;

	if (!(fault->target->calls & UINT32_C(1) << call->what))
		return 0;
	fault->count++;
	if (config->at && fault->count == (uint64_t)config->at)
		return 1;
	if (!(config->share > 0))
		return 0;
	draw = (double)(next_random(&fault->random) >> 11) * 0x1p-53;
	return draw < config->share;
}

/* The byte that mark names, from 1. */
static void flip(const struct bench_call *call)
{
	((unsigned char *)call->buf)[call->mark - 1] ^= 0x10;
}

static int fault_before(void *session, struct bench_call *call)
{
	struct fault_session *fault = session;
	const struct fault_target *target = fault->target;

	if (!is_chosen(fault, call))
		return 0;
	fault->faults++;
	if (target->config->kind == ERROR) {
		bench->fail(fault->ctx, "%s number %llu failed on purpose (%s, %s)",
		            bench->call_name((int)call->what),
		            (unsigned long long)fault->count,
		            strerrorname_np(target->error),
		            strerrordesc_np(target->error));
		return -target->error;
	}
	call->mark = 1;
	if (target->config->kind != FLIP)
		return 0;
	if (!call->len) {
		call->mark = 0;
		return 0;
	}
	call->mark += next_random(&fault->random) % call->len;
	if (call->what == BENCH_CALL_WRITE)
		flip(call);
	return 0;
}

static void fault_after(void *session, struct bench_call *call)
{
	struct fault_session *fault = session;
	int kind = fault->target->config->kind;

	if (!call->mark)
		return;
	/* What was written broken is the caller's, and whole again. */
	if (kind == FLIP &&
	    (call->what == BENCH_CALL_WRITE || call->result >= (int64_t)call->mark))
		flip(call);
	else if (kind == SHORT && call->result > 0)
		call->result /= 2;
	else if (kind == HANG)
		call->due_ns = BENCH_NEVER;
}

static struct bench_backend fault = {
        .config_size = sizeof(struct fault_config),
        .name = "fault",
        .version = "1.0",
        .summary = "wraps a backend: operations fail, lie or hang on purpose",
        .options = options,
        .threads = BENCH_FREE,
        .check = fault_check,
        .target_open = fault_target_open,
        .target_close = free,
        .session_open = fault_session_open,
        .session_close = free,
        .counters = fault_counters,
        .wraps = 1,
        .before = fault_before,
        .after = fault_after,
};

BENCH_REGISTER(fault)
