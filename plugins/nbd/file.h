/* file.h - the export, open as a file. */
#ifndef NBD_FILE_H
#define NBD_FILE_H

#include "session.h"

struct file {
	struct session *session;
	bool reads, writes, is_sync;
};

int file_open(void *session, const char *name, unsigned flags,
              uint64_t size_hint, void **file);
int file_close(void *file);
int64_t file_read(void *file, void *buf, size_t len, uint64_t off);
int64_t file_write(void *file, const void *buf, size_t len, uint64_t off);
int file_flush(void *file);
int file_drop_cache(void *file);
int file_ping(void *session);

/* May that be asked of the server, and how many bytes of it?  A reading ends
 * with the export. */
int file_may(const struct bench_io *io, size_t *length);

#endif
