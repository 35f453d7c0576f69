/* server.c - accepts clients and gives each a thread of its own. */
#include "serve.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "address.h"
#include "hello.h"
#include "listen.h"
#include "net.h"

/* Threads beyond the limit of clients, which tell others that it is reached. */
#define REFUSERS 8

/* One client's thread.  Its fd is closed under the lock only, so that the
 * server never shuts down a stranger's descriptor. */
struct slot {
	struct crew *crew;
	pthread_t thread;
	int fd;
	char *who;
	bool started, ended, refused;
};

struct crew {
	struct server server;
	pthread_mutex_t lock; /* of the slots */
	struct slot *slots;
	size_t slot_count;
};

void server_note(struct server *server, const char *format, ...)
{
	char *text = NULL;
	va_list list;

	va_start(list, format);
	if (vasprintf(&text, format, list) < 0)
		text = NULL;
	va_end(list);
	pthread_mutex_lock(&server->note_lock);
	bench->note(server->ctx, "%s", text ? text : format);
	pthread_mutex_unlock(&server->note_lock);
	free(text);
}

/* Finds a client whose machine is gone while nothing is being sent. */
static void keep_alive(int fd, int64_t timeout)
{
	int seconds = (int)(timeout / 1000000000);
	int on = 1, idle = seconds > 3 ? seconds / 2 : 1;
	int interval = idle > 3 ? idle / 3 : 1, probes = 3;

	(void)setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof(on));
	(void)setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof(idle));
	(void)setsockopt(fd, IPPROTO_TCP, TCP_KEEPINTVL, &interval,
	                 sizeof(interval));
	(void)setsockopt(fd, IPPROTO_TCP, TCP_KEEPCNT, &probes, sizeof(probes));
	(void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
}

/* What became of the client, for the log. */
static void note_end(struct server *server, const char *who, int error)
{
	double limit = (double)server->config->timeout / 1e9;

	if (error == -ETIMEDOUT)
		server_note(server, "%s moved no byte for %g s and is given up", who,
		            limit);
	else if (error == -EPROTO || error == -EBADF)
		server_note(server, "%s broke the protocol; connection closed", who);
	else if (error)
		server_note(server, "%s broke off: %s", who, strerror(-error));
	else
		server_note(server, "%s left", who);
}

/* Returns whether the client may go on. */
static bool greet(struct slot *slot)
{
	struct server *server = &slot->crew->server;
	const char *refusal = slot->refused
	                              ? "as many clients are connected as the "
	                                "option `clients` allows"
	                              : NULL;
	char *why;
	int error = hello_server(slot->fd, server->config->connect_timeout, refusal,
	                         &why);

	if (!error)
		error = net_set_timeout(slot->fd, server->config->timeout);
	if (error)
		server_note(server, "refused %s: %s", slot->who,
		            why ? why : "no memory");
	free(why);
	return error == 0;
}

static void *slot_main(void *arg)
{
	struct slot *slot = arg;
	struct crew *crew = slot->crew;
	int fd = slot->fd;
	bool welcome;

	keep_alive(fd, crew->server.config->timeout);
	welcome = greet(slot);
	if (welcome) {
		server_note(&crew->server, "%s connected", slot->who);
		note_end(&crew->server, slot->who, client_serve(&crew->server, fd));
	}
	pthread_mutex_lock(&crew->lock);
	slot->fd = -1;
	pthread_mutex_unlock(&crew->lock);
	if (welcome)
		close(fd);
	else
		net_close_gently(fd);
	pthread_mutex_lock(&crew->lock);
	slot->ended = true;
	pthread_mutex_unlock(&crew->lock);
	return NULL;
}

/* Signals are for bench's own thread, which asks stopping(). */
static int start_thread(struct slot *slot)
{
	sigset_t all, before;
	int error;

	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &before);
	error = pthread_create(&slot->thread, NULL, slot_main, slot);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return error;
}

static void reset_slot(struct slot *slot)
{
	free(slot->who);
	*slot = (struct slot){.crew = slot->crew, .fd = -1};
}

/* Joins the threads of clients that are gone; all = also waits for others. */
static void join(struct crew *crew, bool all)
{
	for (size_t i = 0; i < crew->slot_count; i++) {
		struct slot *slot = &crew->slots[i];
		bool ended;

		pthread_mutex_lock(&crew->lock);
		ended = slot->ended;
		pthread_mutex_unlock(&crew->lock);
		if (slot->started && (ended || all)) {
			pthread_join(slot->thread, NULL);
			reset_slot(slot);
		}
	}
}

static struct slot *find_slot(struct crew *crew, bool *full)
{
	struct slot *empty = NULL;
	size_t served = 0;

	join(crew, false);
	for (size_t i = 0; i < crew->slot_count; i++) {
		if (!crew->slots[i].started)
			empty = empty ? empty : &crew->slots[i];
		else if (!crew->slots[i].refused)
			served++;
	}
	*full = served >= (size_t)crew->server.config->clients;
	return empty;
}

/* A client that has just left may take a moment to be gone. */
static struct slot *choose_slot(struct crew *crew, bool *full)
{
	struct slot *slot = find_slot(crew, full);

