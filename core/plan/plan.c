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
	if (!sweep_has(&settings->depths, shape->depth))
		return false;
	if (shape->sizes == WORKLOAD_NO_SIZES)
		return true;
	return sweep_has(&settings->file_sizes, shape->file_size) &&
	       (shape->sizes == WORKLOAD_FILE_SIZE ||
	        sweep_has(&settings->record_sizes, shape->record_size));
}

/* How many threads of its own the test has, where that is left to it; 0: as
 * many as are asked for. */
static unsigned own_threads(const struct config_settings *settings,
                            const struct workload_test *test)
{
	return settings->threads_auto ? test->threads : 0;
}

static bool wants_threads(const struct config_settings *settings,
                          const struct workload_test *test, unsigned threads)
{
	unsigned own = own_threads(settings, test);

	return own ? own == threads : sweep_has(&settings->threads, threads);
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

/* Small records over large files take long and tell little. */
static bool is_crossed(const struct plan_cell *cell,
                       const struct config_settings *settings)
{
	return settings->crossover && cell->test->sizes == WORKLOAD_BOTH_SIZES &&
	       cell->file_size > CONFIG_CROSSOVER_FILE &&
	       cell->record_size < CONFIG_CROSSOVER_RECORD;
}

static int judge(struct plan_cell *cell, const struct config_target *target)
{
	const struct bench_backend *backend = target->backend;
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
	if (is_crossed(cell, &target->settings))
		return dismiss(cell, PLAN_SKIPPED,
		               text_copy("crossover = yes: files above 16m are not "
		                         "measured with records below 64k"));
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

		if (!target_tests(settings, test) || !has_shape(test, shape) ||
		    !wants_threads(settings, test, shape->threads))
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
		error = judge(cell, chosen);
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

static int add_value(struct sweep *all, uint64_t value)
{
	uint64_t *values;

	if (sweep_has(all, value))
		return 0;
	values = realloc(all->values, (all->count + 1) * sizeof *values);
	if (!values)
		return -ENOMEM;
	all->values = values;
	values[all->count++] = value;
	return 0;
}

/* The values of one key over all targets, in order of appearance. */
static int unite(const struct bench_config *config,
                 const struct sweep *(*pick)(const struct config_settings *),
                 struct sweep *all)
{
	for (size_t i = 0; i < config->target_count; i++) {
		const struct sweep *one = pick(&config->targets[i].settings);

		for (size_t j = 0; j < one->count; j++)
			if (add_value(all, one->values[j]))
				return -ENOMEM;
	}
	return 0;
}

/* Those that tests have of their own come behind. */
static int add_own_threads(const struct bench_config *config, struct sweep *all)
{
	for (size_t i = 0; i < config->target_count; i++) {
		const struct config_settings *settings = &config->targets[i].settings;

		for (size_t j = 0; j < workload_test_count; j++) {
			const struct workload_test *test = &workload_tests[j];
			unsigned own = own_threads(settings, test);

			if (own && target_tests(settings, test) && add_value(all, own))
				return -ENOMEM;
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
	    add_own_threads(config, &axes.threads) ||
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
