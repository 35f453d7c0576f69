/* script_rig.h - real servers that the scripts of conf/servers run, and clients
 * of the backends that speak to them, for the tests.  What is different from
 * one to the next stands in a struct script_kind. */
#ifndef BENCH_TESTS_SCRIPT_RIG_H
#define BENCH_TESTS_SCRIPT_RIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include "config/options.h"
#include "plugin/host.h"
#include "plugin/loader.h"

struct script_kind {
	const char *plugin, *script;
	/* Below the served root, what clients see: "" or "/NAME".  NULL: no
	 * directory is served. */
	const char *served;
	const char *state;        /* its directories, without .XXXXXX; or NULL */
	const char *const *words; /* the script is always given; or NULL */
	bool is_server;           /* the script itself is the server */
	struct plugin *loaded;    /* by script_backend() */
};

/* Zero before use. */
struct script_server {
	const struct script_kind *kind;
	pid_t script;
	int port;
	char directory[256]; /* on this machine's disk, what clients see */
};

/* One client: a target and a session. */
struct script_client {
	const struct bench_backend *backend;
	struct options *options;
	struct bench_ctx *ctx;
	void *target, *session;
	char facts[2048], notes[1024]; /* lines */
};

/* words: for the script, ending with NULL.  root: the served directory, NULL
 * for a fresh one below unit_scratch().  False with a message: no such server
 * is installed, which passes the test; a server that is there and does not
 * start fails it. */
bool script_server_start(struct script_server *server,
                         const struct script_kind *kind, const char *root,
                         const char *const *words);
/* Ends the script in good order and checks that nothing is left; its status. */
int script_server_stop(struct script_server *server);
/* To the server and all that it began, not to a script around it. */
void script_server_signal(const struct script_server *server, int signal);
/* A port of 127.0.0.1 that nobody listens on. */
int script_free_port(void);

const struct bench_backend *script_backend(struct script_kind *kind);
/* Settings as "key=value", ending with NULL.  All of a life up to the session;
 * returns the first failure. */
int script_client_open(struct script_client *client, struct script_kind *kind,
                       const char *const *settings);
void script_client_close(struct script_client *client);
/* The last sentence, or "". */
const char *script_why(const struct script_client *client);
/* Fails the test and shows the sentence if it lacks the words. */
void script_says(const struct script_client *client, const char *words);

/* The byte that belongs at that offset of a file made with this seed. */
void script_fill(unsigned char *bytes, size_t length, uint64_t offset,
                 unsigned seed);
bool script_matches(const unsigned char *bytes, size_t length, uint64_t offset,
                    unsigned seed);
/* Writes a whole file in records; flush and close too. */
int script_write(struct script_client *client, const char *name, unsigned flags,
                 uint64_t size, size_t record, unsigned seed);
/* One pass over an open file. */
bool script_read(struct script_client *client, void *file, uint64_t size,
                 size_t record, unsigned seed);
/* The file on the server's own disk is exactly this. */
bool script_on_disk(const struct script_server *server, const char *name,
                    uint64_t size, unsigned seed);

#endif
