/* write.c - rows that were imported as a directory of results. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/text.h"
#include "import/import.h"
#include "import/keys.h"
#include "result/csv.h"
#include "result/environment.h"
#include "result/summary.h"

int import_finish(struct import *import, const char *run_id, char **why)
{
	struct keys keys = {0};
	int error = 0;

	for (size_t i = 0; !error && i < import->count; i++) {
		struct result_row *row = &import->rows[i];
		struct keys_entry *entry = keys_of(&keys, import->rows, i);

		row->seq = i + 1;
		if (!entry || result_set_text(&row->run_id, run_id))
			error = failure(why, ENOMEM, "no memory");
		else if (row->status != RESULT_SKIPPED)
			row->round = ++entry->seen;
	}
	keys_free(&keys);
	return error;
}

static int write_rows(const struct import *import, const char *path, char **why)
{
	struct csv_writer *csv = NULL;
	char *ignored = NULL;
	int error = csv_create(path, &csv, why);

	for (size_t i = 0; !error && i < import->count; i++)
		error = csv_write(csv, &import->rows[i], why);
	if (csv_close(csv, error ? &ignored : why) && !error)
		error = -EIO;
	free(ignored);
	return error;
}

static int write_summary(const struct import *import, const char *path,
                         char **why)
{
	struct summary summary = {0};
	int error = 0;

	for (size_t i = 0; !error && i < import->count; i++)
		if (summary_add(&summary, &import->rows[i], NULL))
			error = failure(why, ENOMEM, "no memory");
	if (!error) {
		summary_finish(&summary);
		error = summary_write(&summary, path, why);
	}
	summary_free(&summary);
	return error;
}

static int write_about(const struct import *import, const char *path,
                       const char *run_id, const char *csv, json_t *about,
                       char **why)
{
	char hex[65];
	json_t *notes = json_array();
	int error = environment_sha256(csv, hex, why);

	if (error) {
		json_decref(notes);
		return error;
	}
	error = json_object_set_new(about, "schema", json_integer(RESULT_SCHEMA));
	error |= json_object_set_new(about, "run_id", json_string(run_id));
	error |= json_object_set_new(about, "rows",
	                             json_integer((json_int_t)import->count));
	error |= json_object_set_new(about, "results_sha256", json_string(hex));
	for (size_t i = 0; i < import->note_count; i++)
		error |= json_array_append_new(notes, json_string(import->notes[i]));
	error |= json_object_set_new(about, "notes", notes);
	error |= json_object_set(about, "imported", import->sources);
	error |= json_object_set_new(about, "columns", result_columns_to_json());
	if (error)
		return failure(why, ENOMEM, "no memory");
	return environment_write_json(about, path, why);
}

static int write_files(const struct import *import, char *const paths[3],
                       const char *run_id, json_t *about, char **why)
{
	int error = write_rows(import, paths[0], why);

	if (!error)
		error = write_summary(import, paths[1], why);
	if (!error)
		error = write_about(import, paths[2], run_id, paths[0], about, why);
	return error;
}

int import_write(const struct import *import, const char *directory,
                 const char *run_id, json_t *about, char **why)
{
	static const char *const names[3] = {"results.csv", "summary.csv",
	                                     "run.json"};
	char *paths[3] = {0};
	int error = 0;

	/* An empty one that is there becomes none by this, so nobody's files are
	 * mixed with ours. */
	rmdir(directory);
	if (mkdir(directory, 0777))
		error = failure(why, errno,
		                "%s: %s; name a directory that is not there yet, or "
		                "an empty one",
		                directory, strerror(errno));
	for (size_t i = 0; !error && i < 3; i++) {
		paths[i] = text_format("%s/%s", directory, names[i]);
		if (!paths[i])
			error = failure(why, ENOMEM, "no memory");
	}
	if (!error && !about)
		error = failure(why, ENOMEM, "no memory");
	if (!error)
		error = write_files(import, paths, run_id, about, why);
	for (size_t i = 0; i < 3; i++)
		free(paths[i]);
	json_decref(about);
	return error;
}

void import_free(struct import *import)
{
	for (size_t i = 0; i < import->count; i++)
		result_row_free(&import->rows[i]);
	for (size_t i = 0; i < import->note_count; i++)
		free(import->notes[i]);
	free(import->rows);
	free(import->notes);
	json_decref(import->sources);
	*import = (struct import){0};
}
