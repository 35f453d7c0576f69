/* toy_orders.c - checks that the harness keeps the contract: the order of the
 * calls, the thread of a session, the flags of a file.
 *
 * The first break is kept and fails this and every later call with a sentence;
 * where a call cannot fail (the closing ones) the process ends with 97. */
#include <stdio.h>
#include <unistd.h>
#include "toy.h"

#define BROKEN_EXIT 97

enum stage { BORN, INITIALISED, CHECKED, OPENED, KNOWN, FINISHED };

struct order_target {
	struct toy_target *store;
	struct bench_ctx *ctx;
};

struct order_session {
	struct toy_session *inner; /* of the store */
	struct bench_ctx *ctx;
	pthread_t thread;
	unsigned files;
};

struct order_file {
	struct toy_file *inner;
	struct order_session *session;
	unsigned flags;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static enum stage stage = BORN;
static unsigned sessions;
static const char *broken;

/* 0 while all is well. */
static int expect(struct bench_ctx *ctx, int kept, const char *rule)
{
	const char *first;

	pthread_mutex_lock(&lock);
	if (!kept && !broken)
		broken = rule;
	first = broken;
	pthread_mutex_unlock(&lock);
	if (first && ctx)
		bench->fail(ctx, "the order of calls is broken: %s", first);
	return first ? -EPROTO : 0;
}

static void insist(int kept, const char *rule)
{
	if (expect(NULL, kept, rule) == 0)
		return;
	fprintf(stderr, "toy_orders: the order of calls is broken: %s\n", broken);
	_exit(BROKEN_EXIT);
}

static int own_thread(const struct order_session *session)
{
	return expect(session->ctx, pthread_equal(session->thread, pthread_self()),
	              "a session is used on the thread that opened it");
}

/* Once per process ------------------------------------------------------- */

static int order_init(void)
{
	int rc = expect(NULL, stage == BORN, "init is called once and first");

	stage = INITIALISED;
	return rc;
}

static void order_fini(void)
{
	insist(stage != BORN && stage != FINISHED, "fini ends what init began");
	insist(stage == INITIALISED || stage == CHECKED,
	       "target_close comes before fini");
	stage = FINISHED;
}

static int order_check(const void *config, struct bench_ctx *ctx)
{
	int rc = expect(ctx, stage == INITIALISED || stage == CHECKED,
	                "check comes after init and before target_open");

	if (rc == 0)
		rc = expect(ctx, config != NULL, "check is given a configuration");
	stage = CHECKED;
	return rc;
}

static int order_target_open(const void *config, struct bench_ctx *ctx,
                             void **target)
{
	struct order_target *order;
	void *store;
	int rc = expect(ctx, stage == CHECKED,
	                "target_open comes after check, once per process");

	if (rc == 0)
		rc = toy_target_open(config, ctx, &store);
	if (rc != 0)
		return rc;
	order = (struct order_target *)calloc(1, sizeof(*order));
	if (!order) {
		toy_target_close(store);
		return -ENOMEM;
	}
	order->store = (struct toy_target *)store;
	order->ctx = ctx;
	stage = OPENED;
	*target = order;
	return 0;
}

static void order_target_close(void *target)
{
	struct order_target *order = (struct order_target *)target;

	insist(sessions == 0, "session_close comes before target_close");
	toy_target_close(order->store);
	free(order);
	stage = CHECKED;
}

static int order_caps(void *target, struct bench_caps *caps)
{
	struct order_target *order = (struct order_target *)target;
	int rc = expect(order->ctx, caps->size == sizeof(*caps) && !caps->props,
	                "caps gets a zeroed struct with its size");

	stage = KNOWN;
	return rc == 0 ? toy_caps(order->store, caps) : rc;
}

static int order_describe(void *target)
{
	struct order_target *order = (struct order_target *)target;
	int rc = expect(order->ctx, stage == KNOWN, "caps comes before describe");

	return rc == 0 ? toy_describe(order->store) : rc;
}

/* Sessions --------------------------------------------------------------- */

static int order_session_open(void *target, const struct bench_who *who,
                              struct bench_ctx *ctx, void **session)
{
	struct order_target *order = (struct order_target *)target;
	struct order_session *made;
	void *inner;
	int rc = expect(ctx, stage == KNOWN, "caps comes before session_open");

