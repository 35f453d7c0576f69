/* names.c - names and round trips: HEAD, DELETE, and of WebDAV MKCOL and MOVE.
 */
#include "names.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void read_found(const struct exchange *exchange, struct found *found)
{
	curl_off_t bytes = -1, time = -1;

	curl_easy_getinfo(exchange->easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T,
	                  &bytes);
	curl_easy_getinfo(exchange->easy, CURLINFO_FILETIME_T, &time);
	found->has_size = bytes >= 0;
	found->bytes = bytes >= 0 ? (uint64_t)bytes : 0;
	found->mtime_ns = time > 0 ? (int64_t)time * 1000000000 : 0;
}

/* A directory that was asked for without its slash. */
static bool is_slash_added(const struct reply *reply)
{
	size_t length = strlen(reply->location);

	return reply->status / 100 == 3 && length > 0 &&
	       reply->location[length - 1] == '/';
}

int names_look(struct link *link, const char *name, struct found *found)
{
	struct exchange exchange;
	int error = exchange_open(&exchange, link, "HEAD", name);

	*found = (struct found){0};
	if (error)
		return error;
	error = exchange_start(&exchange);
	if (!error)
		error = exchange_wait(&exchange, NULL);
	if (!error && is_slash_added(&exchange.reply)) {
		found->is_dir = true;
	} else if (!error) {
		error = exchange_result(&exchange, "HEAD", name);
		read_found(&exchange, found);
	}
	exchange_close(&exchange);
	return error;
}

int names_stat(void *session, const char *name, struct bench_stat *st)
{
	struct link *link = session;
	struct found found;
	int error = names_look(link, name, &found);

	if (error)
		return error;
	if (!found.is_dir && !found.has_size) {
		bench->fail(link->ctx, "HEAD %s: %s does not tell the size", name,
		            link->label);
		return -ENOTSUP;
	}
	st->is_dir = found.is_dir;
	st->bytes = found.bytes;
	st->mtime_ns = found.mtime_ns;
	return 0;
}

/* A request without a body; header may be NULL.  *status is 0 where no reply
 * came. */
static int ask(struct link *link, const char *method, const char *name,
               const char *header, int *status)
{
	struct exchange exchange;
	int error = exchange_open(&exchange, link, method, name);

	*status = 0;
	if (error)
		return error;
	if (header) {
		error = exchange_header(&exchange, header);
		if (!error)
			error = exchange_header(&exchange, "Overwrite: T");
	}
	if (!error)
		error = exchange_start(&exchange);
	if (!error)
		error = exchange_wait(&exchange, NULL);
	if (!error) {
		error = exchange_result(&exchange, method, name);
		*status = exchange.reply.status;
	}
	if (!error && *status == 207) {
		bench->fail(link->ctx, "%s %s at %s: not all of it (207)", method, name,
		            link->label);
		error = -EIO;
	}
	exchange_close(&exchange);
	return error;
}

int names_rename(void *session, const char *from, const char *to)
{
	struct link *link = session;
	char *header;
	int status, error;

	if (asprintf(&header, "Destination: %s%s", link->base, to) < 0)
		return -ENOMEM;
	error = ask(link, "MOVE", from, header, &status);
	free(header);
	return error;
}

int names_unlink(void *session, const char *name)
{
	int status;

	return ask(session, "DELETE", name, NULL, &status);
}

/* Collections have a slash at the end. */
static int ask_directory(struct link *link, const char *method,
                         const char *name, int *status)
{
	char *slashed;
	int error;

	if (asprintf(&slashed, "%s/", name) < 0)
		return -ENOMEM;
	error = ask(link, method, slashed, NULL, status);
	free(slashed);
	return error;
}

/* 405 means that the name is taken, or that the server has no MKCOL. */
static int why_no_directory(struct link *link, const char *name)
{
	int status = 0, error = ask_directory(link, "HEAD", name, &status);

	if (!error || status == 403) {
		bench->fail(link->ctx, "MKCOL %s: the name is taken at %s", name,
		            link->label);
		return -EEXIST;
	}
	if (status == 0)
		return error;
	bench->fail(link->ctx,
	            "MKCOL %s at %s: 405, the server makes no directories; WebDAV "
	            "is needed",
	            name, link->label);
	return -ENOTSUP;
}

int names_mkdir(void *session, const char *name)
{
	struct link *link = session;
	int status = 0, error = ask_directory(link, "MKCOL", name, &status);

	return error && status == 405 ? why_no_directory(link, name) : error;
}

int names_rmdir(void *session, const char *name)
{
	int status;

	return ask_directory(session, "DELETE", name, &status);
}

/* A directory that cannot be looked into is there, and that is all that is
 * asked. */
int names_ping(void *session)
{
	int status, error = ask(session, "HEAD", "", NULL, &status);

	return status == 403 || status == 405 ? 0 : error;
}
