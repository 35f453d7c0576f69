/* link.h - one session's way to the server: a set of kept connections, and the
 * requests that go over them. */
#ifndef S3_LINK_H
#define S3_LINK_H

#include <curl/curl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include "bench_plugin.h"
#include "config.h"
#include "url.h"

/* What happened since the last counters. */
struct counts {
	uint64_t connections, requests;
	uint64_t records; /* with a request of their own */
	int64_t records_ns;
};

struct link {
	struct bench_ctx *ctx;
	const struct s3_config *config;
	CURLM *multi;
	CURL *idle; /* a handle for the next exchange; or NULL */
	struct urls urls;
	char *signer; /* "aws:amz:REGION:s3" */
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
	char body[400]; /* how a refusal's body begins */
	size_t body_length;
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
int link_open(const struct s3_config *config, struct bench_ctx *ctx,
              struct link **out);
/* NULL is fine. */
void link_close(struct link *link);
void link_cancel(struct link *link);

/* exchange.c: made, set up, started, waited for and closed, in this order.  The
 * method NULL is a GET; "HEAD" and "PUT" are what they are.  The name is put
 * behind the base of all objects' URLs. */
int exchange_open(struct exchange *exchange, struct link *link,
                  const char *method, const char *name);
/* The same for the bucket itself; query may be "". */
int exchange_open_bucket(struct exchange *exchange, struct link *link,
                         const char *method, const char *query);
/* Keeps the beginning of a refusal's body. */
void exchange_keep(struct exchange *exchange, const char *bytes, size_t length);
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
