/* rate.c - a wrapper that puts a slower link in front of a backend.
 *
 * The link is free again when the bytes of the record before are through, and
 * no record is done before its own are.  That time is kept with its fraction of
 * a nanosecond, so that the rate is right over any length. */
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include "bench_plugin.h"

enum { BOTH, EACH };
enum { READS, WRITES, WAYS };

static const char *const ways[] = {"both", "each", NULL};

struct rate_config {
	uint64_t limit;
	int direction;
};

/* When the link is free, as ns and a part of one. */
struct link {
	int64_t ns;
	double part;
};

/* Of all sessions of a target, also of those in processes that are forked. */
struct shared {
	pthread_mutex_t lock;
	struct link links[WAYS];
};

struct rate_session {
	const struct rate_config *config;
	struct link links[WAYS]; /* where each session has a clock of its own */
};

static const struct bench_opt options[] = {
        BENCH_OPT_RANGE(struct rate_config, limit, BENCH_SIZE, BENCH_REQUIRED,
                        NULL,
                        "bytes a second, of all threads of the target together",
                        1, 1e15),
        {"direction", BENCH_ENUM, 0, offsetof(struct rate_config, direction),
         "both",
         "both: reads and writes share the link; each: there is one for either",
         0, 0, ways},
        {.key = NULL},
};

static struct shared *shared;

/* Before any process is forked. */
static int rate_init(void)
{
	pthread_mutexattr_t kind;
	void *map = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
	                 MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (map == MAP_FAILED)
		return -errno;
	shared = map;
	pthread_mutexattr_init(&kind);
	pthread_mutexattr_setpshared(&kind, PTHREAD_PROCESS_SHARED);
	pthread_mutex_init(&shared->lock, &kind);
	pthread_mutexattr_destroy(&kind);
	return 0;
}

static void rate_fini(void)
{
	munmap(shared, sizeof(*shared));
	shared = NULL;
}

static int rate_target_open(const void *config, struct bench_ctx *ctx,
                            void **target)
{
	(void)ctx;
	/* Nothing is written through it. */
	*target = (void *)(uintptr_t)config;
	return 0;
}

static void rate_target_close(void *target)
{
	(void)target;
}

static int rate_session_open(void *target, const struct bench_who *who,
                             struct bench_ctx *ctx, void **session)
{
	struct rate_session *rate = calloc(1, sizeof(*rate));

	(void)who;
	(void)ctx;
	if (!rate)
		return -ENOMEM;
	rate->config = target;
	*session = rate;
	return 0;
}

/* Sends a record of so many ns over the link; returns when it is through. */
static int64_t send_over(struct link *link, int64_t start_ns, double ns)
{
	double whole;

	/* One that begins at the ns to which the time before was rounded up begins
	 * at that time. */
	if (link->ns + (link->part > 0) < start_ns)
		*link = (struct link){start_ns, 0};
	link->part = modf(link->part + ns, &whole);
	link->ns += (int64_t)whole;
	return link->ns + (link->part > 0);
}

static void rate_after(void *session, struct bench_call *call)
{
	struct rate_session *rate = session;
	int reads = call->what == BENCH_CALL_READ;
	int way = rate->config->direction == EACH && reads ? READS : WRITES;
	int64_t through;
	double ns;

	if ((!reads && call->what != BENCH_CALL_WRITE) || call->result <= 0)
		return;
	ns = (double)call->result * 1e9 / (double)rate->config->limit;
	if (call->own_clock) {
		through = send_over(&rate->links[way], call->start_ns, ns);
	} else {
		pthread_mutex_lock(&shared->lock);
		through = send_over(&shared->links[way], call->start_ns, ns);
		pthread_mutex_unlock(&shared->lock);
	}
	if (through > call->due_ns)
		call->due_ns = through;
}

static struct bench_backend rate = {
        .config_size = sizeof(struct rate_config),
        .name = "rate",
        .version = "1.0",
        .summary = "wraps a backend: a slower link in front of it",
        .options = options,
        .threads = BENCH_FREE,
        .init = rate_init,
        .fini = rate_fini,
        .target_open = rate_target_open,
        .target_close = rate_target_close,
        .session_open = rate_session_open,
        .session_close = free,
        .wraps = 1,
        .after = rate_after,
};

BENCH_REGISTER(rate)