	for (int i = 0; i < 10 && (*full || !slot); i++) {
		poll(NULL, 0, 10);
		slot = find_slot(crew, full);
	}
	return slot;
}

static void take_client(struct crew *crew, int listener)
{
	struct sockaddr_storage address = {0};
	socklen_t length = sizeof(address);
	int fd = accept4(listener, (void *)&address, &length, SOCK_CLOEXEC);
	struct slot *slot;
	bool full;

	if (fd < 0) {
		/* Without descriptors the listener stays ready: no busy loop. */
		if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS)
			poll(NULL, 0, 50);
		return;
	}
	slot = choose_slot(crew, &full);
	if (!slot) {
		close(fd);
		return;
	}
	slot->fd = fd;
	slot->refused = full;
	slot->who = address_print((void *)&address, length, true);
	slot->started = slot->who && start_thread(slot) == 0;
	if (!slot->started) {
		server_note(&crew->server, "no thread for another client");
		close(fd);
		reset_slot(slot);
	}
}

/* Until bench wants to stop. */
static void accept_clients(struct crew *crew, const struct listeners *listeners)
{
	struct pollfd polls[LISTEN_MAX];

	for (size_t i = 0; i < listeners->count; i++)
		polls[i] = (struct pollfd){.fd = listeners->fds[i], .events = POLLIN};
	while (!bench->stopping(crew->server.ctx)) {
		if (poll(polls, listeners->count, 100) <= 0)
			continue;
		for (size_t i = 0; i < listeners->count; i++)
			if (polls[i].revents)
				take_client(crew, polls[i].fd);
	}
}

static void stop_clients(struct crew *crew)
{
	pthread_mutex_lock(&crew->lock);
	for (size_t i = 0; i < crew->slot_count; i++)
		if (crew->slots[i].started && crew->slots[i].fd >= 0)
			shutdown(crew->slots[i].fd, SHUT_RDWR);
	pthread_mutex_unlock(&crew->lock);
	join(crew, true);
}

/* So that the first run over a file costs what the later ones do. */
static int reserve(struct server *server)
{
	uint64_t wanted = server->config->reserve, done = 0, left, total;

	store_space(server->store, &left, &total);
	if (wanted > total) {
		bench->fail(server->ctx,
		            "option `reserve` is more than `memory`: the store has "
		            "room for %llu MiB",
		            (unsigned long long)(total >> 20));
		return -EINVAL;
	}
	while (done < wanted && !bench->stopping(server->ctx)) {
		int64_t made = store_reserve(server->store);

		if (made < 0) {
			bench->fail(server->ctx,
			            "there is no memory for more than %llu MiB of "
			            "`reserve`",
			            (unsigned long long)(done >> 20));
			return (int)made;
		}
		if (made == 0)
			break;
		done += (uint64_t)made;
	}
	return 0;
}

static int open_store(struct server *server)
{
	uint64_t memory = server->config->memory, left, total;
	int error;

	if (memory == 0)
		memory = (uint64_t)sysconf(_SC_PHYS_PAGES) / 4 *
		         (uint64_t)sysconf(_SC_PAGESIZE);
	error = store_new(memory, &server->store);
	if (error) {
		bench->fail(server->ctx, "no memory for the store's tables");
		return error;
	}
	error = reserve(server);
	if (error)
		return error;
	store_space(server->store, &left, &total);
	bench->note(server->ctx, "files are kept in memory, up to %llu MiB%s",
	            (unsigned long long)(total >> 20),
	            server->config->memory
	                    ? ""
	                    : " (a quarter of this machine's; option "
	                      "`memory`)");
	return 0;
}

static int crew_init(struct crew *crew, const struct socket_config *config,
                     struct bench_ctx *ctx)
{
	*crew = (struct crew){.server = {.config = config, .ctx = ctx}};
	crew->slot_count = (size_t)config->clients + REFUSERS;
	crew->slots = calloc(crew->slot_count, sizeof(*crew->slots));
	if (!crew->slots)
		return -ENOMEM;
	for (size_t i = 0; i < crew->slot_count; i++)
		crew->slots[i] = (struct slot){.crew = crew, .fd = -1};
	pthread_mutex_init(&crew->lock, NULL);
	pthread_mutex_init(&crew->server.note_lock, NULL);
	return 0;
}

int server_run(const struct socket_config *config, struct bench_ctx *ctx)
{
	struct crew crew;
	struct listeners listeners = {.count = 0};
	int error;

	if (!config->keep) {
		bench->fail(ctx, "`keep = no` is for a client's [target] section: the "
		                 "far end serves both kinds");
		return -EINVAL;
	}
	error = crew_init(&crew, config, ctx);
	if (error)
		return error;
	error = open_store(&crew.server);
	if (!error)
		error = listeners_open(config, ctx, &listeners);
	if (!error) {
		for (size_t i = 1; i < listeners.count; i++)
			bench->note(ctx, "also listening on %s", listeners.where[i]);
		bench->ready(ctx, "%s", listeners.where[0]);
		accept_clients(&crew, &listeners);
		listeners_close(&listeners);
		stop_clients(&crew);
	}
	store_free(crew.server.store);
	pthread_mutex_destroy(&crew.server.note_lock);
	pthread_mutex_destroy(&crew.lock);
	free(crew.slots);
	return error;
}
