/* summary.c - gathers rows into cells.
 *
 * Cells are found by an open-addressing hash: a sweep has thousands of cells
 * and many times as many rows. */
#include "result/summary.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"

#define FEWEST_SLOTS 64 /* a power of two, as all their numbers are */

/* What a cell is found by; backend may be NULL: any. */
struct key {
	const char *backend, *target, *test;
	uint64_t file_size, record_size, threads, depth;
};

static uint64_t mix(uint64_t hash, unsigned char byte)
{
	return (hash ^ byte) * UINT64_C(0x100000001b3); /* FNV-1a */
}

/* With its end, so that "ab", "c" and "a", "bc" differ. */
static uint64_t mix_text(uint64_t hash, const char *text)
{
	for (; *text != '\0'; text++)
		hash = mix(hash, (unsigned char)*text);
	return mix(hash, 0);
}

static uint64_t mix_number(uint64_t hash, uint64_t number)
{
	for (unsigned shift = 0; shift < 64; shift += 8)
		hash = mix(hash, (unsigned char)(number >> shift));
	return hash;
}

/* Without the backend, so that summary_find() needs none. */
static size_t hash_of(const struct key *key)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325);

	hash = mix_text(hash, key->target);
	hash = mix_text(hash, key->test);
	hash = mix_number(hash, key->file_size);
	hash = mix_number(hash, key->record_size);
	hash = mix_number(hash, key->threads);
	hash = mix_number(hash, key->depth);
	return (size_t)(hash ^ hash >> 32);
}

static bool matches(const struct summary_cell *cell, const struct key *key)
{
	return cell->file_size == key->file_size &&
	       cell->record_size == key->record_size &&
	       cell->threads == key->threads && cell->depth == key->depth &&
	       strcmp(cell->test, key->test) == 0 &&
	       strcmp(cell->target, key->target) == 0 &&
	       (!key->backend || strcmp(cell->backend, key->backend) == 0);
}

static struct key key_of(const struct summary_cell *cell)
{
	return (struct key){cell->backend,   cell->target,      cell->test,
	                    cell->file_size, cell->record_size, cell->threads,
	                    cell->depth};
}

/* The slot that holds the key's cell, or the free one where it belongs.  A
 * slot holds the number of a cell plus one; 0 is free.  There always is a free
 * one. */
static size_t *find_slot(const struct summary *summary, const struct key *key)
{
	size_t mask = summary->slot_count - 1, at = hash_of(key) & mask;

	while (summary->slots[at] != 0 &&
	       !matches(&summary->cells[summary->slots[at] - 1], key))
		at = (at + 1) & mask;
	return &summary->slots[at];
}

/* Keeps at least half of the slots free. */
static int grow_slots(struct summary *summary)
{
	size_t count = summary->slot_count, *slots;

	if (summary->slots && summary->count < count / 2)
		return 0;
	count = count ? count * 2 : FEWEST_SLOTS;
	slots = calloc(count, sizeof *slots);
	if (!slots)
		return -ENOMEM;
	free(summary->slots);
	summary->slots = slots;
	summary->slot_count = count;
	for (size_t i = 0; i < summary->count; i++) {
		struct key key = key_of(&summary->cells[i]);

		*find_slot(summary, &key) = i + 1;
	}
	return 0;
}

static int grow_cells(struct summary *summary)
{
	size_t capacity = summary->capacity ? summary->capacity * 2 : 64;
	struct summary_cell *cells;

	if (summary->count < summary->capacity)
		return 0;
	cells = realloc(summary->cells, capacity * sizeof *cells);
	if (!cells)
		return -ENOMEM;
	summary->cells = cells;
	summary->capacity = capacity;
	return 0;
}

static void free_cell(struct summary_cell *cell)
{
	free(cell->backend);
	free(cell->target);
	free(cell->test);
	free(cell->error);
	free(cell->rounds);
	free(cell->floors);
	free(cell->latency);
}

static int make_cell(struct summary_cell *cell, const struct key *key)
{
	*cell = (struct summary_cell){.backend = text_copy(key->backend),
	                              .target = text_copy(key->target),
	                              .test = text_copy(key->test),
	                              .file_size = key->file_size,
	                              .record_size = key->record_size,
	                              .threads = key->threads,
	                              .depth = key->depth,
	                              .lat_mean_us = NAN};
	if (cell->backend && cell->target && cell->test)
		return 0;
	free_cell(cell);
	return -ENOMEM;
}

/* The cell of a row, made where there is none; NULL when memory ran out. */
static struct summary_cell *cell_of(struct summary *summary,
                                    const struct result_row *row)
{
	struct key key = {row->backend ? row->backend : "",
	                  row->target ? row->target : "",
	                  row->test ? row->test : "",
	                  row->file_size,
	                  row->record_size,
	                  row->threads,
	                  row->depth};
	size_t *slot;

	if (grow_slots(summary) != 0)
		return NULL;
	slot = find_slot(summary, &key);
	if (*slot == 0) {
		if (grow_cells(summary) != 0 ||
		    make_cell(&summary->cells[summary->count], &key) != 0)
			return NULL;
		*slot = ++summary->count;
	}
	return &summary->cells[*slot - 1];
}

static int grow_reals(double **reals, size_t capacity)
{
	double *grown = realloc(*reals, capacity * sizeof *grown);

	if (!grown)
		return -ENOMEM;
	*reals = grown;
	return 0;
}

/* Arrays are full where their count is 0 or a power of two. */
static bool is_full(size_t count)
{
	return (count & (count - 1)) == 0;
}

