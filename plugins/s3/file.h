/* file.h - open files and what can be done with them; members of the backend's
 * table. */
#ifndef S3_FILE_H
#define S3_FILE_H

#include <stddef.h>
#include <stdint.h>

int file_open(void *session, const char *name, unsigned flags,
              uint64_t size_hint, void **out);
int file_close(void *handle);
int64_t file_read(void *handle, void *buffer, size_t length, uint64_t offset);
int64_t file_write(void *handle, const void *buffer, size_t length,
                   uint64_t offset);
int file_flush(void *handle);

#endif
