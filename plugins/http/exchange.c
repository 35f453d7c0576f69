/* exchange.c - one request and its reply, driven by this thread alone. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "link.h"

#define MILLISECOND    INT64_C(1000000)
#define LONGEST_WAIT   INT64_C(1000) /* ms */
#define UPLOAD_BUFFER  1048576L
#define TLS_LINE       "SSL connection using "
#define TLS_LINE_WIDTH (sizeof(TLS_LINE) - 1)

static bool is_header(const char *line, size_t length, const char *name)
{
	size_t width = strlen(name);

	return length > width && strncasecmp(line, name, width) == 0;
}

/* A header's value or a line's rest, without blanks around it. */
static void copy_value(char *place, size_t room, const char *text,
                       size_t length)
{
	while (length > 0 && (*text == ' ' || *text == '\t')) {
		text++;
		length--;
	}
	while (length > 0 && (unsigned char)text[length - 1] <= ' ')
		length--;
	if (length >= room)
		length = room - 1;
	memcpy(place, text, length);
	place[length] = '\0';
	for (char *at = place; *at; at++)
		if ((unsigned char)*at < ' ')
			*at = ' ';
}

static void read_status(struct reply *reply, const char *line, size_t length)
{
	const char *blank = memchr(line, ' ', length);

	memset(reply, 0, sizeof(*reply));
	if (!blank)
		return;
	copy_value(reply->words, sizeof(reply->words), blank,
	           length - (size_t)(blank - line));
	reply->status = (int)strtol(reply->words, NULL, 10);
}

static void keep_server(struct link *link, const char *text, size_t length)
{
	char value[200];

	if (link->server)
		return;
	copy_value(value, sizeof(value), text, length);
	link->server = strdup(value);
}

static size_t take_header(char *line, size_t one, size_t length, void *arg)
{
	struct exchange *exchange = arg;
	struct reply *reply = &exchange->reply;
	char value[100];

	(void)one;
	exchange->link->moved_ns = bench->now_ns();
	if (is_header(line, length, "HTTP/"))
		read_status(reply, line, length);
	else if (is_header(line, length, "Server:"))
		keep_server(exchange->link, line + 7, length - 7);
	else if (is_header(line, length, "Location:"))
		copy_value(reply->location, sizeof(reply->location), line + 9,
		           length - 9);
	else if (is_header(line, length, "Content-Range:")) {
		copy_value(value, sizeof(value), line + 14, length - 14);
		reply->ranged = sscanf(value, "bytes %" SCNu64 "-", &reply->first) == 1;
	}
	return length;
}

/* The body of whatever is not read as a file. */
static size_t drop_body(char *bytes, size_t one, size_t length, void *arg)
{
	struct exchange *exchange = arg;

	(void)bytes;
	(void)one;
	exchange->link->moved_ns = bench->now_ns();
	return length;
}

/* The one way to the name of the cipher that fits every TLS library. */
static int keep_tls(CURL *easy, curl_infotype type, char *text, size_t length,
                    void *arg)
{
	struct link *link = arg;
	char value[100];

	(void)easy;
	if (type != CURLINFO_TEXT || link->tls || length <= TLS_LINE_WIDTH ||
	    strncmp(text, TLS_LINE, TLS_LINE_WIDTH) != 0)
		return 0;
	copy_value(value, sizeof(value), text + TLS_LINE_WIDTH,
	           length - TLS_LINE_WIDTH);
	link->tls = strdup(value);
	return 0;
}

static void set_security(CURL *easy, struct link *link)
{
	const struct http_config *config = link->config;

	if (config->user || config->password) {
		curl_easy_setopt(easy, CURLOPT_HTTPAUTH, (long)CURLAUTH_BASIC);
		curl_easy_setopt(easy, CURLOPT_USERNAME,
		                 config->user ? config->user : "");
		curl_easy_setopt(easy, CURLOPT_PASSWORD,
		                 config->password ? config->password : "");
	}
	if (config->ca_file)
		curl_easy_setopt(easy, CURLOPT_CAINFO, config->ca_file);
	if (config->insecure) {
		curl_easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, 0L);
		curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 0L);
	}
	if (config->tls && !link->tls) {
		curl_easy_setopt(easy, CURLOPT_VERBOSE, 1L);
		curl_easy_setopt(easy, CURLOPT_DEBUGFUNCTION, keep_tls);
		curl_easy_setopt(easy, CURLOPT_DEBUGDATA, link);
	}
}

