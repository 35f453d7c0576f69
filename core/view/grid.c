/* grid.c - finds the pictures that a summary holds, and lays one out. */
#include "view/grid.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool same_text(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool same_load(const struct grid_key *key,
                      const struct summary_cell *cell)
{
	return same_text(key->test, cell->test) && key->threads == cell->threads &&
	       key->depth == cell->depth;
}

/* Where a test or target appears first, for sorting. */
static size_t appears(const struct summary *summary, const struct grid_key *key,
                      bool by_test)
{
	size_t i = 0;

	while (i < summary->count &&
	       !(by_test ? same_text(summary->cells[i].test, key->test)
	                 : same_text(summary->cells[i].target, key->target)))
		i++;
	return i;
}

static bool stands_before(const struct summary *summary,
                          const struct grid_key *a, const struct grid_key *b)
{
	size_t test_a = appears(summary, a, true);
	size_t test_b = appears(summary, b, true);
	size_t target_a = a->target ? appears(summary, a, false) : 0;
	size_t target_b = b->target ? appears(summary, b, false) : 0;

	if (test_a != test_b)
		return test_a < test_b;
	if (target_a != target_b)
		return target_a < target_b;
	return a->threads != b->threads ? a->threads < b->threads
	                                : a->depth < b->depth;
}

/* Few keys, so a plain insertion sort. */
static void sort_keys(const struct summary *summary, struct grid_keys *keys)
{
	for (size_t i = 1; i < keys->count; i++) {
		struct grid_key key = keys->keys[i];
		size_t at = i;

		for (; at > 0 && stands_before(summary, &key, &keys->keys[at - 1]);
		     at--)
			keys->keys[at] = keys->keys[at - 1];
		keys->keys[at] = key;
	}
}

static int add_key(struct grid_keys *keys, const struct summary_cell *cell,
                   bool with_target)
{
	struct grid_key *more;

	for (size_t i = 0; i < keys->count; i++)
		if (with_target ? grid_belongs(&keys->keys[i], cell)
		                : same_load(&keys->keys[i], cell))
			return 0;
	more = realloc(keys->keys, (keys->count + 1) * sizeof(*more));
	if (!more)
		return -ENOMEM;
	keys->keys = more;
	keys->keys[keys->count++] =
	        (struct grid_key){with_target ? cell->target : NULL, cell->test,
	                          cell->threads, cell->depth};
	return 0;
}

int grid_keys(const struct summary *summary, const struct grid_wish *wish,
              struct grid_keys *out)
{
	*out = (struct grid_keys){0};
	for (size_t i = 0; i < summary->count; i++) {
		const struct summary_cell *cell = &summary->cells[i];

		if ((cell->file_size != RESULT_NO_COUNT) != wish->with_sizes ||
		    (wish->only && !same_load(wish->only, cell)))
			continue;
		if (add_key(out, cell, wish->with_target) < 0) {
			grid_keys_free(out);
			return -ENOMEM;
		}
	}
	sort_keys(summary, out);
	return 0;
}

void grid_keys_free(struct grid_keys *keys)
{
	free(keys->keys);
	*keys = (struct grid_keys){0};
}

/* Puts a size in its place unless it is there. */
static void add_size(uint64_t *sizes, size_t *count, uint64_t size)
{
	size_t at = *count;

	while (at > 0 && sizes[at - 1] > size)
		at--;
	if (at > 0 && sizes[at - 1] == size)
		return;
	memmove(sizes + at + 1, sizes + at, (*count - at) * sizeof(*sizes));
	sizes[at] = size;
	(*count)++;
}

static size_t find_size(const uint64_t *sizes, uint64_t size)
{
	size_t i = 0;

	while (sizes[i] != size)
		i++;
	return i;
}

int grid_build(const struct summary *summary, const struct grid_key *key,
               struct grid *out)
{
	*out = (struct grid){.key = *key};
	/* One more than there can be, so that no size is 0. */
	out->files = calloc(summary->count + 1, sizeof(*out->files));
	out->records = calloc(summary->count + 1, sizeof(*out->records));
	if (!out->files || !out->records)
		goto failed;
	for (size_t i = 0; i < summary->count; i++) {
		const struct summary_cell *cell = &summary->cells[i];

		if (!grid_belongs(key, cell) || cell->file_size == RESULT_NO_COUNT)
			continue;
		add_size(out->files, &out->file_count, cell->file_size);
		add_size(out->records, &out->record_count, cell->record_size);
	}
	out->cells = calloc(out->file_count * out->record_count + 1,
	                    sizeof(*out->cells));
	if (!out->cells)
		goto failed;
	for (size_t i = 0; i < summary->count; i++) {
		const struct summary_cell *cell = &summary->cells[i];

		if (!grid_belongs(key, cell) || cell->file_size == RESULT_NO_COUNT)
			continue;
		out->cells[find_size(out->files, cell->file_size) * out->record_count +
		           find_size(out->records, cell->record_size)] = cell;
	}
	return 0;
failed:
	grid_free(out);
	return -ENOMEM;
}

bool grid_belongs(const struct grid_key *key, const struct summary_cell *cell)
{
	return same_load(key, cell) &&
	       (!key->target || same_text(key->target, cell->target));
}

void grid_free(struct grid *grid)
{
	free(grid->files);
	free(grid->records);
	free(grid->cells);
	*grid = (struct grid){0};
}

const struct summary_cell *grid_cell(const struct grid *grid, size_t file,
                                     size_t record)
{
	return grid->cells[file * grid->record_count + record];
}

bool grid_has_rate(const struct summary_cell *cell)
{
	return cell && cell->status == RESULT_OK && cell->rate.count > 0 &&
	       isfinite(cell->rate.median);
}

bool grid_is_too_large(const struct summary_cell *cell)
{
	return cell->status == RESULT_SKIPPED &&
	       cell->record_size != RESULT_NO_COUNT &&
	       cell->record_size > cell->file_size;
}

static void add_load(struct text *text, const char *what, uint64_t value)
{
	if (value > 1 && value != RESULT_NO_COUNT)
		text_add(text, ", %s %" PRIu64, what, value);
}

void grid_add_load(struct text *text, const struct grid_key *key)
{
	add_load(text, "threads", key->threads);
	add_load(text, "depth", key->depth);
}
