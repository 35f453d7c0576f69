/* socket.c - the raw transport as the ideal file protocol.
 *
 * Files live in the memory of a far end, `bench serve socket`.  Sequential
 * tests stream, random ones take one round trip per record, and with a depth
 * several are on their way: for each cell of a network file system this is what
 * the wire alone would do.
 *
 * This file has the options, the order of life and, last, the table of
 * operations.  connect.c, connection.c, file.c, flight.c, flow.c, names.c and
 * facts.c are the client; server.c, conversation.c, transfer.c and store.c the
 * far end; wire.h is what they say to each other. */
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include "address.h"
#include "connection.h"
#include "file.h"
#include "flight.h"
#include "names.h"
#include "serve.h"

#define BUFFER_MAX  ((double)(1 << 30))
#define MILLISECOND 1e6
#define DAY         86400e9

static const struct bench_opt options[] = {
        BENCH_OPT(struct socket_config, host, BENCH_STR, 0, NULL,
                  "name or address of the far end, also [ADDRESS]:PORT, "
                  "127.0.0.1 unless given; for serve: what to listen on, both "
                  "loopback addresses unless given"),
        BENCH_OPT_RANGE(struct socket_config, port, BENCH_INT, 0, "5201",
                        "TCP port; for serve 0 takes any free one. iperf3 uses "
                        "5201 too",
                        0, 65535),
        BENCH_OPT(struct socket_config, path, BENCH_PATH, 0, NULL,
                  "path of a Unix socket, instead of host and port"),
        BENCH_OPT(
                struct socket_config, keep, BENCH_BOOL, 0, "yes",
                "no: the far end throws away what is written, as iperf3 does, "
                "and reads get zeros; files of any size, in none of its "
                "memory"),
        BENCH_OPT_RANGE(struct socket_config, send_buffer, BENCH_SIZE, 0, "0",
                        "SO_SNDBUF; 0 leaves it to the kernel", 0, BUFFER_MAX),
        BENCH_OPT_RANGE(struct socket_config, receive_buffer, BENCH_SIZE, 0,
                        "0", "SO_RCVBUF; 0 leaves it to the kernel", 0,
                        BUFFER_MAX),
        BENCH_OPT(struct socket_config, nodelay, BENCH_BOOL, 0, "yes",
                  "send small records at once (TCP_NODELAY)"),
        BENCH_OPT_RANGE(struct socket_config, mss, BENCH_INT, 0, "0",
                        "largest TCP segment; 0 leaves it to the kernel", 0,
                        65535),
        BENCH_OPT(struct socket_config, congestion, BENCH_STR, 0, NULL,
                  "TCP congestion control; the kernel's default unless given"),
        BENCH_OPT_RANGE(struct socket_config, connect_timeout, BENCH_TIME, 0,
                        "5s", "longest wait for the connection", MILLISECOND,
                        DAY),
        BENCH_OPT_RANGE(struct socket_config, timeout, BENCH_TIME, 0, "30s",
                        "a peer that moves no byte for so long is dead",
                        MILLISECOND, DAY),
        BENCH_OPT(struct socket_config, memory, BENCH_SIZE, 0, "0",
                  "serve: room for files; 0 is a quarter of the machine's "
                  "memory"),
        BENCH_OPT(struct socket_config, reserve, BENCH_SIZE, 0, "0",
                  "serve: so much of that room is written to before `ready`"),
        BENCH_OPT_RANGE(struct socket_config, busy_poll, BENCH_TIME, 0, "100us",
                        "serve: while a client streams, look for so long for "
                        "more before going to sleep; 0 sleeps at once",
                        0, MILLISECOND),
        BENCH_OPT_RANGE(struct socket_config, clients, BENCH_INT, 0, "64",
                        "serve: clients at the same time", 1, 4096),
        {0}};

struct target {
	const struct socket_config *config;
	struct bench_ctx *ctx;
	pthread_mutex_t lock;
	/* The first connection tells whether the far end is there and what it
	 * is like; the first session takes it over. */
	struct connection *spare;
};

static int socket_check(const void *settings, struct bench_ctx *ctx)
{
	const struct socket_config *config = settings;
	struct address address;
	struct sockaddr_un path;
	int error;

	if (config->path) {
		if (config->host || config->port != SOCKET_PORT) {
			bench->fail(ctx, "`path` is for a Unix socket and excludes "
			                 "`host` and `port`");
			return -EINVAL;
		}
		if (config->mss || config->congestion) {
			bench->fail(ctx, "`mss` and `congestion` are for TCP, not for the "
			                 "Unix socket of `path`");
			return -EINVAL;
		}
		return address_unix(config->path, ctx, &path);
	}
	error = address_parse(config->host, config->port, ctx, &address);
	if (!error && address.port != config->port && config->port != SOCKET_PORT) {
		bench->fail(ctx, "`host` names port %d, `port` says %d",
		            (int)address.port, (int)config->port);
		error = -EINVAL;
	}
	address_free(&address);
	return error;
}