/* Room for one more round in the cell and in the scratch. */
static int make_room(struct summary *summary, struct summary_cell *cell)
{
	size_t capacity = cell->count ? cell->count * 2 : 1;
	struct summary_round *rounds;

	if (!is_full(cell->count))
		return 0;
	if (capacity > summary->scratch_capacity) {
		if (grow_reals(&summary->scratch, capacity) != 0)
			return -ENOMEM;
		summary->scratch_capacity = capacity;
	}
	rounds = realloc(cell->rounds, capacity * sizeof *rounds);
	if (!rounds)
		return -ENOMEM;
	cell->rounds = rounds;
	return 0;
}

static int add_floor(struct summary_cell *cell, double floor_us)
{
	size_t count = cell->floor_count;

	if (!isfinite(floor_us))
		return 0;
	if (is_full(count) && grow_reals(&cell->floors, count ? count * 2 : 1) != 0)
		return -ENOMEM;
	cell->floors[cell->floor_count++] = floor_us;
	return 0;
}

static int merge_latency(struct summary_cell *cell,
                         const struct histogram *latency)
{
	if (!latency || latency->total == 0)
		return 0;
	if (!cell->latency) {
		/* calloc() instead of histogram_reset(): it leaves most pages of
		 * thousands of these untouched. */
		cell->latency = calloc(1, sizeof *cell->latency);
		if (!cell->latency)
			return -ENOMEM;
		cell->latency->min = UINT64_MAX;
	}
	histogram_merge(cell->latency, latency);
	return 0;
}

static int add_failed(struct summary_cell *cell, const struct result_row *row)
{
	if (cell->count == 0 && cell->failed == 0) {
		if (result_set_text(&cell->error, row->error) != 0)
			return -ENOMEM;
		cell->status = row->status <= RESULT_TIMEOUT
		                       ? (enum result_status)row->status
		                       : RESULT_ERROR;
	}
	cell->failed++;
	return 0;
}

static double real_of(uint64_t count)
{
	return count == RESULT_NO_COUNT ? (double)NAN : (double)count;
}

/* How many times the median slice's work a cell has done: its slices, which are
 * told by their rates, and its warm-up. */
static double work_share(const struct result_row *row)
{
	double slices = 0;
	const char *at = row->slice_rates;

	if (!at || row->passes == RESULT_NO_COUNT || row->passes == 0)
		return (double)NAN;
	while (*(at += strspn(at, " ")) != '\0') {
		slices++;
		at += strcspn(at, " ");
	}
	if (row->warmup_passes != RESULT_NO_COUNT)
		slices += (double)row->warmup_passes / (double)row->passes;
	return slices;
}

static struct summary_round round_of(const struct result_row *row)
{
	double bytes = real_of(row->bytes), ops = real_of(row->ops);
	double share = work_share(row);

	return (struct summary_round){
	        .round = row->round,
	        .replaces = row->replaces == RESULT_NO_COUNT ? 0 : row->replaces,
	        .flagged = summary_has_flag(row, "noisy") ||
	                   summary_has_flag(row, "steal") ||
	                   summary_has_flag(row, "drift"),
	        .throughput = row->throughput,
	        .ops_per_s = row->ops_per_s,
	        .bytes = bytes,
	        .ops = ops,
	        .cpu_s = row->cpu_user_s + row->cpu_sys_s,
	        .all_bytes = bytes * share,
	        .all_ops = ops * share,
	        .server_s = row->cpu_server_s};
}

int summary_add(struct summary *summary, const struct result_row *row,
                const struct histogram *latency)
{
	struct summary_cell *cell = cell_of(summary, row);
	struct summary_round *round;

	if (!cell)
		return -ENOMEM;
	if (row->status != RESULT_OK)
		return add_failed(cell, row);
	if (make_room(summary, cell) != 0 || merge_latency(cell, latency) != 0 ||
	    add_floor(cell, row->floor_us) != 0)
		return -ENOMEM;
	round = &cell->rounds[cell->count++];
	*round = round_of(row);
	cell->flagged += round->flagged;
	cell->cached += summary_has_flag(row, "cached");
	cell->harness_bound += summary_has_flag(row, "harness_bound");
	cell->wrapped += summary_has_flag(row, "wrapped");
	cell->status = RESULT_OK;
	return result_set_text(&cell->error, NULL);
}

void summary_free(struct summary *summary)
{
	for (size_t i = 0; i < summary->count; i++)
		free_cell(&summary->cells[i]);
	free(summary->cells);
	free(summary->slots);
	free(summary->scratch);
	*summary = (struct summary){0};
}

const struct summary_cell *summary_find(const struct summary *summary,
                                        const char *target, const char *test,
                                        uint64_t file_size,
                                        uint64_t record_size, uint64_t threads,
                                        uint64_t depth)
{
	struct key key = {NULL,        target,  test, file_size,
	                  record_size, threads, depth};
	size_t slot;

	if (summary->count == 0)
		return NULL;
	slot = *find_slot(summary, &key);
	return slot ? &summary->cells[slot - 1] : NULL;
}

double summary_best_rate(const struct summary *summary, const char *target)
{
	double best = (double)NAN;

	for (size_t i = 0; i < summary->count; i++) {
		const struct summary_cell *cell = &summary->cells[i];

		if (!cell->count || cell->by_ops ||
		    (target && strcmp(cell->target, target) != 0))
			continue;
		if (!(best >= cell->rate.median))
			best = cell->rate.median;
	}
	return best;
}
