/* file.h - an open file of the client's, and what can be done with it; the
 * members of the backend's table. */
#ifndef SOCKET_FILE_H
#define SOCKET_FILE_H

#include <stddef.h>
#include <stdint.h>
#include "bench_plugin.h"
#include "wire.h"

int file_open(void *session, const char *name, unsigned flags,
              uint64_t size_hint, void **out);
int file_close(void *handle);
int64_t file_read(void *handle, void *buffer, size_t length, uint64_t offset);
int64_t file_write(void *handle, const void *buffer, size_t length,
                   uint64_t offset);
int file_flush(void *handle);
int file_expect(void *handle, const struct bench_pattern *pattern);

/* For records in flight. */
/* `result` bytes were read: that, or -EILSEQ if one of them is wrong. */
int64_t file_checked(const void *handle, const void *buffer, int64_t result,
                     uint64_t offset);
const char *file_name(const void *handle);
/* Completes the request of a record.  A flush takes over the count of quiet
 * bytes, for file_settled() to compare. */
int file_request(const struct bench_io *io, struct wire_request *request,
                 uint64_t *unflushed);
/* 0 if the far end has as many quiet bytes as were sent. */
int file_settled(const void *handle, const char *verb, uint64_t received,
                 uint64_t sent);

#endif
