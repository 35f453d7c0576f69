/* @NAME@.c - a backend for bench: say here in a line what it reaches.
 *
 * As it came it keeps files in the memory of the process, so that it can be
 * built, checked and measured at once.  Each operation says what to put in its
 * place; what your target cannot do, delete, and its line in the table with it:
 * the cells that need it are then `unsupported`, with the reason.
 *
 * It reads in the order of its life, the table last; see bench_plugin.h. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <bench_plugin.h>

#define MAX_DEPTH 256

/* From this table come parsing, ranges and `bench plugin help`. */
struct config {
	uint64_t room;
};

static const struct bench_opt options[] = {
        BENCH_OPT_RANGE(struct config, room, BENCH_SIZE, 0, "64m",
                        "bytes of all files together", 4096, 1099511627776.0),
        {.key = NULL},
};

/* A file or a directory. */
struct node {
	struct node *next;
	char *name;
	unsigned char *bytes;
	uint64_t size;
	unsigned holders; /* the store's own hold, and each open handle */
	int is_dir;
};

/* The target: what the sessions share, behind one lock. */
struct store {
	const struct config *config;
	struct bench_ctx *ctx;
	pthread_mutex_t lock;
	struct node *nodes;
	uint64_t used;
};

/* One thread's own way to the target; a connection would be in here. */
struct session {
	struct store *store;
	struct bench_ctx *ctx;
	struct bench_io *flight[MAX_DEPTH]; /* submitted and not yet reaped */
	unsigned flying;
	unsigned long long records;
};

struct file {
	struct session *session;
	struct node *node;
};

/* Each failure has its sentence: name the thing, then say what was wrong, in
 * the words of your protocol.  error is positive; what is returned is not. */
static int refuse(struct bench_ctx *ctx, int error, const char *name,
                  const char *why)
{
	bench->fail(ctx, "%s: %s", name, why);
	return -error;
}

static struct store *enter(struct session *session)
{
	pthread_mutex_lock(&session->store->lock);
	return session->store;
}

static int leave(struct session *session, int error, const char *name)
{
	pthread_mutex_unlock(&session->store->lock);
	return error ? refuse(session->ctx, error, name, strerror(error)) : 0;
}

/* Where the name's node is chained in; NULL stands there where it is none. */
static struct node **find(struct store *store, const char *name)
{
	struct node **at = &store->nodes;

	while (*at && strcmp((*at)->name, name) != 0)
		at = &(*at)->next;
	return at;
}

static struct node *make(struct store *store, const char *name, int is_dir)
{
	struct node *node = calloc(1, sizeof(*node));

	if (!node || !(node->name = strdup(name))) {
		free(node);
		return NULL;
	}
	node->is_dir = is_dir;
	node->holders = 1;
	node->next = store->nodes;
	store->nodes = node;
	return node;
}

static void let_go(struct store *store, struct node *node)
{
	if (--node->holders > 0)
		return;
	store->used -= node->size;
	free(node->name);
	free(node->bytes);
	free(node);
}

/* The name is gone at once, the bytes with the last handle. */
static void take_out(struct store *store, struct node **at)
{
	struct node *node = *at;

	*at = node->next;
	let_go(store, node);
}

/* What lies between the old end and the new one reads as zeroes. */
static int grow(struct store *store, struct node *node, uint64_t size)
{
	uint64_t more = size - node->size;
	unsigned char *bytes;

	if (more > store->config->room - store->used)
		return ENOSPC;
	bytes = realloc(node->bytes, (size_t)size);
	if (!bytes)
		return ENOMEM;
	memset(bytes + node->size, 0, (size_t)more);
	node->bytes = bytes;
	node->size = size;
	store->used += more;
	return 0;
}

/* The node's name as seen from a directory above it; NULL if there is none. */
static const char *below(const struct node *node, const char *directory)
{
	size_t length = strlen(directory);
	int above = strncmp(node->name, directory, length) == 0 &&
	            node->name[length] == '/';

	return above ? node->name + length + 1 : NULL;
}

/* Reach it: resolve the host, log in, look at the mount. */
static int target_open(const void *config, struct bench_ctx *ctx, void **target)
{
	struct store *store = calloc(1, sizeof(*store));

	if (!store)
		return refuse(ctx, ENOMEM, "the store", strerror(ENOMEM));
	store->config = config;
	store->ctx = ctx;
	pthread_mutex_init(&store->lock, NULL);
	*target = store;
	return 0;
}

static void target_close(void *target)
{
	struct store *store = target;

	while (store->nodes)
		take_out(store, &store->nodes);
	pthread_mutex_destroy(&store->lock);
	free(store);
}

