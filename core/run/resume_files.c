/* resume_files.c - the files of a broken run: what was torn or has gone stale
 * leaves them, and run.json tells what was found. */
#include "run/state.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/text.h"
#include "result/environment.h"
#include "result/mend.h"
#include "run/again.h"

#define HISTOGRAMS "histograms.jsonl"

static char *path_of(const struct resume *resume, const char *name, char **why)
{
	char *path = text_format("%s/%s", resume->directory, name);

	if (!path)
		failure(why, ENOMEM, "no memory");
	return path;
}

static bool keep_row(void *arg, const char *line, size_t number)
{
	const struct resume *resume = arg;

	(void)line;
	return number < 2 || number - 2 >= resume->rows.count ||
	       !resume->stale[number - 2];
}

/* The rows stay in the order of their seq, but for a file that somebody has
 * sorted: so each is looked at. */
static bool has_row(const struct resume *resume, uint64_t seq)
{
	const struct result_row *rows = resume->rows.rows;
	size_t low = 0, high = resume->rows.count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (rows[middle].seq < seq)
			low = middle + 1;
		else
			high = middle;
	}
	if (low < resume->rows.count && rows[low].seq == seq)
		return !resume->stale[low];
	for (size_t i = 0; i < resume->rows.count; i++)
		if (rows[i].seq == seq)
			return !resume->stale[i];
	return false;
}

/* The `seq` of a line of JSON; false where it has none. */
static bool seq_of(const char *line, uint64_t *seq)
{
	json_t *object = json_loads(line, 0, NULL);
	json_t *value = json_object_get(object, "seq");
	bool found = json_is_integer(value) && json_integer_value(value) > 0;

	if (found)
		*seq = (uint64_t)json_integer_value(value);
	json_decref(object);
	return found;
}

static bool keep_line(void *arg, const char *line, size_t number)
{
	uint64_t seq;

	(void)number;
	return seq_of(line, &seq) && has_row(arg, seq);
}

int resume_find_histograms(struct resume *resume, char **why)
{
	char *path = path_of(resume, HISTOGRAMS, why), *line = NULL;
	size_t room = 0, capacity = 0;
	long at = 0;
	int error = path ? 0 : -ENOMEM;
	ssize_t length;

	if (resume->histograms)
		fclose(resume->histograms);
	resume->histograms = path ? fopen(path, "re") : NULL;
	resume->line_count = 0;
	while (!error && resume->histograms &&
	       (length = getline(&line, &room, resume->histograms)) > 0) {
		struct resume_line found = {0, at};

		at += (long)length;
		if (line[length - 1] != '\n' || !seq_of(line, &found.seq))
			continue;
		if (resume->line_count == capacity) {
			struct resume_line *lines;

			capacity = capacity ? capacity * 2 : 256;
			lines = realloc(resume->lines, capacity * sizeof *lines);
			if (!lines) {
				error = failure(why, ENOMEM, "no memory for %s", path);
				break;
			}
			resume->lines = lines;
		}
		resume->lines[resume->line_count++] = found;
	}
	free(line);
	free(path);
	return error;
}

/* "results.csv.4711-0.tmp": of a file that was about to be replaced. */
static bool is_leftover(const char *name)
{
	const char *end = strrchr(name, '.');
	const char *digits;

	if (!end || strcmp(end, ".tmp") != 0)
		return false;
	for (digits = end; digits > name && digits[-1] != '.';)
		digits--;
	return digits > name && digits + strspn(digits, "0123456789-") == end &&
	       (strncmp(name, "results.csv.", 12) == 0 ||
	        strncmp(name, "run.json.", 9) == 0 ||
	        strncmp(name, "summary.csv.", 12) == 0);
}

static void remove_leftovers(const struct resume *resume)
{
	DIR *directory = opendir(resume->directory);
	struct dirent *entry;

	while (directory && (entry = readdir(directory)))
		if (is_leftover(entry->d_name))
			unlinkat(dirfd(directory), entry->d_name, 0);
	if (directory)
		closedir(directory);
}

/* What is noted of the part before this one. */
static int make_entry(struct run *run, const struct mend_lost *rows)
{
	struct resume *resume = run->request->resume;
	json_t *json = resume->json;
	json_t *ended = json_object_get(json, "ended_utc");
	json_t *environment = environment_to_json();
	char utc[32];

	environment_utc(utc, sizeof utc);
	if (!ended)
		ended = json_object_get(json, "written_utc");
	resume->entry = json_pack(
	        "{ss sO* sO* sI sI sI so*}", "resumed_utc", utc, "last_written_utc",
	        ended, "command", json_object_get(json, "command"), "rows",
	        (json_int_t)(resume->rows.count - rows->dropped), "torn_bytes",
	        (json_int_t)rows->torn_bytes, "superseded_rows",
	        (json_int_t)rows->dropped, "differs",
	        again_differs(json, environment, run->request->version,
	                      run->config));
	json_decref(environment);
	return resume->entry ? 0 : -ENOMEM;
}

static int mend_file(struct run *run, const char *name, mend_keep *keep,
                     struct mend_lost *lost, char **why)
{
	struct resume *resume = run->request->resume;
	char *path = path_of(resume, name, why);
	int error = path ? mend_lines(path, keep, resume, lost, why) : -ENOMEM;

	free(path);
	if (!error && lost->torn_bytes)
		run_warn(run,
		         "%s/%s: the last line was broken off (%" PRIu64
		         " bytes) and is dropped",
		         resume->directory, name, lost->torn_bytes);
	return error;
}

int resume_mend(struct run *run, char **why)
{
	struct resume *resume = run->request->resume;
	struct mend_lost rows = {0}, lost;
	int error;

	resume_find_stale(run);
	error = mend_file(run, "results.csv", keep_row, &rows, why);
	if (!error)
		error = mend_file(run, HISTOGRAMS, keep_line, &lost, why);
	if (!error)
		error = mend_file(run, "series.jsonl", keep_line, &lost, why);
	if (!error)
		error = resume_find_histograms(resume, why);
	if (!error && make_entry(run, &rows))
		error = failure(why, ENOMEM, "no memory for run.json");
	if (error)
		return error;
	remove_leftovers(resume);
	resume_warn(run);
	return 0;
}

void resume_warn(struct run *run)
{
	const struct resume *resume = run->request->resume;
	json_t *differs = json_object_get(resume->entry, "differs"), *pair;
	const char *what;

	json_object_foreach(differs, what, pair)
	{
		const char *before = NULL, *now = NULL;

		if (json_unpack(pair, "{s:s, s:s}", "before", &before, "now", &now) ==
		    0)
			run_warn(run,
			         "the part before this one ran with %s `%s`, this one with "
			         "`%s`: compare their rows with care",
			         what, before, now);
	}
}

void resume_add_json(const struct run *run, json_t *object)
{
	const struct resume *resume = run->request->resume;
	json_t *before = resume ? json_object_get(resume->json, "resumed") : NULL;
	json_t *list = json_is_array(before) ? json_copy(before) : json_array();

	if (resume && resume->entry) {
		json_array_append(list, resume->entry);
		json_object_set(object, "resumed", list);
	}
	json_decref(list);
}
