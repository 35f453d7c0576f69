/* names.c - names, round trips and room at the far end. */
#include "names.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "net.h"

static int call(struct connection *connection, uint8_t op,
                const struct subject *subject, struct wire_reply *reply)
{
	struct wire_request request = {.op = op};

	if (subject->name)
		request.name_length = (uint16_t)strlen(subject->name);
	if (subject->second)
		request.length = strlen(subject->second);
	return connection_call(connection, &request, subject, reply);
}

int names_stat(void *session, const char *name, struct bench_stat *st)
{
	struct wire_reply reply;
	int error = call(session, WIRE_STAT, &(struct subject){"stat", name, NULL},
	                 &reply);

	if (error)
		return error;
	st->is_dir = (reply.flags & WIRE_DIRECTORY) != 0;
	st->bytes = reply.value;
	st->mtime_ns = (int64_t)reply.extra;
	return 0;
}

int names_rename(void *session, const char *from, const char *to)
{
	struct wire_reply reply;

	return call(session, WIRE_RENAME, &(struct subject){"rename", from, to},
	            &reply);
}

int names_unlink(void *session, const char *name)
{
	struct wire_reply reply;

	return call(session, WIRE_UNLINK, &(struct subject){"unlink", name, NULL},
	            &reply);
}

int names_mkdir(void *session, const char *name)
{
	struct wire_reply reply;

	return call(session, WIRE_MKDIR, &(struct subject){"mkdir", name, NULL},
	            &reply);
}

int names_rmdir(void *session, const char *name)
{
	struct wire_reply reply;

	return call(session, WIRE_RMDIR, &(struct subject){"rmdir", name, NULL},
	            &reply);
}

/* Grows only by what really comes, whatever the far end announces. */
static int receive_list(struct connection *connection, uint64_t length,
                        char **out)
{
	char *bytes = NULL;
	uint64_t done = 0;

	while (done < length) {
		size_t piece = length - done < 65536 ? (size_t)(length - done) : 65536;
		char *more = realloc(bytes, (size_t)done + piece);
		int error;

		if (!more) {
			free(bytes);
			return connection_lost(connection, -ENOMEM);
		}
		bytes = more;
		error = net_receive(connection->fd, bytes + done, piece);
		if (error) {
			free(bytes);
			return connection_lost(connection, error);
		}
		done += piece;
	}
	*out = bytes;
	return 0;
}

int names_readdir(void *session, const char *name,
                  int (*each)(void *arg, const char *entry), void *arg)
{
	struct connection *connection = session;
	struct wire_reply reply;
	char *bytes = NULL;
	int error = call(connection, WIRE_LIST,
	                 &(struct subject){"list", name, NULL}, &reply);

	if (!error && reply.value > WIRE_LIST_MAX)
		error = connection_lost(connection, -EPROTO);
	if (!error)
		error = receive_list(connection, reply.value, &bytes);
	if (!error && bytes && bytes[reply.value - 1] != '\0')
		error = connection_lost(connection, -EPROTO);
	if (!error && bytes)
		for (const char *entry = bytes; entry < bytes + reply.value && !error;
		     entry += strlen(entry) + 1)
			error = each(arg, entry);
	free(bytes);
	return error;
}

int names_ping(void *session)
{
	struct wire_reply reply;

	return call(session, WIRE_PING, &(struct subject){"ping", NULL, NULL},
	            &reply);
}

int names_space(struct connection *connection, uint64_t *left, uint64_t *total)
{
	struct wire_reply reply;
	int error = call(connection, WIRE_SPACE,
	                 &(struct subject){"ask for room", NULL, NULL}, &reply);

	if (error)
		return error;
	*left = reply.value;
	*total = reply.extra;
	return 0;
}

int names_checked(struct connection *connection, uint64_t *bytes)
{
	struct wire_reply reply;
	int error =
	        call(connection, WIRE_CHECKED,
	             &(struct subject){"ask what was checked", NULL, NULL}, &reply);

	if (!error)
		*bytes = reply.value;
	return error;
}
