/* compare_rig.c - see compare_rig.h. */
#include "compare_rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "base/text.h"
#include "unit.h"

static void fill(struct result_row *row, const struct made_cell *cell,
                 size_t round)
{
	double rate =
	        cell->rate * (1 + cell->spread * (double)((int)(round % 3 == 1) -
	                                                  (int)(round % 3 == 2)));

	result_set_text(&row->run_id, "made");
	result_set_text(&row->target, cell->target);
	result_set_text(&row->test, cell->test);
	result_set_text(&row->sync, cell->sync);
	result_set_text(&row->durability, cell->durability);
	result_set_text(&row->cpus, cell->cpus);
	row->threads = row->depth = 1;
	row->round = round + 1;
	row->status = cell->status;
	if (cell->layout)
		row->layout = cell->layout;
	if (cell->file_size) {
		row->file_size = cell->file_size;
		if (cell->record_size)
			row->record_size = cell->record_size;
	}
	if (cell->status != RESULT_OK)
		result_set_text(&row->error, "it <broke>");
	else if (cell->file_size)
		row->throughput = rate * 1e6;
	else
		row->ops_per_s = rate;
}

static void write_rows(const char *path, const struct made_cell *cells,
                       size_t count)
{
	struct csv_writer *csv = NULL;

	CU_ASSERT_EQUAL_FATAL(csv_create(path, &csv, NULL), 0);
	for (size_t i = 0; i < count; i++)
		for (size_t round = 0; round < cells[i].rounds; round++) {
			struct result_row row;

			result_row_init(&row);
			fill(&row, &cells[i], round);
			CU_ASSERT_EQUAL(csv_write(csv, &row, NULL), 0);
			result_row_free(&row);
		}
	CU_ASSERT_EQUAL(csv_close(csv, NULL), 0);
}

char *made_directory(const struct made_cell *cells, size_t count,
                     const char *json)
{
	char *directory = text_format("%s/side-XXXXXX", unit_scratch()), *path;

	CU_ASSERT_PTR_NOT_NULL_FATAL(directory);
	CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(directory));
	path = text_format("%s/results.csv", directory);
	write_rows(path, cells, count);
	free(path);
	if (json) {
		FILE *file;

		path = text_format("%s/run.json", directory);
		file = fopen(path, "w");
		CU_ASSERT_PTR_NOT_NULL_FATAL(file);
		fputs(json, file);
		fclose(file);
		free(path);
	}
	return directory;
}

void made_side(struct side *side, const struct made_cell *cells, size_t count,
               const char *json)
{
	char *directory = made_directory(cells, count, json), *why = NULL;

	*side = (struct side){0};
	CU_ASSERT_EQUAL_FATAL(side_load(side, directory, &why), 0);
	free(directory);
}

const struct difference *made_find(const struct differences *differences,
                                   const char *what)
{
	for (size_t i = 0; i < differences->count; i++)
		if (strcmp(differences->list[i].what, what) == 0)
			return &differences->list[i];
	return NULL;
}