	if (rc == 0)
		rc = expect(ctx,
		            who->size == sizeof(*who) && who->workers > 0 &&
		                    who->worker < who->workers && who->ranks > 0 &&
		                    who->rank < who->ranks && who->depth > 0,
		            "bench_who counts ranks, workers and depth from 1");
	if (rc == 0)
		rc = toy_session_open(order->store, who, ctx, &inner);
	if (rc != 0)
		return rc;
	made = (struct order_session *)calloc(1, sizeof(*made));
	if (!made) {
		toy_session_close(inner);
		return -ENOMEM;
	}
	made->inner = (struct toy_session *)inner;
	made->ctx = ctx;
	made->thread = pthread_self();
	pthread_mutex_lock(&lock);
	sessions++;
	pthread_mutex_unlock(&lock);
	*session = made;
	return 0;
}

static void order_session_close(void *session)
{
	struct order_session *order = (struct order_session *)session;

	insist(order->files == 0, "close comes before session_close");
	insist(own_thread(order) == 0, "a session is closed on its own thread");
	toy_session_close(order->inner);
	free(order);
	pthread_mutex_lock(&lock);
	sessions--;
	pthread_mutex_unlock(&lock);
}

/* Files ------------------------------------------------------------------ */

static int check_flags(const struct order_session *session, unsigned flags)
{
	int rc = expect(session->ctx, flags & (BENCH_O_READ | BENCH_O_WRITE),
	                "open says READ, WRITE or both");

	if (rc == 0)
		rc = expect(session->ctx,
		            !(flags & (BENCH_O_CREATE | BENCH_O_TRUNC)) ||
		                    (flags & BENCH_O_WRITE),
		            "CREATE and TRUNC come with WRITE");
	if (rc == 0)
		rc = expect(session->ctx,
		            !(flags & BENCH_O_EXCL) || (flags & BENCH_O_CREATE),
		            "EXCL comes with CREATE");
	if (rc == 0)
		rc = expect(session->ctx, !(flags & BENCH_O_DIRECT),
		            "DIRECT is asked only where caps has it");
	return rc;
}

/* [A-Za-z0-9._-] parts parted by '/', none of them empty, "." or "..". */
static int is_file_name(const char *name)
{
	while (*name) {
		size_t length = strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
		                             "abcdefghijklmnopqrstuvwxyz"
		                             "0123456789._-");

		if (length == 0 || (length == 1 && name[0] == '.') ||
		    (length == 2 && name[0] == '.' && name[1] == '.'))
			return 0;
		name += length;
		if (*name == '\0')
			return 1;
		if (*name++ != '/')
			return 0;
	}
	return 0;
}

static int order_open(void *session, const char *name, unsigned flags,
                      uint64_t size_hint, void **file)
{
	struct order_session *order = (struct order_session *)session;
	struct order_file *made;
	void *inner;
	int rc = own_thread(order);

	if (rc == 0)
		rc = check_flags(order, flags);
	if (rc == 0)
		rc = expect(order->ctx, is_file_name(name),
		            "names are relative and of [A-Za-z0-9._-] parts");
	if (rc == 0)
		rc = toy_open(order->inner, name, flags, size_hint, &inner);
	if (rc != 0)
		return rc;
	made = (struct order_file *)calloc(1, sizeof(*made));
	if (!made) {
		toy_close(inner);
		return -ENOMEM;
	}
	made->inner = (struct toy_file *)inner;
	made->session = order;
	made->flags = flags;
	order->files++;
	*file = made;
	return 0;
}

static int order_close(void *file)
{
	struct order_file *order = (struct order_file *)file;
	int rc = own_thread(order->session);

	order->session->files--;
	toy_close(order->inner);
	free(order);
	return rc;
}

static int64_t order_read(void *file, void *buf, size_t len, uint64_t off)
{
	struct order_file *order = (struct order_file *)file;
	int rc = own_thread(order->session);

	if (rc == 0)
		rc = expect(order->session->ctx, order->flags & BENCH_O_READ,
		            "read is for files opened with READ");
	return rc == 0 ? toy_read(order->inner, buf, len, off) : rc;
}

static int64_t order_write(void *file, const void *buf, size_t len,
                           uint64_t off)
{
	struct order_file *order = (struct order_file *)file;
	int rc = own_thread(order->session);

	if (rc == 0)
		rc = expect(order->session->ctx, order->flags & BENCH_O_WRITE,
		            "write is for files opened with WRITE");
	return rc == 0 ? toy_write(order->inner, buf, len, off) : rc;
}

static int order_flush(void *file)
{
	return own_thread(((struct order_file *)file)->session);
}

/* Names ------------------------------------------------------------------ */

static int order_stat(void *session, const char *name, struct bench_stat *st)
{
	struct order_session *order = (struct order_session *)session;
	int rc = own_thread(order);

	if (rc == 0)
		rc = expect(order->ctx, st->size == sizeof(*st),
		            "stat gets a struct with its size");
	return rc == 0 ? toy_stat(order->inner, name, st) : rc;
}

static int order_unlink(void *session, const char *name)
{
	struct order_session *order = (struct order_session *)session;
	int rc = own_thread(order);

	return rc == 0 ? toy_unlink(order->inner, name) : rc;
}

static int order_mkdir(void *session, const char *name)
{
	struct order_session *order = (struct order_session *)session;
	int rc = own_thread(order);

	return rc == 0 ? toy_mkdir(order->inner, name) : rc;
}

static int order_rmdir(void *session, const char *name)
{
	struct order_session *order = (struct order_session *)session;
	int rc = own_thread(order);

	return rc == 0 ? toy_rmdir(order->inner, name) : rc;
}

static int order_ping(void *session)
{
	return own_thread((struct order_session *)session);
}

static const struct bench_opt order_options[] = {
        BENCH_OPT(struct toy_config, limit, BENCH_SIZE, 0, "1g",
                  "most bytes that the store takes"),
        {.key = NULL},
};

static struct bench_backend backend = {
        .config_size = sizeof(struct toy_config),
        .name = "toy_orders",
        .version = "1",
        .summary = "a toy that checks the order of calls",
        .options = order_options,
        .threads = BENCH_PER_WORKER,
        .init = order_init,
        .fini = order_fini,
        .check = order_check,
        .target_open = order_target_open,
        .target_close = order_target_close,
        .caps = order_caps,
        .describe = order_describe,
        .session_open = order_session_open,
        .session_close = order_session_close,
        .open = order_open,
        .close = order_close,
        .read = order_read,
        .write = order_write,
        .flush = order_flush,
        .stat = order_stat,
        .unlink = order_unlink,
        .mkdir = order_mkdir,
        .rmdir = order_rmdir,
        .ping = order_ping,
};

BENCH_REGISTER(backend)
