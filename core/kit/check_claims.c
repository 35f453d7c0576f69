/* check_claims.c - what caps() says that the target can do, it does. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/pattern.h"
#include "kit/claims.h"

/* Larger claims are believed: trying them would fill the target. */
#define FILE_MOST   (UINT64_C(1) << 30)
#define STREAM_MOST (UINT64_C(16) << 20)
#define RECORD_MOST (UINT64_C(64) << 20)

struct kit_file claims_file(struct kit *kit, const char *stem)
{
	return (struct kit_file){&kit->lane, kit_name(kit, stem), NULL};
}

int claims_try_record(struct kit_file *file, size_t len, uint64_t off,
                      unsigned more)
{
	const struct kit *kit = file->lane->kit;
	const struct bench_pattern pattern = kit_pattern(11, len);
	unsigned flags = more | (kit_random(kit) ? 0u : BENCH_O_SEQUENTIAL);
	int error = kit_must_open(file, flags | BENCH_O_WRITE | BENCH_O_CREATE,
	                          off + len);

	if (error)
		return error;
	error = kit_must_write(file, &pattern, len, off);
	if (error) {
		(void)kit_close(file);
		return error;
	}
	error = kit_must_close(file);
	if (error || !kit_keeps(kit) || !kit->backend->read)
		return error;
	error = kit_must_open(file, flags | BENCH_O_READ, off + len);
	if (error)
		return error;
	error = kit_must_read(file, &pattern, len, off);
	if (error) {
		(void)kit_close(file);
		return error;
	}
	return kit_must_close(file);
}

/* Backwards.  A target may have that for reads alone, and say so. */
static int write_backwards(struct kit_file *file, size_t record)
{
	const struct bench_pattern pattern = kit_pattern(12, 1);
	unsigned char *bytes = malloc(record);
	int64_t result;
	int error;

	if (!bytes)
		return kit_found(file->lane, NULL, "memory");
	error = kit_must_open(file, BENCH_O_WRITE | BENCH_O_CREATE, 4 * record);
	for (uint64_t i = 4; !error && i-- > 0;) {
		pattern_fill(&pattern, bytes, record, i * record);
		result = kit_write(file, bytes, record, i * record);
		if (result == -ENOTSUP)
			break;
		error = kit_want(file->lane, result, (int64_t)record);
	}
	free(bytes);
	if (!error)
		error = kit_must_close(file);
	return error;
}

static int read_backwards(struct kit_file *file, size_t record)
{
	const struct bench_pattern pattern = kit_pattern(12, 2);
	int error = kit_make(file->lane, file->name, 4 * (uint64_t)record, record,
	                     &pattern);

	if (!error)
		error = kit_must_open(file, BENCH_O_READ, 4 * record);
	for (uint64_t i = 4; !error && i-- > 0;)
		error = kit_must_read(file, &pattern, record, i * record);
	if (!error)
		error = kit_must_close(file);
	return error;
}

static int try_random(struct kit *kit)
{
	struct kit_file written = claims_file(kit, "backwards");
	struct kit_file read = claims_file(kit, "backwards-read");
	size_t record = kit_record(kit, 4096);
	int error;

	if (!kit_random(kit) || kit_size(kit, 4 * record) < 4 * record)
		return 0;
	error = write_backwards(&written, record);
	if (error || !kit_keeps(kit) || !kit->backend->read)
		return error;
	return read_backwards(&read, record);
}

/* From the start, as a stream does it too. */
static int try_rewrite(struct kit *kit)
{
	const struct bench_pattern old = kit_pattern(13, 1);
	const struct bench_pattern fresh = kit_pattern(13, 2);
	struct kit_file file = claims_file(kit, "rewrite");
	size_t record = kit_record(kit, 4096);
	uint64_t size = kit_size(kit, 3 * (uint64_t)record);
	int error;

	if (!(kit->caps.props & BENCH_REWRITE))
		return 0;
	error = kit_make(&kit->lane, file.name, size, record, &old);
	if (!error)
		error = kit_must_open(&file, kit_forward(BENCH_O_WRITE), size);
	for (uint64_t off = 0; !error && off < size; off += record)
		error = kit_must_write(
		        &file, &fresh,
		        size - off < record ? (size_t)(size - off) : record, off);
	if (!error)
		error = kit_must_close(&file);
	if (!error && kit_keeps(kit) && kit->backend->read)
		error = kit_verify(&kit->lane, file.name, size, record, &fresh);
	return error;
}

