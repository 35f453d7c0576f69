/* matrix.c - one CSV for each target, test and load, as spreadsheets draw
 * surfaces from: bytes per second as in summary.csv (operations where a test
 * moves no bytes), nothing where nothing was measured. */
#include "export/export.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include "export/parts.h"

static void add_lines(const struct summary *summary,
                      const struct parts_key *key, const uint64_t *files,
                      size_t file_count, const uint64_t *records,
                      size_t record_count, struct text *to)
{
	text_add(to, "file_size_bytes");
	for (size_t i = 0; i < record_count; i++)
		text_add(to, ",%" PRIu64, records[i]);
	text_add(to, "\r\n");
	for (size_t i = 0; i < file_count; i++) {
		text_add(to, "%" PRIu64, files[i]);
		for (size_t j = 0; j < record_count; j++) {
			const struct summary_cell *cell =
			        summary_find(summary, key->target, key->test, files[i],
			                     records[j], key->threads, key->depth);

			text_add(to, ",");
			if (parts_has_rate(cell))
				parts_real(to, cell->rate.median, parts_decimals(cell));
		}
		text_add(to, "\r\n");
	}
}

static int write_key(const struct saved *saved, const char *directory,
                     const struct parts_key *keys, size_t at, char **why)
{
	size_t file_count, record_count;
	uint64_t *files =
	        parts_sizes(&saved->summary, &keys[at], false, &file_count);
	uint64_t *records =
	        parts_sizes(&saved->summary, &keys[at], true, &record_count);
	char *stem = parts_name(keys, at);
	char *name = stem ? text_format("%s.csv", stem) : NULL;
	struct text text = {0};
	int error = -ENOMEM;

	if (files && records && name) {
		add_lines(&saved->summary, &keys[at], files, file_count, records,
		          record_count, &text);
		error = parts_write(directory, name, &text, why);
	} else {
		failure(why, ENOMEM, "no memory for the matrices");
	}
	free(name);
	free(stem);
	free(files);
	free(records);
	return error;
}

int export_matrix(const struct saved *saved, const char *directory, char **why)
{
	size_t count;
	struct parts_key *keys = parts_keys(&saved->summary, &count);
	int error;

	if (!keys)
		return failure(why, ENOMEM, "no memory for the matrices");
	error = count ? 0
	              : failure(why, ENODATA,
	                        "%s has no test with file and record sizes",
	                        saved->directory);
	if (!error)
		error = parts_directory(directory, why);
	for (size_t i = 0; !error && i < count; i++)
		error = write_key(saved, directory, keys, i, why);
	free(keys);
	return error;
}