static void set_method(CURL *easy, const char *method)
{
	if (!method)
		return;
	if (strcmp(method, "PUT") == 0)
		curl_easy_setopt(easy, CURLOPT_UPLOAD, 1L);
	else if (strcmp(method, "HEAD") == 0)
		curl_easy_setopt(easy, CURLOPT_NOBODY, 1L);
	else
		curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, method);
}

static int set_up(struct exchange *exchange, const char *method,
                  const char *url)
{
	struct link *link = exchange->link;
	CURL *easy = exchange->easy;

	if (curl_easy_setopt(easy, CURLOPT_URL, url))
		return -ENOMEM;
	set_method(easy, method);
	set_security(easy, link);
	curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
	curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
	/* A proxy of the environment's would be measured instead. */
	curl_easy_setopt(easy, CURLOPT_PROXY, "");
	curl_easy_setopt(easy, CURLOPT_PATH_AS_IS, 1L);
	curl_easy_setopt(easy, CURLOPT_FILETIME, 1L);
	curl_easy_setopt(easy, CURLOPT_USERAGENT, "bench/" HTTP_VERSION);
	curl_easy_setopt(easy, CURLOPT_UPLOAD_BUFFERSIZE, UPLOAD_BUFFER);
	curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS,
	                 (long)(link->config->connect_timeout / MILLISECOND));
	curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, exchange->error);
	curl_easy_setopt(easy, CURLOPT_PRIVATE, exchange);
	curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, take_header);
	curl_easy_setopt(easy, CURLOPT_HEADERDATA, exchange);
	curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, drop_body);
	curl_easy_setopt(easy, CURLOPT_WRITEDATA, exchange);
	/* Else a PUT waits up to a second for leave to send. */
	return exchange_header(exchange, "Expect:");
}

static int cancelled(const struct link *link)
{
	bench->fail(link->ctx, "%s: cancelled", link->label);
	return -ECANCELED;
}

int exchange_open(struct exchange *exchange, struct link *link,
                  const char *method, const char *name)
{
	char *url;
	int error;

	memset(exchange, 0, sizeof(*exchange));
	exchange->link = link;
	if (atomic_load(&link->cancelled))
		return cancelled(link);
	exchange->easy = link->idle ? link->idle : curl_easy_init();
	link->idle = NULL;
	if (!exchange->easy)
		return -ENOMEM;
	/* Names need no encoding. */
	if (asprintf(&url, "%s%s", link->base, name) < 0)
		url = NULL;
	error = url ? set_up(exchange, method, url) : -ENOMEM;
	free(url);
	if (error)
		exchange_close(exchange);
	return error;
}

int exchange_header(struct exchange *exchange, const char *line)
{
	struct curl_slist *list = curl_slist_append(exchange->headers, line);

	if (!list)
		return -ENOMEM;
	exchange->headers = list;
	return 0;
}

int exchange_start(struct exchange *exchange)
{
	curl_easy_setopt(exchange->easy, CURLOPT_HTTPHEADER, exchange->headers);
	if (curl_multi_add_handle(exchange->link->multi, exchange->easy))
		return -ENOMEM;
	exchange->link->counts.requests++;
	return 0;
}

/* What can only be asked while the handle is there. */
static void note_end(struct exchange *exchange)
{
	struct link *link = exchange->link;
	long connections = 0;
	char *peer = NULL;

	curl_easy_getinfo(exchange->easy, CURLINFO_NUM_CONNECTS, &connections);
	link->counts.connections += (uint64_t)connections;
	curl_easy_getinfo(exchange->easy, CURLINFO_HTTP_VERSION, &link->version);
	if (!link->peer &&
	    curl_easy_getinfo(exchange->easy, CURLINFO_PRIMARY_IP, &peer) == 0 &&
	    peer && *peer)
		link->peer = strdup(peer);
}

static void collect(struct link *link)
{
	CURLMsg *message;
	int left;

	while ((message = curl_multi_info_read(link->multi, &left))) {
		struct exchange *exchange = NULL;

		if (message->msg != CURLMSG_DONE)
			continue;
		curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE,
		                  (char **)&exchange);
		exchange->done = true;
		exchange->result = message->data.result;
		note_end(exchange);
	}
}

static int silent(const struct link *link)
{
	bench->fail(link->ctx, "%s moved no byte for %g s (option `timeout`)",
	            link->label, (double)link->config->timeout / 1e9);
	return -ETIMEDOUT;
}