/* For a session that did not write it. */
static int try_keeps(struct kit *kit)
{
	const struct bench_pattern pattern = kit_pattern(14, 1);
	const char *name = kit_name(kit, "keeps");
	size_t record = kit_record(kit, 4096);
	int error;

	if (!kit_keeps(kit) || !kit->backend->read || !kit_many_sessions(kit))
		return 0;
	error = kit_make(&kit->lane, name, record, record, &pattern);
	if (error)
		return error;
	kit_session_close(&kit->lane);
	error = kit_session_open(&kit->lane, 1);
	if (error)
		return error;
	return kit_verify(&kit->lane, name, record, record, &pattern);
}

static int try_records(struct kit *kit)
{
	const struct bench_caps *caps = &kit->caps;
	struct kit_file small = claims_file(kit, "smallest");
	struct kit_file large = claims_file(kit, "largest");
	int error = 0;

	if (caps->min_io && kit_size(kit, caps->min_io) >= caps->min_io)
		error = claims_try_record(&small, (size_t)caps->min_io, 0, 0);
	if (!error && caps->max_io && caps->max_io <= RECORD_MOST &&
	    kit_size(kit, caps->max_io) >= caps->max_io)
		error = claims_try_record(&large, (size_t)caps->max_io, 0, 0);
	return error;
}

/* The last bytes of the largest file. */
static int try_size(struct kit *kit)
{
	const struct bench_pattern pattern = kit_pattern(15, 1);
	const struct bench_caps *caps = &kit->caps;
	struct kit_file file = claims_file(kit, "full");
	size_t record = kit_record(kit, 4096);
	uint64_t size = caps->max_size / kit_unit(kit) * kit_unit(kit);
	uint64_t most = kit_random(kit) ? FILE_MOST : STREAM_MOST;

	if (!size || size > most || size < record ||
	    (caps->free_bytes && size > caps->free_bytes))
		return 0;
	if (kit_random(kit))
		return claims_try_record(&file, record, size - record, 0);
	return kit_make(&kit->lane, file.name, size, record, &pattern);
}

static int check_durable(struct kit *kit)
{
	struct kit_lane *lane = &kit->lane;

	kit_call(lane, "caps()");
	kit_back(lane);
	if (kit->caps.durable == BENCH_DUR_NONE || kit->backend->flush)
		return 0;
	return kit_found(lane, text_format("durable = %d", (int)kit->caps.durable),
	                 "BENCH_DUR_NONE, because there is no flush that could "
	                 "make anything durable");
}

int kit_claims(struct kit *kit)
{
	const struct {
		const char *claim;
		int (*check)(struct kit *kit);
	} claims[] = {
	        {"BENCH_KEEPS", try_keeps},
	        {"BENCH_REWRITE", try_rewrite},
	        {"BENCH_RANDOM", try_random},
	        {"min_io or max_io", try_records},
	        {"max_size", try_size},
	        {"BENCH_DIRECT", claims_direct},
	        {"BENCH_DONTCACHE", claims_dontcache},
	        {"BENCH_SHARED", claims_shared},
	};
	int error = check_durable(kit);

	for (size_t i = 0;
	     !error && kit->backend->write && i < sizeof claims / sizeof claims[0];
	     i++) {
		kit->claim = claims[i].claim;
		error = claims[i].check(kit);
		kit->claim = NULL;
		/* The largest file may leave no room for the next. */
		if (!error)
			kit_remove_names(&kit->lane, NULL);
		if (!error && kit->backend->mkdir)
			(void)kit_mkdir(&kit->lane, kit->directory);
	}
	return error;
}
