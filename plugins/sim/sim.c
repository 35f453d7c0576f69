/* sim.c - a backend that is a script: how long each thing takes stands in the
 * configuration, and a clock of its own goes on by just that.
 *
 * Whoever wants to know whether bench's figures are true holds them against
 * what the script says; nothing sleeps, and no machine's load is in them.  This
 * file is the life of the plugin from its options to its table; model.c has the
 * times, store.c the names and bytes, file.c and names.c the operations. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include "sim.h"

#define HOUR_NS 3600e9

static const char *const models[] = {"fixed", "normal", "two_peaked", "list",
                                     NULL};
static const char *const durables[] = {"none", "peer", "stable", NULL};

/* clang-format off */
#define TIME(member, dflt, help)                                               \
	BENCH_OPT_RANGE(struct sim_config, member, BENCH_TIME, 0, dflt, help, 0, HOUR_NS)

static const struct bench_opt sim_options[] = {
        TIME(latency, "100us", "how long a record takes, its bytes aside; 1 "
                               "ns at least, or the clock would stand still"),
        BENCH_OPT(struct sim_config, bandwidth, BENCH_SIZE, 0, "0",
                  "bytes a second that all records of a session share; "
                  "0: they take no time"),
        {"model", BENCH_ENUM, 0, offsetof(struct sim_config, model), "fixed",
         "how latencies differ: not at all, normal by deviation, two_peaked "
         "by slow_share and slow_latency, or the list of latencies", 0, 0,
         models},
        TIME(deviation, "0", "normal: standard deviation of latency; what falls "
             "below 0 is 0"),
        BENCH_OPT_RANGE(struct sim_config, slow_share, BENCH_REAL, 0, "0.1",
                        "two_peaked: how many of the records are slow", 0, 1),
        TIME(slow_latency, "1ms", "two_peaked: latency of the slow ones"),
        BENCH_OPT(struct sim_config, latencies, BENCH_STR, 0, NULL,
                  "list: latencies in turn, such as 10us, 20us, 1ms"),
        BENCH_OPT_RANGE(struct sim_config, stall_every, BENCH_INT, 0, "0",
                        "every so many records one takes stall_time, whatever "
                        "the model says; 0: none", 0, 1e15),
        TIME(stall_time, "50ms", "latency of a record that stalls"),
        TIME(open_time, "0", "how long an open takes"),
        TIME(close_time, "0", "how long a close takes"),
        TIME(flush_time, "0", "how long a flush takes, and what it adds to each "
             "record with sync = dsync"),
        BENCH_OPT_RANGE(struct sim_config, ping_time, BENCH_TIME, 0, "10us",
                        "how long a ping takes", 1, HOUR_NS),
        TIME(name_time, "0", "how long an operation on a name takes: stat, "
             "rename, unlink, mkdir, rmdir, readdir"),
        BENCH_OPT_RANGE(struct sim_config, channels, BENCH_INT, 0, "1",
                        "records of a session that are served at once; others "
                        "in flight wait", 1, 65536),
        BENCH_OPT_RANGE(struct sim_config, slow_worker, BENCH_INT, 0, "-1",
                        "the thread, from 0, whose times are all multiplied "
                        "by slow_factor; -1: none", -1, 65535),
        BENCH_OPT_RANGE(struct sim_config, slow_factor, BENCH_REAL, 0, "2",
                        "see slow_worker", 0.001, 1000),
        BENCH_OPT_RANGE(struct sim_config, level_deviation, BENCH_REAL, 0, "0",
                        "each worker process multiplies all times by a level "
                        "of its own, normal about 1 with this deviation: "
                        "rounds differ as they do elsewhere", 0, 1),
        BENCH_OPT(struct sim_config, level_file, BENCH_STR, 0, NULL,
                  "a file that counts worker processes, so that their levels "
                  "follow from seed; without it they are drawn by chance"),
        BENCH_OPT_RANGE(struct sim_config, seed, BENCH_INT, 0, "1",
                        "of all that is drawn", 0, 1e15),
        BENCH_OPT(struct sim_config, memory, BENCH_BOOL, 0, "no",
                  "files keep what is written, in the memory of the worker; "
                  "without it only their sizes"),
        {"durable", BENCH_ENUM, 0, offsetof(struct sim_config, durable), "none",
         "what a flush is said to promise", 0, 0, durables},
        BENCH_OPT(struct sim_config, log, BENCH_STR, 0, NULL,
                  "a file to which each record, flush and ping adds a line: "
                  "worker, what, bytes, start and end in ns"),
        {.key = NULL},
};
/* clang-format on */

