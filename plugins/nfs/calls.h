/* calls.h - the procedures of NFS version 3 that take one round trip each and
 * are waited for.  All return 0 or a negative errno and say why. */
#ifndef NFS_CALLS_H
#define NFS_CALLS_H

#include "link.h"
#include <nfsc/libnfs-raw-nfs.h>

/* What the server calls a file by. */
struct handle {
	u_int length;
	char bytes[NFS3_FHSIZE];
};

struct attributes {
	bool known, is_dir, is_file;
	uint64_t bytes;
	int64_t mtime_ns;
};

struct found {
	struct handle handle;
	bool has_handle;
	struct attributes attributes;
};

/* What the server said of itself. */
struct server_limits {
	uint32_t read_max, write_max, list_best; /* bytes in one request */
	uint64_t max_size;
};

void handle_copy(struct handle *to, const nfs_fh3 *from);
nfs_fh3 handle_wire(const struct handle *handle);

int calls_null(struct link *link);
int calls_limits(struct link *link, const struct handle *root,
                 struct server_limits *out);
int calls_room(struct link *link, const struct handle *root, uint64_t *out);
int calls_lookup(struct link *link, const struct handle *dir, const char *name,
                 struct found *out);
int calls_attributes(struct link *link, const struct handle *handle,
                     const char *name, struct attributes *out);
int calls_truncate(struct link *link, const struct handle *handle,
                   const char *name);
int calls_create(struct link *link, const struct handle *dir, const char *name,
                 bool exclusive, bool truncate, struct found *out);
int calls_remove(struct link *link, const struct handle *dir, const char *name);
int calls_mkdir(struct link *link, const struct handle *dir, const char *name);
int calls_rmdir(struct link *link, const struct handle *dir, const char *name);
int calls_rename(struct link *link, const struct handle *from_dir,
                 const char *from, const struct handle *to_dir, const char *to);
/* The verifier changes when the server has lost what it had not stored. */
int calls_commit(struct link *link, const struct handle *handle,
                 const char *name, char verifier[NFS3_WRITEVERFSIZE]);

#endif