static int step(struct link *link, const struct exchange *exchange,
                const bool *enough)
{
	int64_t left;
	int running;

	if (curl_multi_perform(link->multi, &running))
		return -ENOMEM;
	collect(link);
	if (exchange->done || (enough && *enough))
		return 0;
	left = link->moved_ns + link->config->timeout - bench->now_ns();
	if (left <= 0)
		return silent(link);
	left = left / MILLISECOND + 1;
	curl_multi_poll(link->multi, NULL, 0,
	                (int)(left < LONGEST_WAIT ? left : LONGEST_WAIT), NULL);
	return 0;
}

int exchange_wait(struct exchange *exchange, const bool *enough)
{
	struct link *link = exchange->link;
	int error = 0;

	link->moved_ns = bench->now_ns();
	while (!error && !exchange->done && !(enough && *enough)) {
		if (atomic_load(&link->cancelled))
			return cancelled(link);
		error = step(link, exchange, enough);
	}
	return error;
}

static int broken(const struct exchange *exchange, const char *what,
                  const char *name)
{
	static const struct {
		CURLcode code;
		int error;
	} meanings[] = {{CURLE_COULDNT_CONNECT, -ECONNREFUSED},
	                {CURLE_COULDNT_RESOLVE_HOST, -EHOSTUNREACH},
	                {CURLE_OPERATION_TIMEDOUT, -ETIMEDOUT},
	                {CURLE_OUT_OF_MEMORY, -ENOMEM},
	                {CURLE_GOT_NOTHING, -ECONNRESET},
	                {CURLE_SEND_ERROR, -ECONNRESET},
	                {CURLE_RECV_ERROR, -ECONNRESET},
	                {CURLE_PARTIAL_FILE, -ECONNRESET},
	                /* A kept connection ended before it had a reply. */
	                {CURLE_SEND_FAIL_REWIND, -ECONNRESET}};
	const struct link *link = exchange->link;
	int error = -EPROTO;

	for (size_t i = 0; i < sizeof(meanings) / sizeof(meanings[0]); i++)
		if (meanings[i].code == exchange->result)
			error = meanings[i].error;
	bench->fail(link->ctx, "%s %s at %s: %s", what, name, link->label,
	            exchange->error[0] ? exchange->error
	                               : curl_easy_strerror(exchange->result));
	return error;
}

static int meaning(int status)
{
	static const struct {
		int status, error;
	} table[] = {{401, -EACCES},  {403, -EACCES},  {404, -ENOENT},
	             {405, -ENOTSUP}, {409, -ENOENT},  {410, -ENOENT},
	             {412, -EEXIST},  {413, -EFBIG},   {423, -EBUSY},
	             {429, -EBUSY},   {501, -ENOTSUP}, {503, -EBUSY},
	             {507, -ENOSPC}};

	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)
		if (table[i].status == status)
			return table[i].error;
	return -EIO;
}

int exchange_result(const struct exchange *exchange, const char *what,
                    const char *name)
{
	const struct reply *reply = &exchange->reply;
	const struct link *link = exchange->link;

	if (!*name)
		name = link->base;
	/* A refusal often ends the connection before all was sent. */
	if (reply->status < 300 && exchange->result != CURLE_OK)
		return broken(exchange, what, name);
	if (reply->status / 100 == 2)
		return 0;
	if (reply->status / 100 == 3) {
		bench->fail(link->ctx, "%s %s at %s: %s to `%s`, which is not followed",
		            what, name, link->label, reply->words, reply->location);
		return -EREMOTE;
	}
	if (reply->status == 401)
		bench->fail(link->ctx, "%s %s: %s refuses the user `%s`: %s", what,
		            name, link->label,
		            link->config->user ? link->config->user : "", reply->words);
	else
		bench->fail(link->ctx, "%s %s at %s: %s", what, name, link->label,
		            reply->words);
	return meaning(reply->status);
}

void exchange_close(struct exchange *exchange)
{
	struct link *link = exchange->link;

	if (exchange->easy) {
		curl_multi_remove_handle(link->multi, exchange->easy);
		if (link->idle) {
			curl_easy_cleanup(exchange->easy);
		} else {
			curl_easy_reset(exchange->easy);
			link->idle = exchange->easy;
		}
	}
	curl_slist_free_all(exchange->headers);
	exchange->easy = NULL;
	exchange->headers = NULL;
}