/* The configuration ------------------------------------------------------ */

static int sim_check(const void *config, struct bench_ctx *ctx)
{
	const struct sim_config *given = (const struct sim_config *)config;
	struct sim_list list;
	int error = 0;

	if (given->model != SIM_LIST && given->latencies) {
		bench->fail(ctx, "`latencies` goes with model = list");
		return -EINVAL;
	}
	if (given->model != SIM_LIST)
		return 0;
	if (given->latencies)
		error = sim_list_read(given->latencies, &list);
	if (!given->latencies || error == -EINVAL) {
		bench->fail(ctx,
		            "model = list needs `latencies`: times parted by commas, "
		            "such as 10us, 20us, 1ms");
		return -EINVAL;
	}
	sim_list_free(&list);
	return error;
}

/* key=value&key=value, in place. */
static int set_pairs(char *pairs, const char *url, struct bench_ctx *ctx,
                     int (*set)(void *arg, const char *key, const char *value),
                     void *arg)
{
	char *next = NULL;

	for (char *pair = strtok_r(pairs, "&", &next); pair;
	     pair = strtok_r(NULL, "&", &next)) {
		char *value = strchr(pair, '=');
		int error;

		if (!value) {
			bench->fail(ctx, "%s: expected key=value, not `%s`", url, pair);
			return -EINVAL;
		}
		*value = '\0';
		error = set(arg, pair, value + 1);
		if (error)
			return error;
	}
	return 0;
}

/* sim:// or sim://?latency=1ms&memory=yes */
static int sim_from_url(const char *url, struct bench_ctx *ctx,
                        int (*set)(void *arg, const char *key,
                                   const char *value),
                        void *arg)
{
	char *pairs;
	int error;

	if (strncasecmp(url, "sim://", 6) != 0 || (url[6] && url[6] != '?')) {
		bench->fail(ctx, "%s: expected sim:// or sim://?key=value&key=value",
		            url);
		return -EINVAL;
	}
	if (!url[6])
		return 0;
	pairs = strdup(url + 7);
	if (!pairs)
		return -ENOMEM;
	error = set_pairs(pairs, url, ctx, set, arg);
	free(pairs);
	return error;
}

/* The target ------------------------------------------------------------- */

/* The number of this process: how many opened the file before it. */
static int count_up(const char *path, struct bench_ctx *ctx, uint64_t *number)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
	struct stat st;
	int error = 0;

	if (fd >= 0 && flock(fd, LOCK_EX) == 0 && fstat(fd, &st) == 0 &&
	    write(fd, "\n", 1) == 1)
		*number = (uint64_t)st.st_size;
	else
		error = errno ? -errno : -EIO;
	if (error)
		bench->fail(ctx, "level_file %s: %s", path, strerror(-error));
	if (fd >= 0)
		close(fd);
	return error;
}

static int draw_level(const struct sim_config *config, struct bench_ctx *ctx,
                      double *level)
{
	uint64_t number = (uint64_t)getpid() * 1000003 + (uint64_t)bench->now_ns();
	int error = 0;

	if (config->level_file)
		error = count_up(config->level_file, ctx, &number);
	*level = sim_level(sim_mix((uint64_t)config->seed, ~number),
	                   config->level_deviation);
	return error;
}

static void sim_target_close(void *target)
{
	struct sim_target *sim = (struct sim_target *)target;

	while (sim->nodes)
		sim_take_out(sim, sim->nodes);
	if (sim->log)
		fclose(sim->log);
	sim_list_free(&sim->list);
	pthread_mutex_destroy(&sim->lock);
	free(sim);
}

static int fill_target(struct sim_target *sim)
{
	const struct sim_config *config = sim->config;
	int error = draw_level(config, sim->ctx, &sim->level);

	if (!error && config->model == SIM_LIST)
		error = sim_list_read(config->latencies, &sim->list);
	if (error || !config->log)
		return error;
	sim->log = fopen(config->log, "ae");
	if (sim->log)
		return 0;
	error = -errno;
	bench->fail(sim->ctx, "log %s: %s", config->log, strerror(-error));
	return error;
}

