/* expect.c - bytes that are known beforehand, and which of them are wrong. */
#include "expect.h"

#include <errno.h>

int expect_set(struct expect *expect, bool open_for_write,
               const struct bench_pattern *pattern)
{
	if (!BENCH_HAS(bench, pattern_check))
		return -ENOTSUP;
	*expect = (struct expect){.writes = open_for_write,
	                          .reads = !open_for_write,
	                          .pattern = *pattern};
	return 0;
}

bool expect_holds(const struct expect *expect, const void *bytes, size_t length,
                  uint64_t offset, uint64_t *wrong)
{
	size_t right =
	        bench->pattern_check(&expect->pattern, bytes, length, offset);

	*wrong = offset + right;
	return right == length;
}

bool expect_holds_all(const struct expect *expect, const struct iovec *vector,
                      int count, uint64_t offset, uint64_t *wrong)
{
	for (int i = 0; i < count; i++) {
		if (!expect_holds(expect, vector[i].iov_base, vector[i].iov_len, offset,
		                  wrong))
			return false;
		offset += vector[i].iov_len;
	}
	return true;
}
