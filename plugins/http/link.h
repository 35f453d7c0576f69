/* link.h - one session's way to the server: a set of kept connections, and the
 * requests that go over them. */
#ifndef HTTP_LINK_H
#define HTTP_LINK_H

#include <curl/curl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include "bench_plugin.h"
#include "config.h"

/* What happened since the last counters. */
struct counts {
	uint64_t connections, requests;
	uint64_t records; /* with a request of their own */
	int64_t records_ns;
};

struct link {
	struct bench_ctx *ctx;
	const struct http_config *config;
	CURLM *multi;
	CURL *idle;  /* a handle for the next exchange; or NULL */
	char *base;  /* ends with a slash */
	char *label; /* "127.0.0.1:80", for sentences */
	char *server, *tls, *peer;
	long version; /* CURL_HTTP_VERSION_... */
	int64_t moved_ns;
	atomic_bool cancelled;
	struct counts counts;
};

/* The head of a reply. */
struct reply {
	int status;
	char words[120]; /* "404 Not Found" */
	bool ranged;     /* it names the range it has */
	uint64_t first;  /* that range's first byte */
	char location[200];
};

/* One request and its reply. */
struct exchange {
	struct link *link;
	CURL *easy; /* NULL: there is none */
	struct curl_slist *headers;
	char error[CURL_ERROR_SIZE];
	struct reply reply;
	bool done;
	CURLcode result; /* once it is done */
};

/* link.c */
int link_open(const struct http_config *config, struct bench_ctx *ctx,
              struct link **out);
/* NULL is fine. */
void link_close(struct link *link);
void link_cancel(struct link *link);

/* exchange.c: made, set up, started, waited for and closed, in this order.  The
 * method NULL is a GET; "HEAD" and "PUT" are what they are. */
int exchange_open(struct exchange *exchange, struct link *link,
                  const char *method, const char *name);
int exchange_header(struct exchange *exchange, const char *line);
int exchange_start(struct exchange *exchange);
/* Until it is done or *enough (may be NULL).  Fails only when it was cancelled
 * or no byte moved for too long. */
int exchange_wait(struct exchange *exchange, const bool *enough);
/* What came of it: 0 for a status of 2xx, else a negative errno and the
 * sentence. */
int exchange_result(const struct exchange *exchange, const char *what,
                    const char *name);
/* An exchange that is not done takes its connection with it. */
void exchange_close(struct exchange *exchange);

#endif
