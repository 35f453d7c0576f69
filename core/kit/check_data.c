/* check_data.c - files are made, written, read back; records are whole, and
 * short at the end of the data alone. */
#include <errno.h>
#include <stdlib.h>
#include "kit/parts.h"

static const uint64_t sizes[] = {1,    3,     511,   512,    4095,   4096,
                                 4097, 10000, 65536, 100003, 1048577};
#define SIZES (sizeof sizes / sizeof sizes[0])

/* Create ----------------------------------------------------------------- */

/* The name is taken. */
static int create_again(struct kit_lane *lane, const char *name, uint64_t size)
{
	struct kit_file file = {.lane = lane, .name = name};
	int result = kit_open(&file, BENCH_O_WRITE | BENCH_O_CREATE | BENCH_O_EXCL,
	                      size);

	if (result != -EEXIST)
		return kit_came(lane, result, "-17 (EEXIST): the name is taken");
	return 0;
}

/* Without EXCL and TRUNC a file that is there is opened as it is. */
static int create_over(struct kit_lane *lane, const char *name)
{
	struct kit_file file = {.lane = lane, .name = name};
	int result = kit_open(&file, BENCH_O_WRITE | BENCH_O_CREATE, 0);

	if (result == -ENOTSUP)
		return 0;
	return result ? kit_came(lane, result, "0") : kit_must_close(&file);
}

int kit_create(struct kit *kit)
{
	const struct bench_pattern pattern = kit_pattern(1, 1);
	const char *name = kit_name(kit, "create");
	const char *empty = kit_name(kit, "empty");
	struct kit_lane *lane = &kit->lane;
	uint64_t size = kit_size(kit, 5000);
	size_t record = kit_record(kit, 5000);
	int error = kit_make(lane, name, size, record, &pattern);

	if (!error)
		error = create_again(lane, name, size);
	if (!error)
		error = kit_verify(lane, name, size, record, &pattern);
	if (!error && kit_random(kit))
		error = create_over(lane, name);
	if (!error)
		error = kit_verify(lane, name, size, record, &pattern);
	if (!error)
		error = kit_make(lane, empty, 0, record, &pattern);
	if (!error)
		error = kit_verify(lane, empty, 0, record, NULL);
	return error;
}

/* Write and read --------------------------------------------------------- */

/* Front to end, in records of about so much. */
static int go_forward(struct kit_lane *lane, uint64_t size, uint64_t about,
                      uint64_t number)
{
	const struct kit *kit = lane->kit;
	const struct bench_pattern pattern = kit_pattern(number, 1);
	size_t record = kit_record(kit, about);
	char stem[32];
	const char *name;
	int error;

	snprintf(stem, sizeof stem, "data-%llu", (unsigned long long)number);
	name = kit_name(lane->kit, stem);
	error = kit_make(lane, name, size, record, &pattern);
	if (!error)
		error = kit_verify(lane, name, size, record, &pattern);
	/* Not as it was written. */
	if (!error)
		error = kit_verify(lane, name, size, kit_record(kit, about * 3 / 2 + 1),
		                   &pattern);
	return error;
}

#define PIECES 37

/* Records of all lengths and at all offsets, in an order that jumps; all of the
 * file in the end. */
static int jump(struct kit_file *file, const struct bench_pattern *pattern,
                bool writes)
{
	const struct kit *kit = file->lane->kit;
	uint64_t unit = kit_unit(kit);
	uint64_t piece = kit_record(kit, unit > 1 ? unit * 3 : 1237);
	int error = 0;

	for (uint64_t i = 0; !error && i < PIECES; i++) {
		uint64_t number = i * 10 % PIECES;

		error = writes ? kit_must_write(file, pattern, piece, number * piece)
		               : kit_must_read(file, pattern, piece, number * piece);
	}
	return error;
}

static int jump_about(struct kit_lane *lane, bool writes, const char *name)
{
	const struct bench_pattern pattern = kit_pattern(99, 1);
	struct kit_file file = {.lane = lane, .name = name};
	int error = kit_must_open(
	        &file, writes ? BENCH_O_WRITE | BENCH_O_CREATE : BENCH_O_READ, 0);

	if (error)
		return error;
	error = jump(&file, &pattern, writes);
	if (error) {
		(void)kit_close(&file);
		return error;
	}
	return kit_must_close(&file);
}

/* The room that jump() needs. */
static bool can_jump(const struct kit *kit)
{
	uint64_t needed = PIECES * (kit_unit(kit) > 1 ? kit_unit(kit) * 3 : 1237);

	return kit_random(kit) && kit_size(kit, needed) >= needed;
}

