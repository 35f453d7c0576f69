/* link.c - the loop that drives libnfs.
 *
 * libnfs' own loops wait for ever, and spin when the server is gone.  This one
 * gives up once the server has been silent for the time limit, when bench
 * wants to end, and when somebody cancels. */
#include "link.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#define MILLISECOND INT64_C(1000000)
#define LOOK_EVERY  (100 * MILLISECOND)

static void say_lost(const struct link *link, int error, const char *words)
{
	double limit = (double)link->config->timeout / 1e9;

	if (error == -ETIMEDOUT)
		bench->fail(link->ctx,
		            "%s did not answer within %g s (option `timeout`)",
		            link->label, limit);
	else if (error == -ECANCELED)
		bench->fail(link->ctx, "%s: given up, because bench wants to end",
		            link->label);
	else if (link->is_up)
		bench->fail(link->ctx, "%s closed the connection or died: %s",
		            link->label, words);
	else
		bench->fail(link->ctx, "cannot connect to %s: %s", link->label, words);
}

/* Not to be called from a callback: the context goes, and the callbacks of all
 * that was in flight run. */
static int lose(struct link *link, int error, const char *words)
{
	struct rpc_context *rpc = link->rpc;

	say_lost(link, error, words);
	link->lost = error;
	link->rpc = NULL;
	atomic_store(&link->fd, -1);
	/* libnfs forgets, and leaks, a connect that never came to an end. */
	if (!link->is_up)
		rpc_service(rpc, POLLERR);
	rpc_destroy_context(rpc);
	return error;
}

static int lose_by(struct link *link, int number)
{
	if (atomic_load(&link->cancelled))
		number = ECANCELED;
	return lose(link, -number, strerror(number));
}

/* What the kernel knows of a socket that poll() complains of. */
static int socket_error(int fd)
{
	socklen_t length = sizeof(int);
	int error = 0;

	if (getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &length) || !error ||
	    error == EPIPE)
		error = ECONNRESET;
	return error;
}

int link_push(struct link *link)
{
	if (!link->rpc)
		return link->lost;
	if (!link->is_up || !(rpc_which_events(link->rpc) & POLLOUT))
		return 0;
	if (rpc_service(link->rpc, POLLOUT) < 0)
		return lose_by(link, ECONNRESET);
	return 0;
}

/* Nothing happened for so long. */
static int silence(struct link *link, int64_t waited)
{
	link->quiet += waited;
	if (atomic_load(&link->cancelled) || bench->stopping(link->ctx))
		return lose_by(link, ECANCELED);
	if (link->quiet >= link->config->timeout)
		return lose_by(link, ETIMEDOUT);
	return 0;
}

