/* names.c - names and round trips: HEAD and DELETE. */
#include "names.h"

#include <errno.h>

static int run(struct exchange *exchange, const char *what, const char *name)
{
	int error = exchange_start(exchange);

	if (!error)
		error = exchange_wait(exchange, NULL);
	return error ? error : exchange_result(exchange, what, name);
}

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

int names_look(struct link *link, const char *name, struct found *found)
{
	struct exchange exchange;
	int error = exchange_open(&exchange, link, "HEAD", name);

	*found = (struct found){0};
	if (error)
		return error;
	error = run(&exchange, "HEAD", name);
	if (!error)
		read_found(&exchange, found);
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
	if (!found.has_size) {
		bench->fail(link->ctx, "HEAD %s: %s does not tell the size", name,
		            link->urls.label);
		return -ENOTSUP;
	}
	st->is_dir = 0;
	st->bytes = found.bytes;
	st->mtime_ns = found.mtime_ns;
	return 0;
}

/* S3 says 204 to a DELETE of a name that is not there too, so it is asked for
 * first. */
int names_unlink(void *session, const char *name)
{
	struct exchange exchange;
	struct found found;
	int error = names_look(session, name, &found);

	if (!error)
		error = exchange_open(&exchange, session, "DELETE", name);
	if (error)
		return error;
	error = run(&exchange, "DELETE", name);
	exchange_close(&exchange);
	return error;
}

int names_ping(void *session)
{
	struct exchange exchange;
	int error = exchange_open_bucket(&exchange, session, "HEAD", "");

	if (error)
		return error;
	error = run(&exchange, "HEAD", "");
	exchange_close(&exchange);
	return error;
}
