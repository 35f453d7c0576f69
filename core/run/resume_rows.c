/* resume_rows.c - the rows of an earlier part: which cell and round each is of,
 * and counting them in their turn. */
#include "run/state.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "worker/protocol.h"

/* A cell by its key, to be sorted and found. */
struct key {
	const char *target, *test;
	uint64_t file_size, record_size, threads, depth;
	size_t cell;
};

static int compare_counts(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

static int compare_keys(const void *left, const void *right)
{
	const struct key *a = left, *b = right;
	int order = strcmp(a->target, b->target);

	if (!order)
		order = strcmp(a->test, b->test);
	if (!order)
		order = compare_counts(a->file_size, b->file_size);
	if (!order)
		order = compare_counts(a->record_size, b->record_size);
	if (!order)
		order = compare_counts(a->threads, b->threads);
	return order ? order : compare_counts(a->depth, b->depth);
}

static struct key *sorted_keys(const struct run *run)
{
	const struct plan *plan = run->plan;
	struct key *keys = calloc(plan->cell_count + 1, sizeof *keys);

	for (size_t i = 0; keys && i < plan->cell_count; i++) {
		const struct plan_cell *cell = &plan->cells[i];
		bool sizes = workload_has_sizes(cell->test);

		keys[i] = (struct key){run->config->targets[cell->target].name,
		                       cell->test->name,
		                       sizes ? cell->file_size : RESULT_NO_COUNT,
		                       sizes ? cell->record_size : RESULT_NO_COUNT,
		                       cell->threads,
		                       cell->depth,
		                       i};
	}
	if (keys)
		qsort(keys, plan->cell_count, sizeof *keys, compare_keys);
	return keys;
}

static int compare_places(const void *left, const void *right)
{
	const struct resume_place *a = left, *b = right;
	int order = compare_counts(a->cell, b->cell);

	return order ? order : compare_counts(a->round, b->round);
}

/* The number of a row's line in results.csv. */
static size_t line_of(size_t row)
{
	return row + 2;
}

/* Finds the place of one row.  Rows of rounds that stand in for others may have
 * any number. */
static int place_row(const struct run *run, const struct key *keys,
                     size_t index, char **why)
{
	struct resume *resume = run->request->resume;
	const struct result_row *row = &resume->rows.rows[index];
	struct key key = {row->target ? row->target : "",
	                  row->test ? row->test : "",
	                  row->file_size,
	                  row->record_size,
	                  row->threads,
	                  row->depth,
	                  0};
	const struct key *found = bsearch(&key, keys, run->plan->cell_count,
	                                  sizeof *keys, compare_keys);

	if (!row->run_id || strcmp(row->run_id, run->run_id) != 0)
		return failure(why, EINVAL,
		               "%s/results.csv:%zu: a row of the run %s among those of "
		               "%s",
		               resume->directory, line_of(index),
		               row->run_id ? row->run_id : "without a name",
		               run->run_id);
	if (!found || (row->round != RESULT_NO_COUNT && row->round > UINT32_MAX))
		return failure(why, EINVAL,
		               "%s/results.csv:%zu: a row of target `%s`, test `%s` "
		               "that the configuration in run.json does not have",
		               resume->directory, line_of(index), key.target, key.test);
	if (row->round != RESULT_NO_COUNT && row->round > run->config->rounds_max &&
	    row->replaces == RESULT_NO_COUNT)
		return failure(why, EINVAL,
		               "%s has a row of round %llu already: --rounds can add "
		               "rounds, not take them away",
		               resume->directory, (unsigned long long)row->round);
	resume->places[index] = (struct resume_place){
	        found->cell,
	        row->round == RESULT_NO_COUNT ? 0 : (unsigned)row->round, index};
	return 0;
}

static int refuse_twins(const struct resume *resume, char **why)
{
	const struct resume_place *places = resume->places;

	for (size_t i = 1; i < resume->rows.count; i++)
		if (compare_places(&places[i - 1], &places[i]) == 0)
			return failure(why, EINVAL,
			               "%s/results.csv has the same cell and round in "
			               "lines %zu and %zu",
			               resume->directory, line_of(places[i - 1].row),
			               line_of(places[i].row));
	return 0;
}

int resume_match(struct run *run, char **why)
{
	struct resume *resume = run->request->resume;
	size_t count = resume->rows.count;
	struct key *keys = sorted_keys(run);
	int error = resume_find_histograms(resume, why);

	resume->places = calloc(count + 1, sizeof *resume->places);
	resume->stale = calloc(count + 1, sizeof *resume->stale);
	resume->counted = calloc(count + 1, sizeof *resume->counted);
	if (!keys || !resume->places || !resume->stale || !resume->counted) {
		free(keys);
		return error ? error
		             : failure(why, ENOMEM, "no memory for the rows of %s",
		                       resume->directory);
	}
	for (size_t i = 0; !error && i < count; i++) {
		const struct result_row *row = &resume->rows.rows[i];

		if (row->seq != RESULT_NO_COUNT && row->seq > run->seq)
			run->seq = row->seq;
		error = place_row(run, keys, i, why);
	}
	free(keys);
	if (error)
		return error;
	qsort(resume->places, count, sizeof *resume->places, compare_places);
	return refuse_twins(resume, why);
}

void resume_find_stale(struct run *run)
{
	struct resume *resume = run->request->resume;

	for (size_t i = 0; i < resume->rows.count; i++) {
		const struct resume_place *place = &resume->places[i];
		enum plan_verdict now = run->plan->cells[place->cell].verdict;
		bool failed = resume->rows.rows[place->row].status == RESULT_ERROR;

		if (!place->round)
			resume->stale[place->row] =
			        now == PLAN_RUN || (failed && now != PLAN_UNREACHED);
	}
}

/* The histogram of a row, or NULL; the caller frees it. */
static struct histogram *latency_of(const struct resume *resume, uint64_t seq)
{
	struct histogram *latency = NULL;
	json_t *object = NULL;
	size_t low = 0, high = resume->line_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (resume->lines[middle].seq < seq)
			low = middle + 1;
		else
			high = middle;
	}
	if (low < resume->line_count && resume->lines[low].seq == seq &&
	    fseek(resume->histograms, resume->lines[low].at, SEEK_SET) == 0)
		object = json_loadf(resume->histograms, JSON_DISABLE_EOF_CHECK, NULL);
	if (object)
		latency = malloc(sizeof *latency);
	if (latency && histogram_from_json(latency, object)) {
		free(latency);
		latency = NULL;
	}
	json_decref(object);
	return latency;
}

static void count_row(struct run *run, const struct resume_place *place)
{
	struct resume *resume = run->request->resume;
	const struct result_row *row = &resume->rows.rows[place->row];
	struct histogram *latency;

	if (resume->counted[place->row] || resume->stale[place->row])
		return;
	resume->counted[place->row] = true;
	latency = latency_of(resume, row->seq);
	run_count_row(run, place->cell, row, latency);
	free(latency);
}

bool resume_has(struct run *run, size_t cell, unsigned round)
{
	const struct resume *resume = run->request->resume;
	struct resume_place key = {cell, round, 0};
	const struct resume_place *found;

	if (!resume)
		return false;
	found = bsearch(&key, resume->places, resume->rows.count, sizeof key,
	                compare_places);
	if (!found || resume->stale[found->row])
		return false;
	count_row(run, found);
	return true;
}

void resume_count_rest(struct run *run)
{
	const struct resume *resume = run->request->resume;

	for (size_t i = 0; resume && i < resume->rows.count; i++)
		count_row(run, &resume->places[i]);
}