static int64_t shorter(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

int link_turn(struct link *link, int64_t most)
{
	struct pollfd wait = {.fd = -1};
	int64_t patience;
	int ready;

	if (!link->rpc)
		return link->lost;
	patience = shorter(shorter(most, LOOK_EVERY),
	                   link->config->timeout - link->quiet);
	patience = (patience + MILLISECOND - 1) / MILLISECOND;
	wait.fd = rpc_get_fd(link->rpc);
	wait.events = (short)rpc_which_events(link->rpc);
	atomic_store_explicit(&link->fd, wait.fd, memory_order_relaxed);
	if (wait.fd < 0)
		return lose_by(link, ENOTCONN);
	ready = poll(&wait, 1, (int)patience);
	if (ready < 0)
		return errno == EINTR ? 0 : lose_by(link, errno);
	if (ready == 0)
		return silence(link, patience * MILLISECOND);
	link->quiet = 0;
	if (wait.revents & (POLLERR | POLLNVAL))
		return lose_by(link, socket_error(wait.fd));
	if (rpc_service(link->rpc, wait.revents) < 0)
		return lose_by(link, ECONNRESET);
	return link_push(link);
}

static void connected(struct rpc_context *rpc, int status, void *data,
                      void *private_data)
{
	struct call *call = private_data;

	(void)rpc;
	call->is_done = true;
	if (status != RPC_STATUS_SUCCESS) {
		call->error = -ECONNRESET;
		if (status == RPC_STATUS_ERROR && data && call->link->rpc)
			bench->fail(call->link->ctx, "cannot connect to %s: %s",
			            call->link->label, (const char *)data);
	}
}

static int name_link(struct link *link, const char *address, int64_t port,
                     const char *what)
{
	const char *format = strchr(address, ':') ? "%s [%s]:%d" : "%s %s:%d";
	int printed;

	free(link->label);
	link->label = NULL;
	if (port == 0)
		printed =
		        asprintf(&link->label, "%s, asked for at the portmapper of %s",
		                 what, address);
	else
		printed = asprintf(&link->label, format, what, address, (int)port);
	if (printed >= 0)
		return 0;
	link->label = NULL;
	return -ENOMEM;
}

static int connect_to(struct link *link, const char *address, int64_t port,
                      int program, int version)
{
	struct call call = {.link = link, .what = "connect", .name = ""};
	int queued =
	        port ? rpc_connect_port_async(link->rpc, address, (int)port,
	                                      program, version, connected, &call)
	             : rpc_connect_program_async(link->rpc, address, program,
	                                         version, connected, &call);
	int on = 1, error;

	if (queued) {
		bench->fail(link->ctx, "cannot connect to %s: %s", link->label,
		            rpc_get_error(link->rpc));
		return -EHOSTUNREACH;
	}
	error = call_wait(&call, 0);
	if (error)
		return error;
	link->is_up = true;
	/* A small request must not wait for the answer to the one before. */
	setsockopt(rpc_get_fd(link->rpc), IPPROTO_TCP, TCP_NODELAY, &on,
	           sizeof(on));
	return 0;
}

int link_open(struct link *link, const char *address, int64_t port, int program,
              int version, const char *what)
{
	const struct nfs_config *config = link->config;
	int error = name_link(link, address, port, what);

	if (error)
		return error;
	link->is_up = false;
	link->quiet = 0;
	link->rpc = rpc_init_context();
	if (!link->rpc)
		return -ENOMEM;
	if (config->uid >= 0)
		rpc_set_uid(link->rpc, (int)config->uid);
	if (config->gid >= 0)
		rpc_set_gid(link->rpc, (int)config->gid);
	error = connect_to(link, address, port, program, version);
	if (error)
		link_close(link);
	return error;
}

void link_close(struct link *link)
{
	struct rpc_context *rpc = link->rpc;

	link->rpc = NULL;
	link->lost = -ENOTCONN;
	atomic_store(&link->fd, -1);
	if (rpc)
		rpc_destroy_context(rpc);
	free(link->label);
	link->label = NULL;
}

void link_cancel(struct link *link)
{
	int fd;

	atomic_store(&link->cancelled, true);
	fd = atomic_load(&link->fd);
	if (fd >= 0)
		shutdown(fd, SHUT_RDWR);
}

int call_wait(struct call *call, int queued)
{
	struct link *link = call->link;
	int error;

	if (queued) {
		bench->fail(link->ctx, "%s %s: %s", call->what, call->name,
		            rpc_get_error(link->rpc));
		return -ENOMEM;
	}
	/* Silence counts from here. */
	link->quiet = 0;
	error = link_push(link);
	while (!error && !call->is_done)
		error = link_turn(link, LOOK_EVERY);
	return error ? error : call->error;
}

void *call_answer(struct call *call, int status, void *data)
{
	struct link *link = call->link;

	call->is_done = true;
	if (status == RPC_STATUS_SUCCESS) {
		/* Each answer of the protocol begins with its status. */
		int code = *(const int *)data;

		if (code == 0)
			return data;
		call->error = status_failure(link->ctx, code, call->what, call->name);
		return NULL;
	}
	call->error = link->rpc ? -ECONNRESET : link->lost;
	if (link->rpc)
		bench->fail(link->ctx, "%s %s: %s", call->what, call->name,
		            status == RPC_STATUS_ERROR && data ? (const char *)data
		                                               : "no answer");
	return NULL;
}
