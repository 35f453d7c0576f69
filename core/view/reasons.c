/* reasons.c - gathers sentences, and says how many cells share each. */
#include "view/reasons.h"

#include <stdlib.h>
#include <string.h>
#include "view/grid.h"
#include "view/label.h"

/* Sentences that name an offset or a file may differ in every cell. */
#define MOST_LINES 8

static struct reason *find(struct reasons *reasons, const char *sentence)
{
	struct reason *more;

	for (size_t i = 0; i < reasons->count; i++)
		if (strcmp(reasons->list[i].sentence, sentence) == 0)
			return &reasons->list[i];
	more = realloc(reasons->list, (reasons->count + 1) * sizeof(*more));
	if (!more)
		return NULL;
	reasons->list = more;
	more += reasons->count;
	*more = (struct reason){.sentence = text_copy(sentence)};
	if (!more->sentence)
		return NULL;
	reasons->count++;
	return more;
}

void reasons_add(struct reasons *reasons, const char *sentence,
                 const char *where)
{
	struct reason *reason = find(reasons, sentence);

	if (reason && reason->count < REASONS_NAMED) {
		reason->where[reason->count] = text_copy(where);
		if (!reason->where[reason->count])
			reason = NULL;
	}
	if (reason)
		reason->count++;
	else
		reasons->failed = true;
}

void reasons_add_cell(struct reasons *reasons, const struct summary_cell *cell,
                      const char *where)
{
	const char *status = result_status_name(cell->status);
	char *sentence;

	/* The matrix's own shape says that. */
	if (cell->status == RESULT_SKIPPED && grid_is_too_large(cell))
		return;
	if (cell->error)
		sentence = text_format("%s: %s", status, cell->error);
	else
		sentence = text_copy(status);
	if (sentence)
		reasons_add(reasons, sentence, where);
	else
		reasons->failed = true;
	free(sentence);
}

static void print_reason(const struct reason *reason, size_t all,
                         struct text *to, bool utf8)
{
	struct text line = {0};

	text_add(&line, "%s (", reason->sentence);
	if (reason->count == all && all > REASONS_NAMED) {
		text_add(&line, "all %zu cells", all);
	} else {
		for (size_t i = 0; i < REASONS_NAMED && i < reason->count; i++)
			text_add(&line, "%s%s", i > 0 ? ", " : "", reason->where[i]);
		if (reason->count > REASONS_NAMED)
			text_add(&line, " and %zu more", reason->count - REASONS_NAMED);
	}
	text_add(&line, ")");
	label_wrap(to, line.bytes, 2, 4, utf8);
	to->failed = to->failed || line.failed;
	text_free(&line);
}

void reasons_print(const struct reasons *reasons, size_t all, struct text *to,
                   bool utf8)
{
	for (size_t i = 0; i < reasons->count && i < MOST_LINES; i++)
		print_reason(&reasons->list[i], all, to, utf8);
	if (reasons->count > MOST_LINES)
		text_add(to, "  and %zu other reasons, told by the rows\n",
		         reasons->count - MOST_LINES);
}

void reasons_free(struct reasons *reasons)
{
	for (size_t i = 0; i < reasons->count; i++) {
		free(reasons->list[i].sentence);
		for (size_t k = 0; k < REASONS_NAMED; k++)
			free(reasons->list[i].where[k]);
	}
	free(reasons->list);
	*reasons = (struct reasons){0};
}
