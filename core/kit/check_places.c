/* check_places.c - what stands where nothing was written, and what is left of
 * it once something else was. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "kit/parts.h"

/* Holes ------------------------------------------------------------------ */

static int read_zeros(struct kit_file *file, size_t len, uint64_t off)
{
	unsigned char *bytes = malloc(len);
	int64_t result;
	int error = 0;

	if (!bytes)
		return kit_found(file->lane, NULL, "memory");
	memset(bytes, 0xa5, len);
	result = kit_read(file, bytes, len, off);
	if (result != (int64_t)len)
		error = kit_came(file->lane, result,
		                 "%zu: the file goes on behind these bytes", len);
	for (size_t i = 0; !error && i < len; i++) {
		unsigned long long place = off + i;

		if (bytes[i])
			error = kit_found(
			        file->lane,
			        text_format("byte 0x%02x at offset %llu", bytes[i], place),
			        "zeros where nothing was written");
	}
	free(bytes);
	return error;
}

/* A record, a hole, a record. */
static int write_islands(struct kit_file *file,
                         const struct bench_pattern *pattern, size_t record)
{
	int error = kit_must_open(file, BENCH_O_WRITE | BENCH_O_CREATE, 0);

	if (error)
		return error;
	error = kit_must_write(file, pattern, record, 9 * (uint64_t)record);
	if (!error)
		error = kit_must_write(file, pattern, record, 2 * (uint64_t)record);
	if (error) {
		(void)kit_close(file);
		return error;
	}
	return kit_must_close(file);
}

static int read_islands(struct kit_file *file,
                        const struct bench_pattern *pattern, size_t record)
{
	int error = kit_must_open(file, BENCH_O_READ, 0);

	if (error)
		return error;
	error = read_zeros(file, record, 0);
	if (!error)
		error = read_zeros(file, record, record);
	for (uint64_t i = 3; !error && i < 9; i++)
		error = read_zeros(file, record, i * record);
	if (!error)
		error = kit_must_read(file, pattern, record, 2 * (uint64_t)record);
	if (!error)
		error = kit_must_read(file, pattern, record, 9 * (uint64_t)record);
	if (error) {
		(void)kit_close(file);
		return error;
	}
	return kit_must_close(file);
}

static int try_holes(struct kit_file *file, uint64_t about)
{
	const struct bench_pattern pattern = kit_pattern(4, about);
	size_t record = kit_record(file->lane->kit, about);
	int error;

	if (kit_size(file->lane->kit, 10 * record) < 10 * record)
		return kit_skip(file->lane, "there is no room for %zu bytes",
		                10 * record);
	error = write_islands(file, &pattern, record);
	return error ? error : read_islands(file, &pattern, record);
}

int kit_holes(struct kit *kit)
{
	struct kit_file small = {&kit->lane, kit_name(kit, "holes"), NULL};
	struct kit_file large = {&kit->lane, kit_name(kit, "caves"), NULL};
	int error = try_holes(&small, 777);

	return error ? error : try_holes(&large, 65536);
}

/* Overwrite -------------------------------------------------------------- */

/* Places of the file, in the order of writing; the last begins before the end
 * and makes the file longer. */
struct place {
	uint64_t off;
	size_t len;
};

static int rewrite(struct kit_file *file, const struct bench_pattern *pattern,
                   const struct place *place, uint64_t size)
{
	int error = kit_must_open(file, BENCH_O_WRITE, size);

	if (error)
		return error;
	error = kit_must_write(file, pattern, place->len, place->off);
	if (error) {
		(void)kit_close(file);
		return error;
	}
	return kit_must_close(file);
}

/* The old bytes on both sides, the new ones between. */
static int compare(struct kit_file *file, const struct bench_pattern *old,
                   const struct bench_pattern *fresh, const struct place *place,
                   uint64_t size)
{
	uint64_t end = place->off + place->len;
	int error = kit_must_open(file, BENCH_O_READ, size);

	if (error)
		return error;
	if (place->off)
		error = kit_must_read(file, old, (size_t)place->off, 0);
	if (!error)
		error = kit_must_read(file, fresh, place->len, place->off);
	if (!error && end < size)
		error = kit_must_read(file, old, (size_t)(size - end), end);
	if (error) {
		(void)kit_close(file);
		return error;
	}
	return kit_must_close(file);
}

static int rewrite_place(struct kit_lane *lane, unsigned number, uint64_t size,
                         const struct place *place)
{
	const struct bench_pattern old = kit_pattern(5, 1);
	const struct bench_pattern fresh = kit_pattern(5, number + 2);
	struct kit_file file = {.lane = lane};
	char stem[32];
	int error;

	snprintf(stem, sizeof stem, "over-%u", number);
	file.name = kit_name(lane->kit, stem);
	error = kit_make(lane, file.name, size, (size_t)size, &old);
	if (!error)
		error = rewrite(&file, &fresh, place, size);
	return error ? error : compare(&file, &old, &fresh, place, size);
}

