/* ftp_rig.h - real FTP servers and clients of the ftp backend, for the tests.
 */
#ifndef BENCH_TESTS_FTP_RIG_H
#define BENCH_TESTS_FTP_RIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include "config/options.h"
#include "plugin/host.h"
#include "plugin/loader.h"

/* A server that the fixture's script runs.  Zero before use. */
struct ftp_server {
	pid_t script;
	int port;
	char directory[256]; /* on this machine's disk; clients see it as /upload */
};

/* One client: a target and a session. */
struct ftp_client {
	const struct bench_backend *backend;
	struct options *options;
	struct bench_ctx *ctx;
	void *target, *session;
	char facts[2048], notes[1024]; /* lines */
};

/* words: "--server", "vsftpd", ..., NULL.  root: the served directory, NULL for
 * a fresh one below unit_scratch().  False with a message: no such server is
 * installed, which passes the test; a server that is there and does not start
 * fails it. */
bool ftp_server_start(struct ftp_server *server, const char *root,
                      const char *const *words);
/* Ends the script in good order and checks that nothing is left; its status. */
int ftp_server_stop(struct ftp_server *server);
/* To the server and all of its sessions, not to the script. */
void ftp_server_signal(const struct ftp_server *server, int signal);
/* A port of 127.0.0.1 that nobody listens on. */
int ftp_free_port(void);

const struct bench_backend *ftp_backend(void);
/* Settings as "key=value", ending with NULL.  All of a life up to the session;
 * returns the first failure. */
int ftp_client_open(struct ftp_client *client, const char *const *settings);
/* The server's /upload. */
int ftp_client_reach(struct ftp_client *client,
                     const struct ftp_server *server);
void ftp_client_close(struct ftp_client *client);
/* The last sentence, or "". */
const char *ftp_why(const struct ftp_client *client);
/* Fails the test and shows the sentence if it lacks the words. */
void ftp_says(const struct ftp_client *client, const char *words);

/* The byte that belongs at that offset of a file made with this seed. */
void ftp_fill(unsigned char *bytes, size_t length, uint64_t offset,
              unsigned seed);
bool ftp_matches(const unsigned char *bytes, size_t length, uint64_t offset,
                 unsigned seed);
/* Writes a whole file in records; flush and close too. */
int ftp_write(struct ftp_client *client, const char *name, unsigned flags,
              uint64_t size, size_t record, unsigned seed);
/* One pass over an open file. */
bool ftp_read(struct ftp_client *client, void *file, uint64_t size,
              size_t record, unsigned seed);
/* The file on the server's own disk is exactly this. */
bool ftp_on_disk(const struct ftp_server *server, const char *name,
                 uint64_t size, unsigned seed);

#endif
