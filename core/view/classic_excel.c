/* classic_excel.c - the reports that iozone -R prints behind its table: file
 * sizes down, record sizes across, one block for each test.
 *
 * A cell that was not measured is `-`, where the original has 0; a record that
 * is larger than the file has no cell, as there. */
#include "view/classic_parts.h"

#include <inttypes.h>
#include <math.h>

static bool has_figure(const struct summary *summary,
                       const struct classic_table *table,
                       const struct classic_sizes *sizes,
                       const struct classic_column *column, uint64_t file)
{
	if (file % 1024 != 0)
		return false;
	for (size_t i = 0; i < sizes->record_count; i++)
		if (sizes->records[i] % 1024 == 0 &&
		    !isnan(classic_kib(summary, table, column, file,
		                       sizes->records[i])))
			return true;
	return false;
}

static void add_heading(struct text *to, const struct classic_sizes *sizes,
                        const struct classic_column *column)
{
	text_add(to, "\"%s report\"\n      ", column->report);
	for (size_t i = 0; i < sizes->record_count; i++)
		if (sizes->records[i] % 1024 == 0)
			text_add(to, "  \"%" PRIu64 "\"", sizes->records[i] / 1024);
	text_add(to, "\n");
}

static void add_line(struct text *to, const struct summary *summary,
                     const struct classic_table *table,
                     const struct classic_sizes *sizes,
                     const struct classic_column *column, uint64_t file)
{
	text_add(to, "\"%" PRIu64 "\"  ", file / 1024);
	for (size_t i = 0; i < sizes->record_count; i++) {
		uint64_t record = sizes->records[i];
		double kib;

		if (record % 1024 != 0 || record > file)
			continue;
		kib = classic_kib(summary, table, column, file, record);
		if (isnan(kib))
			text_add(to, " - ");
		else
			text_add(to, " %.0f ", kib);
	}
	text_add(to, "\n");
}

void classic_excel(struct text *to, const struct summary *summary,
                   const struct classic_table *table,
                   const struct classic_sizes *sizes)
{
	bool any = false;

	for (size_t i = 0; i < CLASSIC_ALL_COLUMNS; i++) {
		const struct classic_column *column = &classic_columns[i];
		bool begun = false;

		for (size_t j = 0; j < sizes->file_count; j++) {
			if (!has_figure(summary, table, sizes, column, sizes->files[j]))
				continue;
			if (!any)
				text_add(to, "Excel output is below:\n\n");
			if (!begun)
				add_heading(to, sizes, column);
			any = begun = true;
			add_line(to, summary, table, sizes, column, sizes->files[j]);
		}
		if (begun)
			text_add(to, "\n");
	}
}
