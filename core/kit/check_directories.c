/* check_directories.c - directories and what they list; and that nothing is
 * left behind. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "kit/parts.h"

static int make_small(struct kit_lane *lane, const char *name, uint64_t number)
{
	const struct bench_pattern pattern = kit_pattern(number, 4);
	size_t record = kit_record(lane->kit, 64);

	return kit_make(lane, name, record, record, &pattern);
}

/* Directories ------------------------------------------------------------ */

static unsigned occurrences(const struct text *entries, const char *wanted)
{
	unsigned count = 0;

	for (size_t at = 0; at < entries->length;
	     at += strlen(entries->bytes + at) + 1)
		count += strcmp(entries->bytes + at, wanted) == 0;
	return count;
}

/* "a, b, c" */
static char *list_of(const struct text *entries)
{
	struct text list = {0};

	for (size_t at = 0; at < entries->length;
	     at += strlen(entries->bytes + at) + 1)
		text_add(&list, "%s%s", list.length ? ", " : "", entries->bytes + at);
	if (!list.length)
		text_add(&list, "nothing");
	return text_take(&list);
}

/* Exactly these, each once; words end with NULL. */
static int check_list(struct kit_lane *lane, const char *directory,
                      const char *const *words)
{
	struct text entries = {0};
	int error = kit_want(lane, kit_readdir(lane, directory, &entries), 0);
	unsigned count = 0, got = 0;

	for (; !error && words[count]; count++)
		if (occurrences(&entries, words[count]) != 1)
			error = kit_found(lane, list_of(&entries), "`%s` once",
			                  words[count]);
	for (size_t at = 0; at < entries.length;
	     at += strlen(entries.bytes + at) + 1)
		got++;
	if (!error && got != count)
		error = kit_found(lane, list_of(&entries),
		                  "%u entries, without `.` and `..`", count);
	text_free(&entries);
	return error;
}

static int fill(struct kit_lane *lane, const char *directory)
{
	struct kit *kit = lane->kit;
	int error = kit_want(lane, kit_mkdir(lane, directory), 0);

	if (!error)
		error = kit_want(lane, kit_mkdir(lane, directory), -EEXIST);
	if (!error)
		error = kit_want(
		        lane, kit_mkdir(lane, kit_directory_name(kit, "dir/sub")), 0);
	if (!error && kit->backend->open && kit->backend->write)
		error = make_small(lane, kit_name(kit, "dir/one"), 1);
	if (!error && kit->backend->open && kit->backend->write)
		error = make_small(lane, kit_name(kit, "dir/two"), 2);
	/* Not below it, though it begins like it. */
	if (!error)
		error = kit_want(lane, kit_mkdir(lane, kit_directory_name(kit, "dir2")),
		                 0);
	return error;
}

int kit_directories(struct kit *kit)
{
	static const char *const all[] = {"one", "two", "sub", NULL};
	static const char *const nothing[] = {NULL};
	const struct bench_backend *backend = kit->backend;
	const char *directory = kit_directory_name(kit, "dir");
	const char *sub = kit_directory_name(kit, "dir/sub");
	const char *missing = kit_directory_name(kit, "nowhere");
	const char *const *words = backend->open && backend->write ? all : all + 2;
	struct kit_lane *lane = &kit->lane;
	int error = fill(lane, directory);

	if (!error && backend->readdir)
		error = check_list(lane, directory, words);
	if (!error && backend->readdir)
		error = check_list(lane, sub, nothing);
	if (error || !backend->rmdir)
		return error;
	error = kit_want(lane, kit_rmdir(lane, missing), -ENOENT);
	if (!error)
		error = kit_want(lane, kit_rmdir(lane, sub), 0);
	if (!error)
		error = kit_want(lane, kit_rmdir(lane, sub), -ENOENT);
	return error;
}

/* Cleanup ---------------------------------------------------------------- */

int kit_cleanup(struct kit *kit)
{
	static const char *const nothing[] = {NULL};
	const struct bench_backend *backend = kit->backend;
	struct kit_lane *lane = &kit->lane;
	const char *name = kit_name(kit, "last");
	int error = 0;

	kit_call(lane, "unlink() and rmdir() of all that the checks made");
	kit_back(lane);
	if (kit->board->left[0])
		return kit_found(lane, text_copy(kit->board->left),
		                 "nothing left behind");
	if (!backend->unlink)
		return kit_skip(lane, "unlink is not offered: files stay");
	error = make_small(lane, name, 1);
	if (!error)
		error = kit_want(lane, kit_unlink(lane, name), 0);
	if (!error && backend->mkdir && backend->readdir)
		error = check_list(lane, kit->directory, nothing);
	if (!error && backend->mkdir && backend->rmdir)
		error = kit_want(lane, kit_rmdir(lane, kit->directory), 0);
	return error;
}
