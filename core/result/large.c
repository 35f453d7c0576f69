/* large.c - finds the largest files. */
#include "result/large.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool large_is_better(const char *test, uint64_t record, uint64_t than)
{
	uint64_t usual =
	        strstr(test, "random") ? UINT64_C(4096) : UINT64_C(1048576);

	if ((record <= usual) != (than <= usual))
		return record <= usual;
	return record <= usual ? record > than : record < than;
}

static bool has_rate(const struct summary_cell *cell)
{
	return cell && cell->count > 0 && cell->rate.count > 0;
}

static void note_target(struct large *large, const char *target)
{
	for (size_t i = 0; i < large->target_count; i++)
		if (strcmp(large->targets[i], target) == 0)
			return;
	large->targets[large->target_count++] = target;
}

static struct large_line *line_of(struct large *large,
                                  const struct summary_cell *cell)
{
	for (size_t i = 0; i < large->count; i++) {
		struct large_line *line = &large->lines[i];

		if (line->threads == cell->threads && line->depth == cell->depth &&
		    strcmp(line->test, cell->test) == 0)
			return line;
	}
	return NULL;
}

/* `measured` tells for each line whether its cell has a figure. */
static void take_cell(struct large *large, bool *measured,
                      const struct summary_cell *cell)
{
	struct large_line *line = line_of(large, cell);
	struct large_line now = {cell->test, cell->threads, cell->depth,
	                         cell->file_size, cell->record_size};
	bool known = has_rate(cell);
	size_t at = line ? (size_t)(line - large->lines) : large->count;

	if (!line)
		large->count++;
	else if (known == measured[at] &&
	         (cell->file_size < line->file_size ||
	          (cell->file_size == line->file_size &&
	           !large_is_better(cell->test, cell->record_size,
	                            line->record_size))))
		return;
	else if (!known && measured[at])
		return;
	large->lines[at] = now;
	measured[at] = known;
}

int large_find(const struct summary *summary, bool with_sizes,
               struct large *out)
{
	size_t most = summary->count + 1;
	bool *measured = calloc(most, sizeof *measured);

	*out = (struct large){.targets = calloc(most, sizeof *out->targets),
	                      .lines = calloc(most, sizeof *out->lines)};
	if (!measured || !out->targets || !out->lines) {
		free(measured);
		large_free(out);
		return -ENOMEM;
	}
	for (size_t i = 0; i < summary->count; i++) {
		const struct summary_cell *cell = &summary->cells[i];

		if ((cell->file_size != RESULT_NO_COUNT) != with_sizes)
			continue;
		note_target(out, cell->target);
		take_cell(out, measured, cell);
	}
	free(measured);
	return 0;
}

void large_free(struct large *large)
{
	free(large->targets);
	free(large->lines);
	*large = (struct large){0};
}

const struct summary_cell *large_cell(const struct summary *summary,
                                      const struct large_line *line,
                                      const char *target)
{
	return summary_find(summary, target, line->test, line->file_size,
	                    line->record_size, line->threads, line->depth);
}
