/* classic_files.c - the table of the loop that makes a file, writes 53 bytes,
 * closes and removes it: system, file system (here the target), loops a second.
 */
#include "view/classic_parts.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "view/label.h"

enum { GAP = 2 };

static const char heading[] = "loops/second";

static size_t wider(size_t width, const char *text)
{
	size_t columns = label_columns(text, true);

	return columns > width ? columns : width;
}

/* The names of all tables; NULL when memory ran out. */
static struct text *make_names(const struct classic_tables *tables)
{
	struct text *names = calloc(tables->count + 1, sizeof *names);

	for (size_t i = 0; names && i < tables->count; i++)
		classic_add_name(&names[i], &tables->tables[i]);
	return names;
}

static void free_names(struct text *names, size_t count)
{
	for (size_t i = 0; names && i < count; i++)
		text_free(&names[i]);
	free(names);
}

static void add_loops(struct text *to, const struct summary *summary,
                      const struct classic_table *table)
{
	double loops = classic_ops(classic_cell(summary, table, "create_unlink",
	                                        CLASSIC_ANY, CLASSIC_ANY),
	                           to);

	if (isnan(loops))
		text_add(to, "%*s\n", (int)strlen(heading), "-");
	else
		text_add(to, "%*.2f\n", (int)strlen(heading), loops);
}

static void add_lines(struct text *to, const struct summary *summary,
                      const char *system, const struct classic_tables *tables,
                      const struct text *names)
{
	size_t first = wider(strlen("system"), system) + GAP;
	size_t second = strlen("file system");

	for (size_t i = 0; i < tables->count; i++)
		second = wider(second, names[i].bytes);
	second += GAP;
	label_left(to, "system", first, true);
	label_left(to, "file system", second, true);
	text_add(to, "%s\n", heading);
	for (size_t i = 0; i < tables->count; i++) {
		label_left(to, system, first, true);
		label_left(to, names[i].bytes, second, true);
		add_loops(to, summary, &tables->tables[i]);
		to->failed = to->failed || names[i].failed;
	}
}

int classic_files(struct text *to, const struct summary *summary,
                  const struct classic_about *about)
{
	struct classic_tables tables;
	struct text *names;
	int error =
	        classic_tables_find(summary, classic_tests(CLASSIC_FILES), &tables);

	if (error)
		return error;
	names = make_names(&tables);
	if (!names)
		error = -ENOMEM;
	else
		add_lines(to, summary, about->system ? about->system : "-", &tables,
		          names);
	free_names(names, tables.count);
	classic_tables_free(&tables);
	return error;
}