int kit_write_read(struct kit *kit)
{
	struct kit_lane *lane = &kit->lane;
	int error = 0;

	for (size_t i = 0; !error && i < SIZES; i++) {
		uint64_t size = kit_size(kit, sizes[i]);

		error = go_forward(lane, size, size, 2 * i);
		if (!error && size > 5000)
			error = go_forward(lane, size, 1000, 2 * i + 1);
	}
	if (!error && can_jump(kit)) {
		const char *name = kit_name(kit, "jumps");

		error = jump_about(lane, true, name);
		if (!error)
			error = jump_about(lane, false, name);
	}
	return error;
}

/* Records ---------------------------------------------------------------- */

/* Also where nothing is kept: a record is moved whole all the same. */
static int move_whole(struct kit_lane *lane, uint64_t about, unsigned number)
{
	const struct kit *kit = lane->kit;
	const struct bench_backend *backend = kit->backend;
	const struct bench_pattern pattern = kit_pattern(number, 2);
	size_t record = kit_record(kit, about);
	uint64_t size = kit_size(kit, 3 * (uint64_t)record);
	char stem[32];
	const char *name;
	int error = 0;

	snprintf(stem, sizeof stem, "whole-%u", number);
	name = kit_name(lane->kit, stem);
	if (backend->write)
		error = kit_make(lane, name, size, record, &pattern);
	if (!error && backend->read && (backend->write || !kit_keeps(kit)))
		error = kit_verify(lane, name, size, record,
		                   kit_keeps(kit) ? &pattern : NULL);
	return error;
}

int kit_whole_record(struct kit *kit)
{
	static const uint64_t records[] = {512,    4096,   8192,    65536,
	                                   131072, 262144, 1048576, 4194304};
	int error = 0;

	for (unsigned i = 0; !error && i < sizeof records / sizeof records[0]; i++)
		error = move_whole(&kit->lane, records[i], i);
	return error;
}

/* The end ---------------------------------------------------------------- */

/* Reads more than there is. */
static int read_over(struct kit_file *file, const struct bench_pattern *pattern,
                     size_t len, uint64_t off, uint64_t left)
{
	unsigned char *bytes = malloc(len);
	int64_t result;
	int error = 0;

	if (!bytes)
		return kit_found(file->lane, NULL, "memory");
	result = kit_read(file, bytes, len, off);
	if (result != (int64_t)left)
		error = kit_came(file->lane, result,
		                 "%llu: the bytes that are left before the end of the "
		                 "data",
		                 (unsigned long long)left);
	else
		error = kit_must_match(file, pattern, bytes, (size_t)left, off);
	free(bytes);
	return error;
}

/* Whole records up to the end, where one is short, and one behind it. */
static int read_on(struct kit_file *file, const struct bench_pattern *pattern,
                   uint64_t size)
{
	size_t record = kit_record(file->lane->kit, 4096);
	uint64_t off = 0;
	int error = 0;

	for (; !error && off < size; off += record) {
		uint64_t left = size - off;

		error = read_over(file, pattern, record, off,
		                  left < record ? left : record);
	}
	return error ? error : read_over(file, pattern, record, size, 0);
}

static int read_ends(struct kit_file *file, const struct bench_pattern *pattern,
                     uint64_t size)
{
	const struct kit *kit = file->lane->kit;
	uint64_t unit = kit_unit(kit);
	size_t more = kit_record(kit, size + 4 * unit + 4096);
	uint64_t near = unit > 1 ? unit : 100;
	int error = read_on(file, pattern, size);

	if (error || !kit_random(kit) || size <= near)
		return error;
	if (more > size)
		error = read_over(file, pattern, more, 0, size);
	if (!error)
		error = read_over(file, pattern, kit_record(kit, near + 4096),
		                  size - near, near);
	if (!error && unit == 1)
		error = read_over(file, pattern, kit_record(kit, 2), size - 1, 1);
	return error;
}

int kit_short_end(struct kit *kit)
{
	const struct bench_pattern pattern = kit_pattern(3, 1);
	struct kit_lane *lane = &kit->lane;
	struct kit_file file = {lane, kit_name(kit, "end"), NULL};
	uint64_t size = kit_size(kit, 10000);
	int error =
	        kit_make(lane, file.name, size, kit_record(kit, 4096), &pattern);

	if (!error)
		error = kit_must_open(&file,
		                      kit_random(kit) ? BENCH_O_READ
		                                      : kit_forward(BENCH_O_READ),
		                      size);
	if (error)
		return error;
	error = read_ends(&file, &pattern, size);
	if (error) {
		(void)kit_close(&file);
		return error;
	}
	return kit_must_close(&file);
}
