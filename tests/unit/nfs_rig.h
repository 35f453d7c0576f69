/* nfs_rig.h - a real NFS server for the tests, by conf/servers/ganesha.sh, and
 * clients of it. */
#ifndef BENCH_TESTS_NFS_RIG_H
#define BENCH_TESTS_NFS_RIG_H

#include <sys/types.h>
#include "socket_rig.h"

struct nfs_server {
	struct rig rig; /* the plugin only; for rig_client_*() */
	pid_t script;
	int port;
	char directory[128]; /* what it serves */
	char said[256];      /* its first line */
};

/* Serves a new directory, or the given one.  arguments: further ones of the
 * script, NULL at the end.  False where no server is installed, or this user
 * may not run it: the test passes with a message then. */
bool nfs_server_start(struct nfs_server *server, const char *directory,
                      const char *const *arguments);
/* The script ends with 143 and leaves nothing, or the test fails. */
void nfs_server_stop(struct nfs_server *server);
/* The server behind the script. */
pid_t nfs_server_process(const struct nfs_server *server);
/* Only loads the plugin, for tests without a server. */
bool nfs_plugin_load(struct rig *rig);

/* A client of /bench there; settings as for rig_client_open(), after those of
 * the server. */
int nfs_client_open(struct nfs_server *server, struct rig_client *client,
                    const char *const *settings);

/* Writes `size` bytes of the seed's data in records; flush and close too. */
int nfs_write_file(struct rig_client *c, const char *name, unsigned flags,
                   uint64_t size, size_t record, unsigned seed);
/* Reads them back by the client; one record more than there is is asked for. */
bool nfs_read_file(struct rig_client *c, const char *name, uint64_t size,
                   size_t record, unsigned seed);
/* Looks at the server's own disk. */
bool nfs_disk_has(const struct nfs_server *server, const char *name,
                  uint64_t size, unsigned seed);

#endif
