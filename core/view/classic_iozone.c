/* classic_iozone.c - the table of iozone 3.498 and later, with which parsers
 * find their columns by position; the reports are in classic_excel.c.
 *
 * Figures stand in the same columns as there.  One that would be as wide as its
 * column still gets a blank in front, so that two never run together; and the
 * blanks of a missing one are as wide as its column, which those of the
 * original are not. */
#include "view/classic_parts.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>
#include "view/label.h"

enum { REASON_MOST = 200 };

/* The blank behind the first title is the original's. */
const struct classic_column classic_columns[CLASSIC_ALL_COLUMNS] = {
        {"write", "", "write ", "Writer", 10},
        {"rewrite", "", "rewrite", "Re-writer", 10},
        {"read", "", "read", "Reader", 10},
        {"reread", "", "reread", "Re-Reader", 10},
        {"random_read", "random", "read", "Random read", 10},
        {"random_write", "random", "write", "Random write", 10},
        {"backward_read", "bkwd", "read", "Backward read", 10},
        {"record_rewrite", "record", "rewrite", "Record rewrite", 11},
        {"stride_read", "stride", "read", "Stride read", 11},
        {"stdio_write", "", "fwrite", "Fwrite", 10},
        {"stdio_rewrite", "", "frewrite", "Re-Fwrite", 10},
        {"stdio_read", "", "fread", "Fread", 10},
        {"stdio_reread", "", "freread", "Re-Fread", 10},
        {"pwrite", "", "pwrite", "Pwrite", 10},
        {"repwrite", "", "repwrite", "Re-Pwrite", 10},
        {"pread", "", "pread", "Pread", 10},
        {"repread", "", "repread", "Re-Pread", 10},
};

/* What is found once for each table. */
struct layout {
	const struct summary *summary;
	const struct classic_table *table;
	struct classic_sizes sizes;
	size_t columns;  /* the thirteen, or all */
	size_t left_out; /* rows whose sizes are no whole kB */
	bool any;        /* figure at all */
};

double classic_kib(const struct summary *summary,
                   const struct classic_table *table,
                   const struct classic_column *column, uint64_t file_size,
                   uint64_t record_size)
{
	const struct summary_cell *cell =
	        summary_find(summary, table->target, column->test, file_size,
	                     record_size, table->threads, table->depth);

	return floor(classic_rate(cell) / 1024);
}

/* Has the row any figure, in its first `columns`? */
static bool is_measured(const struct layout *layout, uint64_t file,
                        uint64_t record, size_t columns)
{
	for (size_t i = 0; i < columns; i++)
		if (!isnan(classic_kib(layout->summary, layout->table,
		                       &classic_columns[i], file, record)))
			return true;
	return false;
}

static bool is_whole(uint64_t file, uint64_t record)
{
	return file % 1024 == 0 && record % 1024 == 0;
}

/* Which columns there are, and what has no row. */
static void look_through(struct layout *layout)
{
	const struct classic_sizes *sizes = &layout->sizes;

	layout->columns = CLASSIC_COLUMNS;
	for (size_t i = 0; i < sizes->file_count; i++)
		for (size_t j = 0; j < sizes->record_count; j++) {
			uint64_t file = sizes->files[i], record = sizes->records[j];

			if (!is_measured(layout, file, record, CLASSIC_ALL_COLUMNS))
				continue;
			layout->any = true;
			layout->left_out += !is_whole(file, record);
			for (size_t k = CLASSIC_COLUMNS; k < CLASSIC_ALL_COLUMNS; k++)
				if (!isnan(classic_kib(layout->summary, layout->table,
				                       &classic_columns[k], file, record)))
					layout->columns = CLASSIC_ALL_COLUMNS;
		}
}

/* Why there is nothing: what the first of the cells says. */
static void add_reason(struct text *to, const struct layout *layout)
{
	const struct classic_table *table = layout->table;

	for (size_t i = 0; i < layout->summary->count; i++) {
		const struct summary_cell *cell = &layout->summary->cells[i];

		if (cell->error && strcmp(cell->target, table->target) == 0 &&
		    cell->threads == table->threads && cell->depth == table->depth &&
		    classic_shows(CLASSIC_IOZONE, cell->test)) {
			text_add(to, "\tNo figures: ");
			label_cut(to, cell->error, REASON_MOST, true);
			text_add(to, "\n");
			return;
		}
	}
}

