/* claims_open.c - what caps() claims about how a file may be opened: past the
 * cache, through it without a trace, by several sessions. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/pattern.h"
#include "kit/claims.h"

/* Past the client's cache: aligned memory, offset and length. */
static int move_direct(struct kit_file *file, unsigned char *bytes, size_t len,
                       const struct bench_pattern *pattern, bool writes)
{
	unsigned flags =
	        writes ? BENCH_O_WRITE | BENCH_O_CREATE : (unsigned)BENCH_O_READ;
	int64_t result;
	int error = kit_must_open(file, flags | BENCH_O_DIRECT, 4 * len);

	if (error)
		return error;
	for (uint64_t i = 0; !error && i < 4; i++) {
		if (writes) {
			pattern_fill(pattern, bytes, len, i * len);
			result = kit_write(file, bytes, len, i * len);
		} else {
			memset(bytes, 0, len);
			result = kit_read(file, bytes, len, i * len);
		}
		error = kit_want(file->lane, result, (int64_t)len);
		if (!error && !writes && kit_keeps(file->lane->kit))
			error = kit_must_match(file, pattern, bytes, len, i * len);
	}
	if (error) {
		(void)kit_close(file);
		return error;
	}
	return kit_must_close(file);
}

int claims_direct(struct kit *kit)
{
	const struct bench_pattern pattern = kit_pattern(16, 1);
	struct kit_file file = claims_file(kit, "direct");
	size_t align = kit->caps.align > 1 ? kit->caps.align : 512;
	size_t len = align > 4096 ? align : 4096;
	void *bytes = NULL;
	int error;

	if (!(kit->caps.props & BENCH_DIRECT) || kit_record(kit, len) != len ||
	    kit_size(kit, 4 * len) < 4 * len || align & (align - 1))
		return 0;
	/* No more aligned than it asks for. */
	if (posix_memalign(&bytes, 2 * align, len + align))
		return kit_found(&kit->lane, NULL, "memory");
	error = move_direct(&file, (unsigned char *)bytes + align, len, &pattern,
	                    true);
	if (!error && kit->backend->read)
		error = move_direct(&file, (unsigned char *)bytes + align, len,
		                    &pattern, false);
	free(bytes);
	return error;
}

int claims_dontcache(struct kit *kit)
{
	struct kit_file file = claims_file(kit, "dontcache");

	if (!(kit->caps.props & BENCH_DONTCACHE))
		return 0;
	return claims_try_record(&file, kit_record(kit, 4096), 0,
	                         BENCH_O_DONTCACHE);
}

/* Two sessions have one file open. */
int claims_shared(struct kit *kit)
{
	const struct bench_pattern pattern = kit_pattern(17, 1);
	struct kit_lane second = {.kit = kit, .number = 1};
	struct kit_file one = claims_file(kit, "shared");
	struct kit_file two = {.lane = &second, .name = one.name};
	size_t record = kit_record(kit, 4096);
	int error;

	if (!(kit->caps.props & BENCH_SHARED) || !kit_keeps(kit) ||
	    !kit->backend->read || !kit_many_sessions(kit))
		return 0;
	error = kit_make(&kit->lane, one.name, record, record, &pattern);
	if (!error)
		error = kit_session_open(&second, 1);
	if (!error)
		error = kit_must_open(&one, BENCH_O_READ, record);
	if (!error)
		error = kit_must_open(&two, BENCH_O_READ, record);
	if (!error)
		error = kit_must_read(&one, &pattern, record, 0);
	if (!error)
		error = kit_must_read(&two, &pattern, record, 0);
	if (!error)
		error = kit_must_close(&one);
	if (!error)
		error = kit_must_close(&two);
	kit_session_close(&second);
	return error;
}