/* Claim what is so and nothing else.  BENCH_MEMORY goes once there is more than
 * memory behind this; durable says what a flush is worth. */
static int caps(void *target, struct bench_caps *caps)
{
	struct store *store = target;

	caps->props = BENCH_RANDOM | BENCH_REWRITE | BENCH_KEEPS | BENCH_SHARED |
	              BENCH_MEMORY;
	caps->durable = BENCH_DUR_NONE;
	caps->max_depth = MAX_DEPTH;
	caps->max_size = store->config->room;
	caps->free_bytes = store->config->room - store->used;
	return 0;
}

/* Facts for run.json: versions, mount options, the far end's address. */
static int describe(void *target)
{
	bench->fact(((struct store *)target)->ctx, "store", "memory");
	return 0;
}

/* Connect; `who` tells which of how many threads this is. */
static int session_open(void *target, const struct bench_who *who,
                        struct bench_ctx *ctx, void **session)
{
	struct session *mine = calloc(1, sizeof(*mine));

	(void)who;
	if (!mine)
		return refuse(ctx, ENOMEM, "the session", strerror(ENOMEM));
	mine->store = target;
	mine->ctx = ctx;
	*session = mine;
	return 0;
}

static void session_close(void *session)
{
	free(session);
}

/* From any thread: whatever waits in this session returns soon.  Shut the
 * socket down, or wake its poll().  Here nothing waits. */
static int cancel(void *session)
{
	(void)session;
	return 0;
}

/* Each process has a store of its own, and the run's directory was made by
 * another one; so the directory above the name is not asked for. */
static int open_file(void *session, const char *name, unsigned flags,
                     uint64_t size_hint, void **file)
{
	struct session *mine = session;
	struct store *store = enter(mine);
	struct file *handle = calloc(1, sizeof(*handle));
	struct node *node = *find(store, name);
	int error = 0;

	(void)size_hint; /* room could be reserved by it */
	if (!node && !(flags & BENCH_O_CREATE))
		error = ENOENT;
	else if (node && flags & BENCH_O_CREATE && flags & BENCH_O_EXCL)
		error = EEXIST;
	else if (node && node->is_dir)
		error = EISDIR;
	else if (!handle || (!node && !(node = make(store, name, 0))))
		error = ENOMEM;
	if (error) {
		free(handle);
		return leave(mine, error, name);
	}
	if (flags & BENCH_O_TRUNC) {
		store->used -= node->size;
		node->size = 0;
	}
	node->holders++;
	*handle = (struct file){mine, node};
	*file = handle;
	return leave(mine, 0, name);
}

static int close_file(void *file)
{
	struct file *handle = file;

	let_go(enter(handle->session), handle->node);
	leave(handle->session, 0, NULL);
	free(handle);
	return 0;
}

/* Short at the end of the data, and only there. */
static int64_t read_file(void *file, void *buf, size_t len, uint64_t off)
{
	struct file *handle = file;
	struct node *node = handle->node;
	uint64_t there;

	enter(handle->session);
	there = off < node->size ? node->size - off : 0;
	if (len > there)
		len = (size_t)there;
	if (len > 0)
		memcpy(buf, node->bytes + off, len);
	handle->session->records++;
	leave(handle->session, 0, NULL);
	return (int64_t)len;
}

/* All of it, or a failure. */
static int64_t write_file(void *file, const void *buf, size_t len, uint64_t off)
{
	struct file *handle = file;
	struct node *node = handle->node;
	struct store *store = enter(handle->session);
	int error = 0;

	if (len > store->config->room || off > store->config->room - len)
		error = ENOSPC;
	else if (len > 0 && off + len > node->size)
		error = grow(store, node, off + len);
	if (!error && len > 0)
		memcpy(node->bytes + off, buf, len);
	handle->session->records++;
	error = leave(handle->session, error, "write");
	return error ? error : (int64_t)len;
}

/* Return once the data are as safe as caps says by `durable`. */
static int flush_file(void *file)
{
	(void)file;
	return 0;
}

/* Take the file out of the client's cache, check that it is out, tell how in
 * the fact `dropped_by`, return 0.  Here is no cache, only memory. */
static int drop_cache(void *file)
{
	return refuse(((struct file *)file)->session->ctx, ENOTSUP, "drop_cache",
	              "the files are in memory, which is no cache of them");
}

/* Hand the records to your library and do not wait.  Take as many as it has
 * room for; bench offers the others again. */
