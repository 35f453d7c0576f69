/* expect.h - bytes that are known beforehand, and which of them are wrong: what
 * both ends check with.  Files that are not verified cost one question a
 * record. */
#ifndef SOCKET_EXPECT_H
#define SOCKET_EXPECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/uio.h>
#include "bench_plugin.h"

/* Zero: of these bytes nothing is known. */
struct expect {
	bool writes, reads; /* which of them are checked */
	struct bench_pattern pattern;
};

/* A file that is open for writing will get these bytes; what is still in it may
 * be of another time, so reads of it are not checked.  -ENOTSUP: this bench
 * cannot check. */
int expect_set(struct expect *expect, bool open_for_write,
               const struct bench_pattern *pattern);
/* Are the bytes from offset on right?  If not, *wrong is the offset of the
 * first one that is not. */
bool expect_holds(const struct expect *expect, const void *bytes, size_t length,
                  uint64_t offset, uint64_t *wrong);
/* The same of bytes that lie in several places. */
bool expect_holds_all(const struct expect *expect, const struct iovec *vector,
                      int count, uint64_t offset, uint64_t *wrong);

#endif
