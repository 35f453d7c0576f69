/* smb_rig.h - a real SMB server, started by its script, and clients of it, for
 * the tests of the smb backend. */
#ifndef BENCH_TESTS_SMB_RIG_H
#define BENCH_TESTS_SMB_RIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include "config/options.h"
#include "plugin/host.h"
#include "plugin/loader.h"

struct smb_server {
	pid_t script;
	int output; /* what the script prints */
	int port;
	char *directory; /* what is served, below unit_scratch() */
};

/* One target and session. */
struct smb_client {
	struct plugin *plugin;
	const struct bench_backend *backend;
	struct options *options;
	struct bench_ctx *ctx;
	void *target, *session;
	char facts[1024]; /* key=value lines */
};

/* Not installed: says so once and passes the test. */
bool smb_missing(void);
/* Starts it on a free port of that address (NULL: 127.0.0.1), with one line for
 * its configuration (or NULL).  The user is whoever runs the test, the password
 * `secret`. */
bool smb_start(struct smb_server *server, const char *address,
               const char *global);
/* A signal to smbd and all its children. */
void smb_signal(const struct smb_server *server, int signal);
/* Ends it; false unless it left nothing behind and gave status 143. */
bool smb_stop(struct smb_server *server);
/* The path of a file that it serves; free(). */
char *smb_path(const struct smb_server *server, const char *name);
/* The name of the user who runs this. */
const char *smb_user(void);

/* Options as "key=value" strings that end with NULL; share=bench, host and port
 * of the server are given unless they are there.  Returns the first failure. */
int smb_open(const struct smb_server *server, struct smb_client *client,
             const char *const *settings);
/* Options and context only. */
bool smb_prepare(struct smb_client *client, const char *const *settings);
void smb_close(struct smb_client *client);
const char *smb_why(const struct smb_client *client);
/* A client with these options must fail so, with the words in its sentence. */
void smb_fails(const struct smb_server *server, const char *const *settings,
               int error, const char *words);

void smb_fill(unsigned char *bytes, size_t length, uint64_t offset,
              unsigned seed);
bool smb_matches(const unsigned char *bytes, size_t length, uint64_t offset,
                 unsigned seed);

#endif
