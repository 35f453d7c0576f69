/* data.c - sizes that the target takes, and files whose every byte is known. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/pattern.h"
#include "kit/parts.h"

/* Behind each buffer that is read to. */
#define GUARD      64
#define GUARD_BYTE 0x5a
/* What a read did not write to is not what the pattern has. */
#define SPOILT 0xa5

bool kit_keeps(const struct kit *kit)
{
	return kit->caps.props & BENCH_KEEPS;
}

bool kit_random(const struct kit *kit)
{
	return kit->caps.props & BENCH_RANDOM;
}

uint64_t kit_unit(const struct kit *kit)
{
	return kit->caps.min_io > 1 ? kit->caps.min_io : 1;
}

static uint64_t fit(const struct kit *kit, uint64_t wanted, uint64_t most)
{
	uint64_t unit = kit_unit(kit);
	uint64_t size = (wanted + unit - 1) / unit * unit;

	if (most && size > most)
		size = most / unit * unit;
	return size;
}

uint64_t kit_size(const struct kit *kit, uint64_t wanted)
{
	uint64_t most = kit->caps.max_size;

	/* A check has more than one file at a time. */
	if (kit->caps.free_bytes && (!most || kit->caps.free_bytes / 8 < most))
		most = kit->caps.free_bytes / 8;
	return fit(kit, wanted, most);
}

size_t kit_record(const struct kit *kit, uint64_t wanted)
{
	return (size_t)fit(kit, wanted, kit->caps.max_io);
}

unsigned kit_forward(unsigned flags)
{
	return flags | BENCH_O_SEQUENTIAL;
}

struct bench_pattern kit_pattern(uint64_t file, uint64_t generation)
{
	return (struct bench_pattern){
	        .seed = 7, .file = file, .generation = generation};
}

int kit_must_open(struct kit_file *file, unsigned flags, uint64_t hint)
{
	int result = kit_open(file, flags, hint);

	return result ? kit_came(file->lane, result, "0") : 0;
}

int kit_must_close(struct kit_file *file)
{
	return kit_want(file->lane, kit_close(file), 0);
}

int kit_must_write(struct kit_file *file, const struct bench_pattern *pattern,
                   size_t len, uint64_t off)
{
	unsigned char *bytes = malloc(len ? len : 1);
	int64_t result;

	if (!bytes)
		return kit_found(file->lane, NULL, "memory");
	pattern_fill(pattern, bytes, len, off);
	result = kit_write(file, bytes, len, off);
	free(bytes);
	if (result == (int64_t)len)
		return 0;
	return kit_came(file->lane, result,
	                "%zu: a write moves all of its record or fails", len);
}

int kit_must_match(struct kit_file *file, const struct bench_pattern *pattern,
                   const unsigned char *bytes, size_t len, uint64_t off)
{
	size_t right = pattern_check(pattern, bytes, len, off);
	unsigned long long place = off + right;
	unsigned char wanted;

	if (right == len)
		return 0;
	pattern_fill(pattern, &wanted, 1, place);
	return kit_found(file->lane,
	                 text_format("byte 0x%02x at offset %llu (%zu bytes "
	                             "before it are right)",
	                             bytes[right], place, right),
	                 "the bytes that were written, 0x%02x at that offset",
	                 wanted);
}

static int check_guard(struct kit_file *file, const unsigned char *guard)
{
	for (size_t i = 0; i < GUARD; i++)
		if (guard[i] != GUARD_BYTE)
			return kit_found(file->lane,
			                 text_format("byte %zu behind it was changed", i),
			                 "nothing behind the end of the buffer touched");
	return 0;
}

int kit_must_read(struct kit_file *file, const struct bench_pattern *pattern,
                  size_t len, uint64_t off)
{
	unsigned char *bytes = malloc(len + GUARD);
	int64_t result;
	int error;

	if (!bytes)
		return kit_found(file->lane, NULL, "memory");
	memset(bytes, SPOILT, len);
	memset(bytes + len, GUARD_BYTE, GUARD);
	result = kit_read(file, bytes, len, off);
	if (result == (int64_t)len)
		error = check_guard(file, bytes + len);
	else
		error = kit_came(file->lane, result,
		                 "%zu: the file has all of these bytes", len);
	if (!error && pattern)
		error = kit_must_match(file, pattern, bytes, len, off);
	free(bytes);
	return error;
}

int kit_make(struct kit_lane *lane, const char *name, uint64_t size,
             size_t record, const struct bench_pattern *pattern)
{
	struct kit_file file = {.lane = lane, .name = name};
	int error = kit_must_open(
	        &file, kit_forward(BENCH_O_WRITE | BENCH_O_CREATE | BENCH_O_EXCL),
	        size);

	if (error)
		return error;
	for (uint64_t off = 0; !error && off < size; off += record) {
		uint64_t left = size - off;

		error = kit_must_write(&file, pattern,
		                       left < record ? (size_t)left : record, off);
	}
	if (error) {
		(void)kit_close(&file);
		return error;
	}
	return kit_must_close(&file);
}

int kit_verify(struct kit_lane *lane, const char *name, uint64_t size,
               size_t record, const struct bench_pattern *pattern)
{
	struct kit_file file = {.lane = lane, .name = name};
	int error = kit_must_open(&file, kit_forward(BENCH_O_READ), size);

	if (error)
		return error;
	for (uint64_t off = 0; !error && off < size; off += record) {
		uint64_t left = size - off;

		error = kit_must_read(&file, pattern,
		                      left < record ? (size_t)left : record, off);
	}
	if (error) {
		(void)kit_close(&file);
		return error;
	}
	return kit_must_close(&file);
}
