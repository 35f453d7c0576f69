/* s3_rig.h - S3 servers and clients of the s3 backend, for the
 * tests.
 */
#ifndef BENCH_TESTS_S3_RIG_H
#define BENCH_TESTS_S3_RIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include "config/options.h"
#include "plugin/host.h"
#include "plugin/loader.h"

/* A server that the fixture's script runs.  Zero before use. */
struct s3_server {
	pid_t script;
	int port;
};

/* One client: a target and a session. */
struct s3_client {
	const struct bench_backend *backend;
	struct options *options;
	struct bench_ctx *ctx;
	void *target, *session;
	char facts[2048], notes[1024]; /* lines */
};

/* words: "--ranges", "no", ..., NULL; it has the bucket `bench` and the keys of
 * s3_client_reach().  False with a message: there is no Python, which passes
 * the test; a server that does not start fails it. */
bool s3_server_start(struct s3_server *server, const char *const *words);
/* Ends it in good order; its status. */
int s3_server_stop(struct s3_server *server);
void s3_server_signal(const struct s3_server *server, int signal);
/* A port of 127.0.0.1 that nobody listens on. */
int s3_free_port(void);

const struct bench_backend *s3_backend(void);
/* Settings as "key=value", ending with NULL.  All of a life up to the session;
 * returns the first failure. */
int s3_client_open(struct s3_client *client, const char *const *settings);
/* The server's bucket, below the prefix `dir`, with its keys. */
int s3_client_reach(struct s3_client *client, const struct s3_server *server);
void s3_client_close(struct s3_client *client);
/* The last sentence, or "". */
const char *s3_why(const struct s3_client *client);
/* Fails the test and shows the sentence if it lacks the words. */
void s3_says(const struct s3_client *client, const char *words);

/* The byte that belongs at that offset of a file made with this seed. */
void s3_fill(unsigned char *bytes, size_t length, uint64_t offset,
             unsigned seed);
bool s3_matches(const unsigned char *bytes, size_t length, uint64_t offset,
                unsigned seed);
/* Writes a whole file in records; flush and close too. */
int s3_write(struct s3_client *client, const char *name, unsigned flags,
             uint64_t size, size_t record, unsigned seed);
/* One pass over an open file. */
bool s3_read(struct s3_client *client, void *file, uint64_t size, size_t record,
             unsigned seed);

#endif
