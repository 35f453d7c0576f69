/* file.h - an open file. */
#ifndef SFTP_FILE_H
#define SFTP_FILE_H

#include "session.h"

struct file {
	struct session *session;
	sftp_file handle;
	char *name;
	bool reads, writes;
};

int file_open(void *session, const char *name, unsigned flags,
              uint64_t size_hint, void **file);
int file_close(void *file);
int64_t file_read(void *file, void *buf, size_t len, uint64_t off);
int64_t file_write(void *file, const void *buf, size_t len, uint64_t off);
int file_flush(void *file);
int file_drop_cache(void *file);
int file_not_open_for(const struct file *file, const char *what);

#endif
