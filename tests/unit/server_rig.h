/* server_rig.h - a real server for the tests, by a script of conf/servers/, and
 * clients of it. */
#ifndef BENCH_TESTS_SERVER_RIG_H
#define BENCH_TESTS_SERVER_RIG_H

#include <sys/types.h>
#include "socket_rig.h"

struct server {
	struct rig rig; /* the plugin only; for rig_client_*() */
	pid_t script;
	int port;
	char said[256]; /* its first line */
};

/* Only loads the plugin of that name, for tests without a server.  False where
 * it is not built: the test passes with a message then. */
bool server_plugin(struct rig *rig, const char *plugin);
/* Starts conf/servers/SCRIPT on a free port; arguments end with NULL.  False
 * where it is not installed: the test passes with a message then. */
bool server_start(struct server *server, const char *plugin, const char *script,
                  const char *const *arguments);
/* The script ends with 143 and leaves nothing, or the test fails. */
void server_stop(struct server *server);
/* Kills the process behind the script, or freezes it (SIGSTOP), or lets it go
 * on. */
void server_signal(const struct server *server, int number);

/* A client of port N there; settings as for rig_client_open(). */
int server_client(struct server *server, struct rig_client *client,
                  const char *const *settings);

/* Writes `size` bytes of the seed's data in records; flush and close too. */
int server_write(struct rig_client *c, const char *name, unsigned flags,
                 uint64_t size, size_t record, unsigned seed);
/* Reads them back; where the file ends there, a record behind it is empty. */
bool server_read(struct rig_client *c, const char *name, uint64_t size,
                 size_t record, unsigned seed, bool ends);

/* Moves `records` records with `depth` of them in flight, in an order that
 * jumps; true if all came back whole and stamped. */
bool server_pipeline(struct rig_client *c, void *file, enum bench_op op,
                     size_t record, unsigned records, unsigned depth,
                     unsigned seed);

#endif
