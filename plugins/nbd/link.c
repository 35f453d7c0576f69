/* link.c - the connection: made, driven and given up.
 *
 * libnbd's own calls that wait do so for ever.  Here everything goes by its
 * asynchronous ones and one loop, which gives up once the server has been
 * silent for the time limit, when bench wants to end, and when somebody
 * cancels. */
#include "session.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#define MILLISECOND INT64_C(1000000)
#define LOOK_EVERY  (100 * MILLISECOND)

/* The library's own words, without the name of its function. */
static const char *words_of_library(void)
{
	const char *words = nbd_get_error(), *colon;

	if (!words)
		return "no reason was given";
	colon = strncmp(words, "nbd_", 4) == 0 ? strstr(words, ": ") : NULL;
	return colon ? colon + 2 : words;
}

static int number_of_library(void)
{
	int number = nbd_get_errno();

	return number ? number : ECONNRESET;
}

static void say_lost(const struct session *session, int error)
{
	double limit = (double)session->config->timeout / 1e9;

	if (error == -ETIMEDOUT)
		bench->fail(session->ctx,
		            "%s did not answer within %g s (option `timeout`)",
		            session->label, limit);
	else if (error == -ECANCELED)
		bench->fail(session->ctx, "%s: given up, because bench wants to end",
		            session->label);
	else if (session->is_up)
		bench->fail(session->ctx, "%s closed the connection or died",
		            session->label);
	else
		bench->fail(session->ctx, "cannot connect to %s: %s", session->label,
		            words_of_library());
}

/* Not to be called from a callback of the library's. */
static int lose(struct session *session, int error)
{
	struct nbd_handle *nbd = session->nbd;

	if (atomic_load(&session->cancelled))
		error = -ECANCELED;
	say_lost(session, error);
	session->lost = error;
	session->nbd = NULL;
	atomic_store(&session->fd, -1);
	nbd_close(nbd);
	flights_fail(session, error);
	return error;
}

static bool is_over(const struct session *session)
{
	return nbd_aio_is_dead(session->nbd) > 0 ||
	       nbd_aio_is_closed(session->nbd) > 0;
}

int session_failure(struct session *session, const char *what)
{
	int number = number_of_library();

	if (is_over(session))
		return lose(session, -ECONNRESET);
	bench->fail(session->ctx, "%s: %s: %s", session->label, what,
	            words_of_library());
	return -number;
}

/* Nothing happened for so long. */
static int silence(struct session *session, int64_t waited)
{
	session->quiet += waited;
	if (bench->stopping(session->ctx))
		return lose(session, -ECANCELED);
	if (session->quiet >= session->config->timeout)
		return lose(session, -ETIMEDOUT);
	return 0;
}

static int64_t shorter(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

int session_turn(struct session *session, int64_t most)
{
	int64_t patience;
	int ready;

	if (!session->nbd)
		return session->lost;
	patience = shorter(shorter(most, LOOK_EVERY),
	                   session->config->timeout - session->quiet);
	patience = (patience + MILLISECOND - 1) / MILLISECOND;
	ready = nbd_poll(session->nbd, (int)patience);
	if (ready < 0 && nbd_get_errno() != EINTR)
		return lose(session,
		            session->is_up ? -ECONNRESET : -number_of_library());
	if (atomic_load(&session->cancelled))
		return lose(session, -ECANCELED);
	if (is_over(session))
		return lose(session, -ECONNRESET);
	if (ready == 0)
		return silence(session, patience * MILLISECOND);
	session->quiet = 0;
	return 0;
}

static int name_server(struct session *session)
{
	const struct nbd_config *config = session->config;
	int printed;

	if (config->socket)
		printed = asprintf(&session->label, "the NBD server at %s",
		                   config->socket);
	else
		printed = asprintf(&session->label,
		                   strchr(config->host, ':') ? "NBD server [%s]:%d"
		                                             : "NBD server %s:%d",
		                   config->host, (int)config->port);
	if (printed >= 0)
		return 0;
	session->label = NULL;
	return -ENOMEM;
}

static int start(struct session *session)
{
	const struct nbd_config *config = session->config;
	struct nbd_handle *nbd = session->nbd;
	char port[16];

	/* Clearing each buffer before it is read into would be time of ours. */
	if (nbd_set_pread_initialize(nbd, false) != 0 ||
	    nbd_set_export_name(nbd, config->export ? config->export : "") != 0)
		return session_failure(session, "before connecting");
	if (config->socket)
		return nbd_aio_connect_unix(nbd, config->socket);
	snprintf(port, sizeof(port), "%d", (int)config->port);
	return nbd_aio_connect_tcp(nbd, config->host, port);
}

/* Until the export is there. */
static int shake_hands(struct session *session)
{
	int error = start(session);

	if (error == -1)
		error = lose(session, -number_of_library());
	while (!error && nbd_aio_is_ready(session->nbd) <= 0) {
		atomic_store(&session->fd, nbd_aio_get_fd(session->nbd));
		error = session_turn(session, LOOK_EVERY);
	}
	if (error)
		return error;
	session->is_up = true;
	atomic_store(&session->fd, nbd_aio_get_fd(session->nbd));
	return 0;
}

static uint64_t block_size(struct nbd_handle *nbd, int which)
{
	int64_t bytes = nbd_get_block_size(nbd, which);

	return bytes > 0 ? (uint64_t)bytes : 0;
}

static int learn(struct session *session)
{
	struct nbd_handle *nbd = session->nbd;
	struct traits *traits = &session->traits;
	int64_t size = nbd_get_size(nbd);

	if (size < 0)
		return session_failure(session, "its size");
	*traits = (struct traits){
	        .size = (uint64_t)size,
	        .block_min = block_size(nbd, LIBNBD_SIZE_MINIMUM),
	        .block_best = block_size(nbd, LIBNBD_SIZE_PREFERRED),
	        .block_most = block_size(nbd, LIBNBD_SIZE_MAXIMUM),
	        .reads_only = nbd_is_read_only(nbd) > 0,
	        .can_flush = nbd_can_flush(nbd) > 0,
	        .can_fua = nbd_can_fua(nbd) > 0,
	        .is_coherent = nbd_can_multi_conn(nbd) > 0};
	return 0;
}

int session_connect(const struct nbd_config *config, struct bench_ctx *ctx,
                    struct session **out)
{
	struct session *session = calloc(1, sizeof(*session));
	int error;

	if (!session)
		return -ENOMEM;
	session->config = config;
	session->ctx = ctx;
	atomic_init(&session->fd, -1);
	flights_init(session);
	error = name_server(session);
	session->nbd = error ? NULL : nbd_create();
	if (!error && !session->nbd)
		error = -ENOMEM;
	if (!error)
		error = shake_hands(session);
	if (!error)
		error = learn(session);
	if (error) {
		session_close(session);
		return error;
	}
	*out = session;
	return 0;
}

void session_close(struct session *session)
{
	if (!session)
		return;
	atomic_store(&session->fd, -1);
	/* So that the server need not take it for an accident. */
	if (session->nbd && session->is_up)
		nbd_aio_disconnect(session->nbd, 0);
	nbd_close(session->nbd);
	session->nbd = NULL;
	flights_fail(session, -ENOTCONN);
	flights_free(session);
	free(session->label);
	free(session);
}

void session_cancel(struct session *session)
{
	int fd;

	atomic_store(&session->cancelled, true);
	fd = atomic_load(&session->fd);
	if (fd >= 0)
		shutdown(fd, SHUT_RDWR);
}