/* The connection for questions; made anew if a session has taken it. */
static int spare(struct target *target)
{
	if (target->spare)
		return 0;
	return connection_open(target->config, target->ctx, &target->spare);
}

static int socket_target_open(const void *config, struct bench_ctx *ctx,
                              void **out)
{
	struct target *target = bench->alloc(0, sizeof(*target));
	int error;

	if (!target)
		return -ENOMEM;
	*target = (struct target){.config = config, .ctx = ctx};
	pthread_mutex_init(&target->lock, NULL);
	error = spare(target);
	if (error) {
		pthread_mutex_destroy(&target->lock);
		bench->free(target);
		return error;
	}
	*out = target;
	return 0;
}

static void socket_target_close(void *handle)
{
	struct target *target = handle;

	connection_close(target->spare);
	pthread_mutex_destroy(&target->lock);
	bench->free(target);
}

static int socket_caps(void *handle, struct bench_caps *caps)
{
	struct target *target = handle;
	uint64_t left = 0, total = 0;
	int error;

	pthread_mutex_lock(&target->lock);
	error = spare(target);
	if (!error)
		error = names_space(target->spare, &left, &total);
	pthread_mutex_unlock(&target->lock);
	if (error)
		return error;
	caps->props = BENCH_RANDOM | BENCH_REWRITE | BENCH_SHARED | BENCH_MEMORY;
	caps->durable = BENCH_DUR_PEER;
	caps->max_depth = FLIGHT_MAX;
	caps->max_io = WIRE_RECORD_MAX;
	if (!target->config->keep)
		return 0;
	caps->props |= BENCH_KEEPS;
	caps->max_size = total;
	caps->free_bytes = left;
	return 0;
}

static int socket_describe(void *handle)
{
	struct target *target = handle;
	int error;

	pthread_mutex_lock(&target->lock);
	error = spare(target);
	if (!error)
		facts_describe(target->spare, target->ctx);
	pthread_mutex_unlock(&target->lock);
	return error;
}

static int socket_session_open(void *handle, const struct bench_who *who,
                               struct bench_ctx *ctx, void **session)
{
	struct target *target = handle;
	struct connection *connection;

	(void)who;
	pthread_mutex_lock(&target->lock);
	connection = target->spare;
	target->spare = NULL;
	pthread_mutex_unlock(&target->lock);
	if (connection)
		connection->ctx = ctx;
	else {
		int error = connection_open(target->config, ctx, &connection);

		if (error)
			return error;
	}
	*session = connection;
	return 0;
}

static void socket_session_close(void *session)
{
	connection_close(session);
}

static int socket_cancel(void *session)
{
	struct connection *connection = session;

	atomic_store(&connection->cancelled, true);
	shutdown(connection->fd, SHUT_RDWR);
	return 0;
}

static int socket_counters(void *session)
{
	facts_counters(session);
	return 0;
}

static int socket_serve(const void *config, struct bench_ctx *ctx)
{
	return server_run(config, ctx);
}

static struct bench_backend backend = {
        .name = "socket",
        .version = SOCKET_VERSION,
        .summary = "raw TCP or Unix socket to `bench serve socket`: what the "
                   "wire alone can do",
        .license = "BSD-3-Clause",
        .schemes = "tcp unix",
        .config_size = sizeof(struct socket_config),
        .options = options,
        .threads = BENCH_PER_WORKER,
        .check = socket_check,
        .from_url = address_from_url,
        .target_open = socket_target_open,
        .target_close = socket_target_close,
        .caps = socket_caps,
        .describe = socket_describe,
        .session_open = socket_session_open,
        .session_close = socket_session_close,
        .cancel = socket_cancel,
        .open = file_open,
        .close = file_close,
        .read = file_read,
        .write = file_write,
        .flush = file_flush,
        .submit = flight_submit,
        .reap = flight_reap,
        .stat = names_stat,
        .rename = names_rename,
        .unlink = names_unlink,
        .mkdir = names_mkdir,
        .rmdir = names_rmdir,
        .readdir = names_readdir,
        .ping = names_ping,
        .counters = socket_counters,
        .serve = socket_serve,
        .expect = file_expect,
};

BENCH_REGISTER(backend)
