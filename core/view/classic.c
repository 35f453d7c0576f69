/* classic.c - the classic formats, and how their views find their cells. */
#include "view/classic.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "view/classic_parts.h"
#include "view/grid.h"
#include "view/label.h"

enum { NAME_MOST = 64 };

static const char *const no_tests[] = {NULL};
static const char *const iozone_tests[] = {
        "write",         "rewrite",        "read",
        "reread",        "random_read",    "random_write",
        "backward_read", "record_rewrite", "stride_read",
        "stdio_write",   "stdio_rewrite",  "stdio_read",
        "stdio_reread",  "pwrite",         "repwrite",
        "pread",         "repread",        NULL};
static const char *const bonnie_tests[] = {
        "char_write", "block_write", "read_modify_write",
        "char_read",  "block_read",  "seeks",
        NULL};
static const char *const files_tests[] = {"create_unlink", NULL};
static const char *const sandra_tests[] = {
        "read",        "write",  "random_read", "random_write",
        "access_time", "reread", "rewrite",     NULL};
static const char *const ping_tests[] = {"ping", NULL};

static const struct {
	const char *const *tests;
	int (*print)(struct text *to, const struct summary *summary,
	             const struct classic_about *about);
} formats[] = {[CLASSIC_NONE] = {no_tests, NULL},
               [CLASSIC_IOZONE] = {iozone_tests, classic_iozone},
               [CLASSIC_BONNIE] = {bonnie_tests, classic_bonnie},
               [CLASSIC_FILES] = {files_tests, classic_files},
               [CLASSIC_SANDRA] = {sandra_tests, classic_sandra},
               [CLASSIC_PING] = {ping_tests, classic_ping}};

const char *const *classic_tests(enum classic_format format)
{
	return formats[format].tests;
}

bool classic_is_among(const char *test, const char *const *tests)
{
	for (; *tests; tests++)
		if (strcmp(test, *tests) == 0)
			return true;
	return false;
}

bool classic_shows(enum classic_format format, const char *test)
{
	return classic_is_among(test, formats[format].tests);
}

int classic_print(FILE *out, enum classic_format format,
                  const struct summary *summary,
                  const struct classic_about *about)
{
	struct text text = {0};
	int error = 0;

	if (formats[format].print)
		error = formats[format].print(&text, summary, about);
	if (!error && text.failed)
		error = -ENOMEM;
	if (!error && text.length > 0)
		fwrite(text.bytes, 1, text.length, out);
	text_free(&text);
	return error;
}

static bool is_of(const struct classic_table *table,
                  const struct summary_cell *cell)
{
	return (table->threads == CLASSIC_ANY || table->threads == cell->threads) &&
	       (table->depth == CLASSIC_ANY || table->depth == cell->depth) &&
	       strcmp(table->target, cell->target) == 0;
}

static int add_table(struct classic_tables *out,
                     const struct summary_cell *cell)
{
	struct classic_table *more;

	for (size_t i = 0; i < out->count; i++)
		if (is_of(&out->tables[i], cell))
			return 0;
	more = realloc(out->tables, (out->count + 1) * sizeof *more);
	if (!more)
		return -ENOMEM;
	out->tables = more;
	out->tables[out->count++] =
	        (struct classic_table){cell->target, cell->threads, cell->depth};
	return 0;
}

int classic_tables_find(const struct summary *summary, const char *const *tests,
                        struct classic_tables *out)
{
	*out = (struct classic_tables){0};
	for (size_t i = 0; i < summary->count; i++) {
		const struct summary_cell *cell = &summary->cells[i];

		if (classic_is_among(cell->test, tests) && add_table(out, cell) < 0) {
			classic_tables_free(out);
			return -ENOMEM;
		}
	}
	return 0;
}

void classic_tables_free(struct classic_tables *tables)
{
	free(tables->tables);
	*tables = (struct classic_tables){0};
}

void classic_add_name(struct text *to, const struct classic_table *table)
{
	struct grid_key key = {.threads = table->threads, .depth = table->depth};

	label_cut(to, table->target, NAME_MOST, true);
	grid_add_load(to, &key);
}

/* Puts a size in its place unless it is there. */
static void add_size(uint64_t *sizes, size_t *count, uint64_t size)
{
	size_t at = *count;

	while (at > 0 && sizes[at - 1] > size)
		at--;
	if (at > 0 && sizes[at - 1] == size)
		return;
	memmove(sizes + at + 1, sizes + at, (*count - at) * sizeof *sizes);
	sizes[at] = size;
	(*count)++;
}

int classic_sizes_find(const struct summary *summary,
                       const struct classic_table *table,
                       const char *const *tests, struct classic_sizes *out)
{
	*out = (struct classic_sizes){
	        .files = calloc(summary->count + 1, sizeof *out->files),
	        .records = calloc(summary->count + 1, sizeof *out->records)};
	if (!out->files || !out->records) {
		classic_sizes_free(out);
		return -ENOMEM;
	}
	for (size_t i = 0; i < summary->count; i++) {
		const struct summary_cell *cell = &summary->cells[i];

		if (!is_of(table, cell) || !classic_is_among(cell->test, tests))
			continue;
		add_size(out->files, &out->file_count, cell->file_size);
		add_size(out->records, &out->record_count, cell->record_size);
	}
	return 0;
}

void classic_sizes_free(struct classic_sizes *sizes)
{
	free(sizes->files);
	free(sizes->records);
	*sizes = (struct classic_sizes){0};
}

const struct summary_cell *classic_cell(const struct summary *summary,
                                        const struct classic_table *table,
                                        const char *test, uint64_t file_size,
                                        uint64_t record_size)
{
	for (size_t i = 0; i < summary->count; i++) {
		const struct summary_cell *cell = &summary->cells[i];

		if (is_of(table, cell) && cell->status == RESULT_OK &&
		    (file_size == CLASSIC_ANY || file_size == cell->file_size) &&
		    (record_size == CLASSIC_ANY || record_size == cell->record_size) &&
		    strcmp(cell->test, test) == 0)
			return cell;
	}
	return NULL;
}