static int sim_target_open(const void *config, struct bench_ctx *ctx,
                           void **target)
{
	struct sim_target *sim = (struct sim_target *)calloc(1, sizeof(*sim));
	int error;

	if (!sim)
		return -ENOMEM;
	sim->config = (const struct sim_config *)config;
	sim->ctx = ctx;
	pthread_mutex_init(&sim->lock, NULL);
	error = fill_target(sim);
	if (error)
		sim_target_close(sim);
	else
		*target = sim;
	return error;
}

static int sim_caps(void *target, struct bench_caps *caps)
{
	const struct sim_config *config = ((struct sim_target *)target)->config;

	caps->props = BENCH_RANDOM | BENCH_REWRITE | BENCH_SHARED | BENCH_DIRECT |
	              BENCH_MEMORY | (config->memory ? BENCH_KEEPS : 0u);
	caps->durable = (enum bench_durable)config->durable;
	return 0;
}

static int sim_describe(void *target)
{
	struct sim_target *sim = (struct sim_target *)target;

	bench->fact(sim->ctx, "clock", "virtual");
	bench->fact(sim->ctx, "model", "%s", models[sim->config->model]);
	return 0;
}

/* Sessions --------------------------------------------------------------- */

static int sim_session_open(void *target, const struct bench_who *who,
                            struct bench_ctx *ctx, void **session)
{
	struct sim_target *sim = (struct sim_target *)target;
	const struct sim_config *config = sim->config;
	struct sim_session *new = (struct sim_session *)calloc(1, sizeof(*new));

	if (!new)
		return -ENOMEM;
	new->free_ns =
	        (int64_t *)calloc((size_t)config->channels, sizeof(*new->free_ns));
	if (!new->free_ns) {
		free(new);
		return -ENOMEM;
	}
	new->target = sim;
	new->ctx = ctx;
	new->worker = who->worker;
	new->factor = sim->level;
	if ((int64_t)who->worker == config->slow_worker)
		new->factor *= config->slow_factor;
	new->now_ns = SIM_BEGIN_NS;
	new->random = sim_mix((uint64_t)config->seed, who->worker);
	*session = new;
	return 0;
}

static void sim_session_close(void *session)
{
	struct sim_session *sim = (struct sim_session *)session;

	free(sim->free_ns);
	free(sim);
}

/* Nothing here waits, so there is nothing to end. */
static int sim_cancel(void *session)
{
	(void)session;
	return 0;
}

static int sim_counters(void *session)
{
	struct sim_session *sim = (struct sim_session *)session;

	bench->fact(sim->ctx, "records", "%llu", (unsigned long long)sim->turn);
	bench->fact(sim->ctx, "stalls", "%llu", (unsigned long long)sim->stalls);
	bench->fact(sim->ctx, "level", "%.6f", sim->target->level);
	return 0;
}

static int64_t sim_clock_ns(void *session)
{
	return ((struct sim_session *)session)->now_ns;
}

static int sim_wait_until(void *session, int64_t ns)
{
	sim_go_on((struct sim_session *)session, ns);
	return 0;
}

static struct bench_backend backend = {
        .config_size = sizeof(struct sim_config),
        .name = "sim",
        .version = "1.0",
        .summary = "a script of latencies on a clock of its own: figures that "
                   "can be computed",
        .schemes = "sim",
        .options = sim_options,
        .threads = BENCH_PER_WORKER,
        .check = sim_check,
        .from_url = sim_from_url,
        .target_open = sim_target_open,
        .target_close = sim_target_close,
        .caps = sim_caps,
        .describe = sim_describe,
        .session_open = sim_session_open,
        .session_close = sim_session_close,
        .cancel = sim_cancel,
        .open = sim_open,
        .close = sim_close,
        .read = sim_read,
        .write = sim_write,
        .flush = sim_flush,
        .submit = sim_submit,
        .reap = sim_reap,
        .stat = sim_stat,
        .rename = sim_rename,
        .unlink = sim_unlink,
        .mkdir = sim_mkdir,
        .rmdir = sim_rmdir,
        .readdir = sim_readdir,
        .ping = sim_ping,
        .counters = sim_counters,
        .clock_ns = sim_clock_ns,
        .wait_until = sim_wait_until,
};

BENCH_REGISTER(backend)