static void add_preamble(struct text *to, const struct layout *layout,
                         const struct classic_about *about)
{
	text_add(to, "\tbench: what bench has measured, in iozone's layout\n");
	if (about->version)
		text_add(to, "\t        Version $Revision: bench-%s $\n",
		         about->version);
	text_add(to, "\t\tBuild: bench\n\n");
	if (about->began)
		text_add(to, "\tRun began: %s\n\n", about->began);
	text_add(to, "\tTarget: ");
	classic_add_name(to, layout->table);
	text_add(to, "\n");
	if (about->results)
		text_add(to, "\tCommand line used: bench, as told in %s/run.json\n",
		         about->results);
	text_add(to, "\tOutput is in kBytes/sec\n"
	             "\tA kByte is 1024 bytes; fractions are cut off; medians of "
	             "the rounds.\n"
	             "\tTime Resolution = 0.000000001 seconds.\n"
	             "\tFile stride size set to 17 * record size.\n");
	if (layout->left_out)
		text_add(to,
		         "\tSizes that are no whole kB have no row here: %zu left "
		         "out.\n",
		         layout->left_out);
	if (!layout->any)
		add_reason(to, layout);
}

static void add_headings(struct text *to, const struct layout *layout)
{
	text_add(to, "%24s", "");
	for (size_t i = 0; i < layout->columns; i++)
		text_add(to, "%*s", classic_columns[i].width, classic_columns[i].above);
	text_add(to, "\n%16s%8s", "kB", "reclen");
	for (size_t i = 0; i < layout->columns; i++)
		text_add(to, "%*s", classic_columns[i].width, classic_columns[i].title);
	text_add(to, "\n");
}

static void add_row(struct text *to, const struct layout *layout, uint64_t file,
                    uint64_t record)
{
	text_add(to, "%16" PRIu64 " %7" PRIu64, file / 1024, record / 1024);
	for (size_t i = 0; i < layout->columns; i++) {
		const struct classic_column *column = &classic_columns[i];
		double kib = classic_kib(layout->summary, layout->table, column, file,
		                         record);

		if (isnan(kib))
			text_add(to, "%*s", column->width, "");
		else
			text_add(to, " %*.0f", column->width - 1, kib);
	}
	text_add(to, "\n");
}

static void add_rows(struct text *to, const struct layout *layout)
{
	const struct classic_sizes *sizes = &layout->sizes;

	for (size_t i = 0; i < sizes->file_count; i++)
		for (size_t j = 0; j < sizes->record_count; j++) {
			uint64_t file = sizes->files[i], record = sizes->records[j];

			if (is_whole(file, record) &&
			    is_measured(layout, file, record, layout->columns))
				add_row(to, layout, file, record);
		}
}

static int add_table(struct text *to, struct layout *layout,
                     const struct classic_about *about)
{
	int error =
	        classic_sizes_find(layout->summary, layout->table,
	                           classic_tests(CLASSIC_IOZONE), &layout->sizes);

	if (error)
		return error;
	look_through(layout);
	add_preamble(to, layout, about);
	add_headings(to, layout);
	add_rows(to, layout);
	text_add(to, "\n");
	classic_excel(to, layout->summary, layout->table, &layout->sizes);
	if (about->whole && layout->any)
		text_add(to, "iozone test complete.\n");
	classic_sizes_free(&layout->sizes);
	return 0;
}

int classic_iozone(struct text *to, const struct summary *summary,
                   const struct classic_about *about)
{
	struct classic_tables tables;
	int error = classic_tables_find(summary, classic_tests(CLASSIC_IOZONE),
	                                &tables);

	if (error)
		return error;
	for (size_t i = 0; !error && i < tables.count; i++) {
		struct layout layout = {.summary = summary, .table = &tables.tables[i]};

		if (i > 0)
			text_add(to, "\n");
		error = add_table(to, &layout, about);
	}
	classic_tables_free(&tables);
	return error;
}
