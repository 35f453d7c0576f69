/* socket_rig.h - a far end of the socket backend in a thread, and clients of
 * it, for the tests. */
#ifndef BENCH_TESTS_SOCKET_RIG_H
#define BENCH_TESTS_SOCKET_RIG_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "config/options.h"
#include "plugin/host.h"
#include "plugin/loader.h"

/* Zero before use. */
struct rig {
	struct plugin *plugin;
	struct options *options; /* of the far end */
	struct bench_ctx *ctx;
	pthread_t thread;
	bool running;
	int result;       /* of serve() */
	atomic_int ready; /* 1: listening, -1: serve() came back */
	atomic_bool stop;
	char where[128]; /* what ready() was told */
	int port;
	pthread_mutex_t lock;
	char log[4096]; /* the notes, each with a newline */
};

/* One client: a target and a session. */
struct rig_client {
	const struct bench_backend *backend;
	struct options *options;
	struct bench_ctx *ctx;
	void *target, *session;
	char facts[2048]; /* key=value lines */
};

/* Options as "key=value" strings that end with NULL.  Far ends take a free port
 * unless told otherwise.  False: no plugin, or serve() failed (see result and
 * host_ctx_failure()). */
bool rig_start(struct rig *rig, const char *const *settings);
/* Ends the far end; returns what serve() returned. */
int rig_halt(struct rig *rig);
/* Also frees what clients may still need. */
int rig_stop(struct rig *rig);
/* Waits up to two seconds for a word in the log. */
bool rig_logged(struct rig *rig, const char *word);

/* Only the options and the context, for tests of check() and the like. */
bool rig_client_prepare(struct rig *rig, struct rig_client *client,
                        const char *const *settings);
/* Also target and session; returns the first failure. */
int rig_client_open(struct rig *rig, struct rig_client *client,
                    const char *const *settings);
/* To the rig's own port. */
int rig_client_reach(struct rig *rig, struct rig_client *client);
void rig_client_close(struct rig_client *client);
/* The last sentence of the client, or "". */
const char *rig_client_why(const struct rig_client *client);

/* A client with these options must fail so, with the words in its sentence. */
void rig_client_fails(struct rig *rig, const char *const *settings, int error,
                      const char *words);

/* A plain connection to the rig's port, or -1; its waits end after 3 s. */
int rig_dial(const struct rig *rig);

/* A far end of the test's own: accepts one connection, says `words` and nothing
 * else until the client is gone. */
struct rig_stub {
	pthread_t thread;
	int listener;
	const char *words;
	size_t length;
	char port[32]; /* as an option: port=N */
};

void rig_stub_start(struct rig_stub *stub, const char *words, size_t length);
/* Waits for the client to go. */
void rig_stub_end(struct rig_stub *stub);

/* The byte that belongs at that offset of a file made with this seed. */
void rig_fill(unsigned char *bytes, size_t length, uint64_t offset,
              unsigned seed);
bool rig_matches(const unsigned char *bytes, size_t length, uint64_t offset,
                 unsigned seed);

#endif
