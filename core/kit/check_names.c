/* check_names.c - names that are missing, taken, renamed, long or strange, and
 * what errors say. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "kit/parts.h"

static int make_small(struct kit_lane *lane, const char *name, uint64_t number)
{
	const struct bench_pattern pattern = kit_pattern(number, 3);
	size_t record = kit_record(lane->kit, 64);

	return kit_make(lane, name, record, record, &pattern);
}

static int verify_small(struct kit_lane *lane, const char *name,
                        uint64_t number)
{
	const struct bench_pattern pattern = kit_pattern(number, 3);
	size_t record = kit_record(lane->kit, 64);

	return kit_verify(lane, name, record, record, &pattern);
}

/* Opening it must fail: the errno.  An open that came off is closed. */
static int open_missing(struct kit_lane *lane, const char *name)
{
	struct kit_file file = {.lane = lane, .name = name};
	int result = kit_open(&file, BENCH_O_READ, 0);

	if (result == 0 && file.handle) {
		kit_came(lane, 0, "-2 (ENOENT): there is no such file");
		(void)kit_close(&file);
	}
	return result;
}

/* Missing ---------------------------------------------------------------- */

int kit_missing(struct kit *kit)
{
	const struct bench_backend *backend = kit->backend;
	struct kit_lane *lane = &kit->lane;
	const char *name = kit_name(kit, "missing");
	const char *other = kit_name(kit, "missing-too");
	struct bench_stat st;
	int error = kit_want(lane, open_missing(lane, name), -ENOENT);

	if (!error && backend->stat)
		error = kit_want(lane, kit_stat(lane, name, &st), -ENOENT);
	if (!error && backend->unlink)
		error = kit_want(lane, kit_unlink(lane, name), -ENOENT);
	if (!error && backend->rename)
		error = kit_want(lane, kit_rename(lane, name, other), -ENOENT);
	if (!error && backend->rename)
		error = kit_want(lane, open_missing(lane, other), -ENOENT);
	/* What was there and is gone. */
	if (!error && backend->unlink && backend->write) {
		error = make_small(lane, name, 1);
		if (!error)
			error = kit_want(lane, kit_unlink(lane, name), 0);
		if (!error)
			error = kit_want(lane, open_missing(lane, name), -ENOENT);
		if (!error)
			error = kit_want(lane, kit_unlink(lane, name), -ENOENT);
	}
	return error;
}

/* Sentences -------------------------------------------------------------- */

static int fail_on_directories(struct kit_lane *lane)
{
	struct kit *kit = lane->kit;
	const struct bench_backend *backend = kit->backend;
	int error = 0;

	if (backend->mkdir)
		error = kit_want_error(lane, kit_mkdir(lane, kit->directory));
	if (!error && backend->rmdir)
		error = kit_want_error(
		        lane, kit_rmdir(lane, kit_directory_name(kit, "never")));
	return error;
}

static int fail_on_taken(struct kit_lane *lane)
{
	struct kit_file file = {.lane = lane, .name = kit_name(lane->kit, "taken")};
	int error = make_small(lane, file.name, 2);

	if (error)
		return error;
	return kit_want_error(
	        lane,
	        kit_open(&file, BENCH_O_WRITE | BENCH_O_CREATE | BENCH_O_EXCL, 0));
}

int kit_sentences(struct kit *kit)
{
	const struct bench_backend *backend = kit->backend;
	struct kit_lane *lane = &kit->lane;
	const char *name = kit_name(kit, "never");
	struct bench_stat st;
	int error = kit_want_error(lane, open_missing(lane, name));

	if (!error && backend->stat)
		error = kit_want_error(lane, kit_stat(lane, name, &st));
	if (!error && backend->unlink)
		error = kit_want_error(lane, kit_unlink(lane, name));
	if (!error && backend->rename)
		error = kit_want_error(
		        lane, kit_rename(lane, name, kit_name(kit, "never-too")));
	if (!error)
		error = fail_on_directories(lane);
	if (!error && backend->write)
		error = fail_on_taken(lane);
	return error;
}

/* Stat ------------------------------------------------------------------- */

