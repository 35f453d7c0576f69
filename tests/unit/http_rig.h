/* http_rig.h - real HTTP servers and clients of the http backend, for the
 * tests.
 */
#ifndef BENCH_TESTS_HTTP_RIG_H
#define BENCH_TESTS_HTTP_RIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include "config/options.h"
#include "plugin/host.h"
#include "plugin/loader.h"

/* A server that the fixture's script runs.  Zero before use. */
struct http_server {
	pid_t script;
	int port;
	char directory[256]; /* on this machine's disk; clients see it as / */
};

/* One client: a target and a session. */
struct http_client {
	const struct bench_backend *backend;
	struct options *options;
	struct bench_ctx *ctx;
	void *target, *session;
	char facts[2048], notes[1024]; /* lines */
};

/* words: "--ranges", "no", ..., NULL.  root: the served directory, NULL for
 * a fresh one below unit_scratch().  False with a message: no such server is
 * installed, which passes the test; a server that is there and does not start
 * fails it. */
bool http_server_start(struct http_server *server, const char *root,
                       const char *const *words);
/* Ends the script in good order and checks that nothing is left; its status. */
int http_server_stop(struct http_server *server);
/* To the server, not to the script. */
void http_server_signal(const struct http_server *server, int signal);
/* A port of 127.0.0.1 that nobody listens on. */
int http_free_port(void);

const struct bench_backend *http_backend(void);
/* Settings as "key=value", ending with NULL.  All of a life up to the session;
 * returns the first failure. */
int http_client_open(struct http_client *client, const char *const *settings);
/* The server's root; timeouts of some seconds. */
int http_client_reach(struct http_client *client,
                      const struct http_server *server);
void http_client_close(struct http_client *client);
/* The last sentence, or "". */
const char *http_why(const struct http_client *client);
/* Fails the test and shows the sentence if it lacks the words. */
void http_says(const struct http_client *client, const char *words);

/* The byte that belongs at that offset of a file made with this seed. */
void http_fill(unsigned char *bytes, size_t length, uint64_t offset,
               unsigned seed);
bool http_matches(const unsigned char *bytes, size_t length, uint64_t offset,
                  unsigned seed);
/* Writes a whole file in records; flush and close too. */
int http_write(struct http_client *client, const char *name, unsigned flags,
               uint64_t size, size_t record, unsigned seed);
/* One pass over an open file. */
bool http_read(struct http_client *client, void *file, uint64_t size,
               size_t record, unsigned seed);
/* The file on the server's own disk is exactly this. */
bool http_on_disk(const struct http_server *server, const char *name,
                  uint64_t size, unsigned seed);

#endif