static int submit(void *session, struct bench_io *const *v, unsigned n)
{
	struct session *mine = session;
	unsigned taken = 0;

	for (; taken < n && mine->flying < MAX_DEPTH; taken++) {
		struct bench_io *io = mine->flight[mine->flying++] = v[taken];

		if (io->op == BENCH_OP_FLUSH)
			io->result = flush_file(io->file);
		else if (io->op == BENCH_OP_READ)
			io->result = read_file(io->file, io->buf, io->len, io->off);
		else
			io->result = write_file(io->file, io->buf, io->len, io->off);
		io->done_ns = bench->now_ns();
	}
	return (int)taken;
}

/* Wait until `min` are done, at most for the timeout; give up to `max`, in any
 * order.  Here all that was submitted is done. */
static int reap(void *session, struct bench_io **done, unsigned min,
                unsigned max, int64_t timeout_ns)
{
	struct session *mine = session;
	unsigned got = 0;

	(void)min, (void)timeout_ns;
	while (got < max && mine->flying)
		done[got++] = mine->flight[--mine->flying];
	return (int)got;
}

static int stat_name(void *session, const char *name, struct bench_stat *st)
{
	struct node *node = *find(enter(session), name);

	if (!node)
		return leave(session, ENOENT, name);
	st->is_dir = node->is_dir;
	st->bytes = node->size;
	st->mtime_ns = 0; /* not kept */
	return leave(session, 0, name);
}

/* Replaces what has the new name.  Files only, here. */
static int rename_file(void *session, const char *from, const char *to)
{
	struct store *store = enter(session);
	struct node *node = *find(store, from), **taken = find(store, to);
	char *name = strdup(to);

	if (!node || !name || node->is_dir || (*taken && (*taken)->is_dir)) {
		free(name);
		return leave(session, !node ? ENOENT : name ? EISDIR : ENOMEM, from);
	}
	if (*taken && *taken != node)
		take_out(store, taken);
	free(node->name);
	node->name = name;
	return leave(session, 0, from);
}

static int remove_name(struct session *session, const char *name, int is_dir)
{
	struct store *store = enter(session);
	struct node **at = find(store, name);

	if (!*at)
		return leave(session, ENOENT, name);
	if ((*at)->is_dir != is_dir)
		return leave(session, is_dir ? ENOTDIR : EISDIR, name);
	for (struct node *node = store->nodes; is_dir && node; node = node->next)
		if (below(node, name))
			return leave(session, ENOTEMPTY, name);
	take_out(store, at);
	return leave(session, 0, name);
}

static int unlink_file(void *session, const char *name)
{
	return remove_name(session, name, 0);
}

static int remove_directory(void *session, const char *name)
{
	return remove_name(session, name, 1);
}

static int make_directory(void *session, const char *name)
{
	struct store *store = enter(session);
	int error = *find(store, name) ? EEXIST : make(store, name, 1) ? 0 : ENOMEM;

	return leave(session, error, name);
}

/* Each entry once, without "." and "..", until each() says other than 0. */
static int read_directory(void *session, const char *name,
                          int (*each)(void *arg, const char *entry), void *arg)
{
	struct store *store = enter(session);
	struct node *node = *find(store, name);
	int said = 0;

	if (!node || !node->is_dir)
		return leave(session, node ? ENOTDIR : ENOENT, name);
	for (node = store->nodes; node && !said; node = node->next) {
		const char *entry = below(node, name);

		if (entry && !strchr(entry, '/'))
			said = each(arg, entry);
	}
	leave(session, 0, name);
	return said;
}

/* The cheapest question that the far end answers. */
static int ping(void *session)
{
	return session ? 0 : -EINVAL;
}

/* Facts about the cell that just ran, for the column `counters`. */
static int counters(void *session)
{
	struct session *mine = session;

	bench->fact(mine->ctx, "store_records", "%llu", mine->records);
	mine->records = 0;
	return 0;
}

/* Not in it: init and fini, for a library that is started once in each process;
 * check, for options that exclude each other; schemes and from_url, for URLs;
 * serve and expect, for a far end; clock_ns and wait_until, for simulations. */
static struct bench_backend backend = {
        .config_size = sizeof(struct config),
        .name = "@NAME@",
        .version = "0.1",
        .summary = "files in the memory of the process",
        .options = options,
        .threads = BENCH_PER_WORKER,
        .target_open = target_open,
        .target_close = target_close,
        .caps = caps,
        .describe = describe,
        .session_open = session_open,
        .session_close = session_close,
        .cancel = cancel,
        .open = open_file,
        .close = close_file,
        .read = read_file,
        .write = write_file,
        .flush = flush_file,
        .drop_cache = drop_cache,
        .submit = submit,
        .reap = reap,
        .stat = stat_name,
        .rename = rename_file,
        .unlink = unlink_file,
        .mkdir = make_directory,
        .rmdir = remove_directory,
        .readdir = read_directory,
        .ping = ping,
        .counters = counters,
};

BENCH_REGISTER(backend)
