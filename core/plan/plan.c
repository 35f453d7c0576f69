/* plan.c - sizes x tests x threads x depths x targets, block by block. */
#include "plan/plan.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "config/units.h"

/* What the cells of a block have in common. */
struct shape {
	enum workload_sizes sizes; /* of its tests */
	uint64_t file_size, record_size;
	unsigned threads, depth;
};

static bool sweep_has(const struct sweep *sweep, uint64_t value)
{
	for (size_t i = 0; i < sweep->count; i++)
		if (sweep->values[i] == value)
			return true;
	return false;
}

static bool target_wants(const struct config_settings *settings,
                         const struct shape *shape)
{
	if (!sweep_has(&settings->threads, shape->threads) ||
	    !sweep_has(&settings->depths, shape->depth))
		return false;
	if (shape->sizes == WORKLOAD_NO_SIZES)
		return true;
	return sweep_has(&settings->file_sizes, shape->file_size) &&
	       (shape->sizes == WORKLOAD_FILE_SIZE ||
	        sweep_has(&settings->record_sizes, shape->record_size));
}

/* Tests with a record size of their own are parted by it. */
static bool has_shape(const struct workload_test *test,
                      const struct shape *shape)
{
	return test->sizes == shape->sizes && (test->sizes != WORKLOAD_FILE_SIZE ||
	                                       test->record == shape->record_size);
}

/* Turns a cell that would run into one that will not. */
static int dismiss(struct plan_cell *cell, enum plan_verdict verdict,
                   char *reason)
{
	if (!reason)
		return -ENOMEM;
	if (cell->verdict != PLAN_RUN) {
		free(reason);
		return 0;
	}
	cell->verdict = verdict;
	cell->reason = reason;
	return 0;
}

static int judge(struct plan_cell *cell, const struct bench_backend *backend)
{
	const char *lacks = workload_lacks_operation(cell->test, backend);
	char record[UNITS_TEXT], file[UNITS_TEXT];

	if (lacks)
		return dismiss(cell, PLAN_UNSUPPORTED, text_copy(lacks));
	if (cell->test->sizes == WORKLOAD_BOTH_SIZES &&
	    cell->record_size > cell->file_size)
		return dismiss(
		        cell, PLAN_SKIPPED,
		        text_format("the record (%s) is larger than the file (%s)",
		                    units_print_size(cell->record_size, record),
		                    units_print_size(cell->file_size, file)));
	return 0;
}

static struct plan_cell *new_cell(struct plan *plan)
{
	if (plan->cell_count == plan->cell_capacity) {
		size_t capacity = plan->cell_capacity ? plan->cell_capacity * 2 : 256;
		struct plan_cell *cells =
		        realloc(plan->cells, capacity * sizeof *cells);

		if (!cells)
			return NULL;
		plan->cells = cells;
		plan->cell_capacity = capacity;
	}
	return &plan->cells[plan->cell_count++];
}

static bool target_tests(const struct config_settings *settings,
                         const struct workload_test *test)
{
	for (size_t i = 0; i < settings->test_count; i++)
		if (strcmp(settings->tests[i], test->name) == 0)
			return true;
	return false;
}

/* In the order of the table of tests, however they were asked for: a test that
 * leaves the cache warm for another one does so in every run. */
static int add_target_cells(struct plan *plan, size_t target,
                            const struct shape *shape)
{
	const struct config_target *chosen = &plan->config->targets[target];
	const struct config_settings *settings = &chosen->settings;

	if (!target_wants(settings, shape))
		return 0;
	for (size_t i = 0; i < workload_test_count; i++) {
		const struct workload_test *test = &workload_tests[i];
		struct plan_cell *cell;
		int error;

		if (!target_tests(settings, test) || !has_shape(test, shape))
			continue;
		/* A round trip knows no depth: it is measured once. */
		if (!workload_has_sizes(test) &&
		    shape->depth != settings->depths.values[0])
			continue;
		cell = new_cell(plan);
		if (!cell)
			return -ENOMEM;
		*cell = (struct plan_cell){.target = target,
		                           .block = plan->block_count,
		                           .test = test,
		                           .file_size = shape->file_size,
		                           .record_size = shape->record_size,
		                           .threads = shape->threads,
		                           .depth = shape->depth};
		error = judge(cell, chosen->backend);
		if (error)
			return error;
	}
	return 0;
}

/* Adds the block of a shape unless it would be empty. */
static int add_block(struct plan *plan, const struct shape *shape)
{
	size_t first = plan->cell_count;
	struct plan_block *blocks;

	for (size_t i = 0; i < plan->config->target_count; i++) {
		int error = add_target_cells(plan, i, shape);

		if (error)
			return error;
	}
	if (plan->cell_count == first)
		return 0;
	blocks = realloc(plan->blocks, (plan->block_count + 1) * sizeof *blocks);
	if (!blocks)
		return -ENOMEM;
	plan->blocks = blocks;
	blocks[plan->block_count++] =
	        (struct plan_block){first, plan->cell_count - first};
	return 0;
}