int kit_overwrite(struct kit *kit)
{
	uint64_t unit = kit_unit(kit);
	size_t scale = unit > 1 ? (size_t)unit : 1000;
	uint64_t size = kit_record(kit, 12 * (uint64_t)scale);
	const struct place places[] = {{4 * (uint64_t)scale, 3 * scale},
	                               {0, 2 * scale},
	                               {10 * (uint64_t)scale, 2 * scale}};
	int error = 0;

	if (size < 12 * (uint64_t)scale || kit_size(kit, size) < size)
		return kit_skip(&kit->lane, "there is no room for %zu bytes",
		                12 * scale);
	for (unsigned i = 0; !error && i < sizeof places / sizeof places[0]; i++)
		error = rewrite_place(&kit->lane, i, size, &places[i]);
	return error;
}

/* Truncate --------------------------------------------------------------- */

/* What is left of a longer file must not come back. */
static int make_short(struct kit_lane *lane, const char *name, uint64_t size,
                      const struct bench_pattern *pattern)
{
	struct kit_file file = {.lane = lane, .name = name};
	int error = kit_must_open(
	        &file, kit_forward(BENCH_O_WRITE | BENCH_O_CREATE | BENCH_O_TRUNC),
	        size);

	if (error)
		return error;
	if (size)
		error = kit_must_write(&file, pattern, (size_t)size, 0);
	if (error) {
		(void)kit_close(&file);
		return error;
	}
	return kit_must_close(&file);
}

static int check_empty_behind(struct kit_lane *lane, const char *name,
                              uint64_t size)
{
	struct kit_file file = {.lane = lane, .name = name};
	size_t record = kit_record(lane->kit, size + 512);
	int64_t result = 0;
	unsigned char *bytes;
	int error;

	if (record <= size)
		return 0;
	bytes = malloc(record);
	if (!bytes)
		return kit_found(lane, NULL, "memory");
	error = kit_must_open(&file, kit_forward(BENCH_O_READ), size);
	if (error) {
		free(bytes);
		return error;
	}
	result = kit_read(&file, bytes, record, 0);
	free(bytes);
	if (result != (int64_t)size) {
		kit_came(lane, result, "%llu: all that was written since BENCH_O_TRUNC",
		         (unsigned long long)size);
		(void)kit_close(&file);
		return -1;
	}
	return kit_must_close(&file);
}

int kit_truncate(struct kit *kit)
{
	const struct bench_pattern old = kit_pattern(6, 1);
	const struct bench_pattern fresh = kit_pattern(6, 2);
	struct kit_lane *lane = &kit->lane;
	const char *name = kit_name(kit, "truncate");
	const char *new_name = kit_name(kit, "truncate-new");
	uint64_t size = kit_size(kit, 9000);
	uint64_t smaller = kit_record(kit, kit_size(kit, 3000));
	int error = kit_make(lane, name, size, kit_record(kit, 4096), &old);

	if (!error)
		error = make_short(lane, name, smaller, &fresh);
	if (!error)
		error = check_empty_behind(lane, name, smaller);
	if (!error)
		error = kit_verify(lane, name, smaller, (size_t)smaller, &fresh);
	if (!error)
		error = make_short(lane, name, 0, &fresh);
	if (!error)
		error = check_empty_behind(lane, name, 0);
	if (!error)
		error = make_short(lane, new_name, smaller, &fresh);
	if (!error)
		error = check_empty_behind(lane, new_name, smaller);
	return error;
}

/* Flush ------------------------------------------------------------------ */

static int write_and_flush(struct kit_file *file,
                           const struct bench_pattern *pattern, size_t record)
{
	int error = kit_must_write(file, pattern, record, 0);

	if (!error)
		error = kit_want(file->lane, kit_flush(file), 0);
	if (!error)
		error = kit_must_write(file, pattern, record, record);
	/* The second has nothing to do. */
	for (unsigned i = 0; !error && i < 2; i++)
		error = kit_want(file->lane, kit_flush(file), 0);
	return error;
}

int kit_flushes(struct kit *kit)
{
	const struct bench_pattern pattern = kit_pattern(8, 1);
	struct kit_file file = {&kit->lane, kit_name(kit, "flush"), NULL};
	size_t record = kit_record(kit, 4096);
	int error = kit_must_open(
	        &file, kit_forward(BENCH_O_WRITE | BENCH_O_CREATE), 2 * record);

	if (error)
		return error;
	error = write_and_flush(&file, &pattern, record);
	if (error) {
		(void)kit_close(&file);
		return error;
	}
	error = kit_must_close(&file);
	if (!error && kit_keeps(kit) && kit->backend->read)
		error = kit_verify(&kit->lane, file.name, 2 * (uint64_t)record, record,
		                   &pattern);
	return error;
}
