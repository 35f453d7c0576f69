/* file.h - files: NFS has no opens, so a handle here is the server's handle
 * and what bench asked for. */
#ifndef NFS_FILE_H
#define NFS_FILE_H

#include "session.h"

struct file {
	struct session *session;
	struct handle handle;
	char *name; /* for messages */
	bool reads, writes;
	bool is_sync; /* each WRITE is answered when its data are stable */
	/* It is the same in all answers, unless the server lost data. */
	bool has_verifier;
	char verifier[NFS3_WRITEVERFSIZE];
};

/* A verifier came with an answer; 0, or -EIO and says why. */
int file_verify(struct file *file, const char *verifier);

int file_open(void *session, const char *name, unsigned flags,
              uint64_t size_hint, void **out);
int file_close(void *handle);
int file_flush(void *handle);
int file_drop_cache(void *handle);

/* records.c */
int64_t file_read(void *handle, void *buf, size_t len, uint64_t off);
int64_t file_write(void *handle, const void *buf, size_t len, uint64_t off);
int records_submit(void *session, struct bench_io *const *v, unsigned n);
int records_reap(void *session, struct bench_io **done, unsigned min,
                 unsigned max, int64_t timeout_ns);

#endif