/* The values of one key over all targets, in order of appearance. */
static int unite(const struct bench_config *config,
                 const struct sweep *(*pick)(const struct config_settings *),
                 struct sweep *all)
{
	for (size_t i = 0; i < config->target_count; i++) {
		const struct sweep *one = pick(&config->targets[i].settings);

		for (size_t j = 0; j < one->count; j++) {
			uint64_t *values;

			if (sweep_has(all, one->values[j]))
				continue;
			values = realloc(all->values, (all->count + 1) * sizeof *values);
			if (!values)
				return -ENOMEM;
			all->values = values;
			values[all->count++] = one->values[j];
		}
	}
	return 0;
}

static const struct sweep *pick_files(const struct config_settings *settings)
{
	return &settings->file_sizes;
}

static const struct sweep *pick_records(const struct config_settings *settings)
{
	return &settings->record_sizes;
}

static const struct sweep *pick_threads(const struct config_settings *settings)
{
	return &settings->threads;
}

static const struct sweep *pick_depths(const struct config_settings *settings)
{
	return &settings->depths;
}

/* All sweeps of a configuration, united. */
struct axes {
	struct sweep files, records, threads, depths;
};

/* Is there an earlier test with that record size of its own? */
static bool is_repeated(size_t index)
{
	for (size_t i = 0; i < index; i++)
		if (workload_tests[i].sizes == WORKLOAD_FILE_SIZE &&
		    workload_tests[i].record == workload_tests[index].record)
			return true;
	return false;
}

/* The blocks of one file size: of each record size, then of those that tests
 * have of their own. */
static int add_file_blocks(struct plan *plan, const struct axes *axes,
                           struct shape *shape)
{
	int error = 0;

	shape->sizes = WORKLOAD_BOTH_SIZES;
	for (size_t r = 0; !error && r < axes->records.count; r++) {
		shape->record_size = axes->records.values[r];
		error = add_block(plan, shape);
	}
	shape->sizes = WORKLOAD_FILE_SIZE;
	for (size_t i = 0; !error && i < workload_test_count; i++) {
		if (workload_tests[i].sizes != WORKLOAD_FILE_SIZE || is_repeated(i))
			continue;
		shape->record_size = workload_tests[i].record;
		error = add_block(plan, shape);
	}
	return error;
}

static int add_blocks(struct plan *plan, const struct axes *axes)
{
	int error = 0;

	for (size_t d = 0; !error && d < axes->depths.count; d++)
		for (size_t t = 0; !error && t < axes->threads.count; t++) {
			struct shape shape = {.sizes = WORKLOAD_NO_SIZES,
			                      .threads = (unsigned)axes->threads.values[t],
			                      .depth = (unsigned)axes->depths.values[d]};

			error = add_block(plan, &shape);
			for (size_t f = 0; !error && f < axes->files.count; f++) {
				shape.file_size = axes->files.values[f];
				error = add_file_blocks(plan, axes, &shape);
			}
		}
	return error;
}

int plan_make(const struct bench_config *config, struct plan **out)
{
	struct axes axes = {0};
	struct plan *plan = calloc(1, sizeof *plan);
	int error = -ENOMEM;

	if (!plan)
		return -ENOMEM;
	plan->config = config;
	if (unite(config, pick_files, &axes.files) ||
	    unite(config, pick_records, &axes.records) ||
	    unite(config, pick_threads, &axes.threads) ||
	    unite(config, pick_depths, &axes.depths))
		goto end;
	error = add_blocks(plan, &axes);
end:
	sweep_free(&axes.files);
	sweep_free(&axes.records);
	sweep_free(&axes.threads);
	sweep_free(&axes.depths);
	if (error)
		plan_free(plan);
	else
		*out = plan;
	return error;
}

void plan_free(struct plan *plan)
{
	if (!plan)
		return;
	for (size_t i = 0; i < plan->cell_count; i++)
		free(plan->cells[i].reason);
	free(plan->cells);
	free(plan->blocks);
	free(plan);
}

