/* names.c - names of files and directories that nobody else has, and their
 * removal.
 *
 * They are kept on the board, so that what a process that died had made can be
 * removed by another one. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "kit/parts.h"
#include "plugin/host.h"

/* How deep below the directory anything is looked for. */
#define DEPTH_MOST 4

static const char *add_name(struct kit *kit, char kind, const char *stem)
{
	struct kit_board *board = kit->board;
	size_t room = KIT_NAMES - board->names_used;
	char *at = board->names + board->names_used;
	int length = snprintf(at, room, "%c%s%c%s", kind, kit->directory,
	                      kit->backend->mkdir ? '/' : '-', stem);

	if (length < 0 || (size_t)length >= room)
		return NULL;
	board->names_used += (size_t)length + 1;
	return at + 1;
}

const char *kit_name(struct kit *kit, const char *stem)
{
	return add_name(kit, 'f', stem);
}

const char *kit_directory_name(struct kit *kit, const char *stem)
{
	return add_name(kit, 'd', stem);
}

/* From the last to the first, so that a directory is empty when its turn is.
 * A name that is not there is no fault. */
static void remove_listed(struct kit_lane *lane)
{
	const struct bench_backend *backend = lane->kit->backend;
	struct kit_board *board = lane->kit->board;
	size_t end = board->names_used;

	while (end > 0) {
		size_t start = end - 1;

		while (start > 0 && board->names[start - 1])
			start--;
		if (board->names[start] == 'd' && backend->rmdir)
			(void)kit_rmdir(lane, board->names + start + 1);
		else if (board->names[start] == 'f' && backend->unlink)
			(void)kit_unlink(lane, board->names + start + 1);
		end = start;
	}
	board->names_used = 0;
}

static bool leads_elsewhere(const char *entry)
{
	return !*entry || strcmp(entry, ".") == 0 || strcmp(entry, "..") == 0 ||
	       strchr(entry, '/');
}

/* What no list has: a backend may make other names than it was asked for. */
static void sweep(struct kit_lane *lane, const char *directory, unsigned depth,
                  struct text *left)
{
	struct text entries = {0};

	if (kit_readdir(lane, directory, &entries) < 0)
		entries.length = 0;
	for (size_t at = 0; at < entries.length;
	     at += strlen(entries.bytes + at) + 1) {
		const char *entry = entries.bytes + at;
		char *name = leads_elsewhere(entry)
		                     ? NULL
		                     : text_format("%s/%s", directory, entry);

		if (!name)
			continue;
		if (left)
			text_add(left, "%s%s", left->length ? ", " : "", name);
		if (kit_unlink(lane, name) < 0 && depth > 0) {
			sweep(lane, name, depth - 1, NULL);
			(void)kit_rmdir(lane, name);
		}
		free(name);
	}
	text_free(&entries);
}

void kit_remove_names(struct kit_lane *lane, struct text *left)
{
	const struct kit *kit = lane->kit;
	const struct bench_backend *backend = kit->backend;

	remove_listed(lane);
	if (backend->mkdir && backend->rmdir && backend->readdir && backend->unlink)
		sweep(lane, kit->directory, DEPTH_MOST, kit_keeps(kit) ? left : NULL);
	if (backend->mkdir && backend->rmdir)
		(void)kit_rmdir(lane, kit->directory);
}