static int check_stat(struct kit_lane *lane, const char *name, uint64_t size,
                      bool is_dir)
{
	struct bench_stat st;
	int error = kit_want(lane, kit_stat(lane, name, &st), 0);

	if (error)
		return error;
	if (!st.is_dir != !is_dir)
		return kit_found(lane, text_format("is_dir = %d", st.is_dir),
		                 "is_dir = %d", is_dir);
	if (!is_dir && st.bytes != size)
		return kit_found(
		        lane, text_format("bytes = %llu", (unsigned long long)st.bytes),
		        "bytes = %llu", (unsigned long long)size);
	return 0;
}

int kit_stat_right(struct kit *kit)
{
	static const uint64_t sizes[] = {0, 1, 4096, 70001};
	const struct bench_pattern pattern = kit_pattern(9, 1);
	struct kit_lane *lane = &kit->lane;
	int error = 0;

	for (unsigned i = 0; !error && i < sizeof sizes / sizeof sizes[0]; i++) {
		uint64_t size = kit_size(kit, sizes[i]);
		char stem[32];
		const char *name;

		snprintf(stem, sizeof stem, "stat-%u", i);
		name = kit_name(kit, stem);
		error = kit_make(lane, name, size, kit_record(kit, 4096), &pattern);
		if (!error)
			error = check_stat(lane, name, size, false);
	}
	if (!error && kit->backend->mkdir)
		error = check_stat(lane, kit->directory, 0, true);
	return error;
}

/* Names ------------------------------------------------------------------ */

static int check_rename(struct kit_lane *lane)
{
	const char *from = kit_name(lane->kit, "from");
	const char *to = kit_name(lane->kit, "to");
	int error;

	if (!lane->kit->backend->rename)
		return 0;
	error = make_small(lane, from, 3);
	if (!error)
		error = kit_want(lane, kit_rename(lane, from, to), 0);
	if (!error)
		error = verify_small(lane, to, 3);
	if (!error)
		error = kit_want(lane, open_missing(lane, from), -ENOENT);
	return error;
}

static int check_unlink(struct kit_lane *lane)
{
	const char *gone = kit_name(lane->kit, "gone");
	const char *stays = kit_name(lane->kit, "gone2");
	int error;

	if (!lane->kit->backend->unlink)
		return 0;
	error = make_small(lane, gone, 4);
	if (!error)
		error = make_small(lane, stays, 5);
	if (!error)
		error = kit_want(lane, kit_unlink(lane, gone), 0);
	if (!error)
		error = kit_want(lane, open_missing(lane, gone), -ENOENT);
	return error ? error : verify_small(lane, stays, 5);
}

/* Two names that differ in their last character only are two files. */
static int check_long(struct kit_lane *lane)
{
	char stem[201];
	const char *first, *second;
	int error;

	memset(stem, 'n', 200);
	stem[200] = '\0';
	first = kit_name(lane->kit, stem);
	stem[199] = 'm';
	second = kit_name(lane->kit, stem);
	error = make_small(lane, first, 6);
	if (!error)
		error = make_small(lane, second, 7);
	if (!error)
		error = verify_small(lane, first, 6);
	return error ? error : verify_small(lane, second, 7);
}

/* The contract has no such names: they may be refused, but what is taken must
 * be kept as it was given. */
static int check_strange(struct kit_lane *lane, const char *stem,
                         const char *like)
{
	struct kit_file file = {.lane = lane, .name = kit_name(lane->kit, stem)};
	const char *alike = kit_name(lane->kit, like);
	int result =
	        kit_open(&file, kit_forward(BENCH_O_WRITE | BENCH_O_CREATE), 64);
	int error;

	if (result)
		return kit_want_error(lane, result);
	error = kit_must_close(&file);
	if (!error)
		error = kit_want(lane, open_missing(lane, alike), -ENOENT);
	if (!error)
		error = kit_must_open(&file, BENCH_O_READ, 0);
	return error ? error : kit_must_close(&file);
}

int kit_names_kept(struct kit *kit)
{
	struct kit_lane *lane = &kit->lane;
	int error = check_rename(lane);

	if (!error)
		error = check_unlink(lane);
	if (!error)
		error = check_long(lane);
	if (!error)
		error = check_strange(lane, "with two blanks", "with");
	if (!error)
		error = check_strange(lane, "na\xc3\xafve-\xe6\x96\x87", "na");
	if (!error)
		error = check_strange(lane, ".hidden..x-_", "hidden");
	return error;
}
