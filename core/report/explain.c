/* explain.c - what limits each target, as lines of text. */
#include "report/judge.h"

#include <inttypes.h>
#include <stdlib.h>
#include "config/units.h"
#include "report/figures.h"

static void add_size(struct text *text, const char *what, uint64_t size)
{
	char label[UNITS_TEXT];

	if (size != RESULT_NO_COUNT)
		text_add(text, " %s %s", what, units_print_size_label(size, label));
}

/* One test of a target; true when it could be judged. */
static bool add_test(const struct report_source *source,
                     const struct summary_cell *cell, struct text *text)
{
	struct limits_verdict verdict = {0};
	char rate[UNITS_TEXT];

	if (!report_has_rate(cell) || cell->by_ops ||
	    cell->file_size == RESULT_NO_COUNT)
		return false;
	if (report_judge(source, cell, &verdict)) {
		text->failed = true;
		return false;
	}
	text_add(text, "  %-17s %8s MB/s ", cell->test,
	         units_print_rate(cell->rate.median, 1e6, rate));
	add_size(text, "at", cell->file_size);
	add_size(text, "by", cell->record_size);
	text_add(text, ": %s\n      %s\n", limits_name(verdict.kind),
	         verdict.evidence);
	free(verdict.evidence);
	return true;
}

static void add_target(const struct report_source *source,
                       const struct report_target *target,
                       const struct report_load *load, struct text *text)
{
	struct text lines = {0};
	bool any = false;

	for (size_t i = 0; i < source->test_count; i++)
		any |= add_test(
		        source,
		        report_large(source, target->name, source->tests[i], load),
		        &lines);
	if (any) {
		text_add(text, "%s", target->name);
		if (source->load_count > 1)
			text_add(text, ", %" PRIu64 " threads, depth %" PRIu64,
			         load->threads, load->depth);
		text_add(text, "\n%s\n", lines.bytes);
	}
	text->failed |= lines.failed;
	text_free(&lines);
}

void report_explain(const struct report_source *source, struct text *text)
{
	for (size_t i = 0; i < source->target_count; i++)
		for (size_t j = 0; j < source->load_count; j++)
			add_target(source, &source->targets[i], &source->loads[j], text);
	if (!text->length && !text->failed)
		text_add(text, "nothing was measured that the rules could judge\n");
}