/* The same for the state of the client's cache that is asked for. */
static char *cache_reason(const struct plan_cell *cell,
                          const struct config_target *target,
                          const struct bench_caps *caps)
{
	const struct config_settings *settings = &target->settings;
	bool direct = settings->direct || settings->cache == CONFIG_CACHE_DIRECT;
	const char *key = settings->direct ? "direct = yes" : "cache = direct";

	if (cell->file_size == 0)
		return NULL;
	if (direct && !(caps->props & BENCH_DIRECT))
		return text_format("%s: the target has no direct I/O", key);
	if (direct && caps->align > 1 &&
	    (cell->record_size % caps->align || cell->file_size % caps->align))
		return text_format("%s: file and record sizes must be multiples of %u "
		                   "bytes here",
		                   key, caps->align);
	if (settings->cache == CONFIG_CACHE_DONTCACHE &&
	    !(caps->props & BENCH_DONTCACHE))
		return text_copy("cache = dontcache: the target cannot go through the "
		                 "client's cache without leaving data in it");
	if (settings->cache == CONFIG_CACHE_COLD && workload_reads(cell->test) &&
	    !target->backend->drop_cache)
		return text_copy("cache = cold: the backend has no drop_cache "
		                 "operation");
	return NULL;
}

/* The same for verification, flushes within a pass and pacing. */
static const char *lacks_for_settings(const struct plan_cell *cell,
                                      const struct config_target *target,
                                      const struct bench_caps *caps)
{
	const struct config_settings *settings = &target->settings;
	bool each =
	        settings->sync == CONFIG_SYNC_EACH && workload_writes(cell->test);
	struct workload_cell asked = {.test = cell->test,
	                              .file_size = cell->file_size,
	                              .record_size = cell->record_size,
	                              .depth = cell->depth,
	                              .verify = (unsigned)settings->verify,
	                              .flush_every =
	                                      each ? settings->sync_every : 0,
	                              .rate_bytes = settings->rate_bytes,
	                              .rate_ops = settings->rate_ops};

	return workload_lacks_for_cell(&asked, target->backend, caps);
}

/* Why this target's caps do not allow the cell; NULL if they do. */
static char *caps_reason(const struct plan_cell *cell,
                         const struct config_target *target,
                         const struct bench_caps *caps)
{
	const char *lacks = workload_lacks_property(cell->test, caps);
	char limit[UNITS_TEXT], *reason;

	if (!lacks)
		lacks = lacks_for_settings(cell, target, caps);
	if (lacks)
		return text_copy(lacks);
	reason = cache_reason(cell, target, caps);
	if (reason)
		return reason;
	if (cell->depth > 1 && caps->max_depth && cell->depth > caps->max_depth)
		return text_format("depth: the target takes %u in flight at most; "
		                   "`bench plugin help %s` says what its options "
		                   "allow",
		                   caps->max_depth, target->backend->name);
	if (caps->max_size && cell->file_size > caps->max_size)
		return text_format("the target takes files up to %s",
		                   units_print_size(caps->max_size, limit));
	if (caps->max_io && cell->record_size > caps->max_io)
		return text_format("the target takes records up to %s",
		                   units_print_size(caps->max_io, limit));
	if (caps->min_io && cell->record_size && cell->record_size < caps->min_io)
		return text_format("the target takes records from %s",
		                   units_print_size(caps->min_io, limit));
	return NULL;
}

void plan_apply_caps(struct plan *plan, size_t target,
                     const struct bench_caps *caps)
{
	const struct config_target *given = &plan->config->targets[target];

	for (size_t i = 0; i < plan->cell_count; i++) {
		struct plan_cell *cell = &plan->cells[i];
		char *reason;

		if (cell->target != target || cell->verdict != PLAN_RUN)
			continue;
		reason = caps_reason(cell, given, caps);
		if (reason) {
			cell->verdict = PLAN_UNSUPPORTED;
			cell->reason = reason;
		}
	}
}

int plan_unreached(struct plan *plan, size_t target, const char *reason)
{
	for (size_t i = 0; i < plan->cell_count; i++)
		if (plan->cells[i].target == target &&
		    dismiss(&plan->cells[i], PLAN_UNREACHED, text_copy(reason)))
			return -ENOMEM;
	return 0;
}

size_t plan_block_target(const struct plan *plan, size_t block, size_t target,
                         size_t *first)
{
	const struct plan_block *cells = &plan->blocks[block];
	size_t count = 0;

	for (size_t i = cells->first; i < cells->first + cells->count; i++)
		if (plan->cells[i].target == target && count++ == 0)
			*first = i;
	return count;
}

size_t plan_count(const struct plan *plan, enum plan_verdict verdict)
{
	size_t count = 0;

	for (size_t i = 0; i < plan->cell_count; i++)
		count += plan->cells[i].verdict == verdict;
	return count;
}

uint64_t plan_bytes_needed(const struct plan *plan, size_t target)
{
	uint64_t most = 0;

	for (size_t i = 0; i < plan->cell_count; i++) {
		const struct plan_cell *cell = &plan->cells[i];
		uint64_t bytes;

		if (cell->target != target || cell->verdict != PLAN_RUN)
			continue;
		if (__builtin_mul_overflow(cell->file_size, cell->threads, &bytes))
			bytes = UINT64_MAX;
		if (bytes > most)
			most = bytes;
	}
	return most;
}
