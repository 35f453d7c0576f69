/* saved.c - reads results.csv, histograms.jsonl and run.json of a directory. */
#include "result/saved.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "base/text.h"
#include "result/histogram_json.h"

struct saved_line {
	uint64_t seq;
	long at;
};

static int no_memory(const struct saved *saved, char **why)
{
	return failure(why, ENOMEM, "no memory for the results in %s",
	               saved->directory ? saved->directory : "a directory");
}

static char *path_of(const struct saved *saved, const char *name)
{
	size_t length = strlen(saved->directory);
	bool ends = length > 0 && saved->directory[length - 1] == '/';

	return text_format("%s%s%s", saved->directory, ends ? "" : "/", name);
}

static int read_rows(struct saved *saved, char **why)
{
	char *path = path_of(saved, "results.csv");
	int error;

	if (!path)
		return no_memory(saved, why);
	if (access(path, F_OK) != 0)
		error = failure(why, errno,
		                "%s: no results.csv in it; expected the directory of "
		                "one run",
		                saved->directory);
	else
		error = csv_read(path, &saved->rows, why);
	if (!error && saved->rows.count == 0)
		error = failure(why, ENODATA, "%s: no rows in it", path);
	free(path);
	return error;
}

/* Results that came from elsewhere may have none. */
static int read_run(struct saved *saved, char **why)
{
	char *path = path_of(saved, "run.json");
	json_error_t problem;
	int error = 0;

	if (!path)
		return no_memory(saved, why);
	if (access(path, F_OK) == 0) {
		saved->run = json_load_file(path, 0, &problem);
		if (!json_is_object(saved->run))
			error = failure(why, EINVAL, "%s:%d: %s", path, problem.line,
			                saved->run ? "expected an object" : problem.text);
	}
	free(path);
	return error;
}

static void read_targets(struct saved *saved)
{
	const json_t *targets = json_object_get(saved->run, "targets");

	saved->link = (double)NAN;
	for (size_t i = 0; i < json_array_size(targets); i++) {
		const json_t *target = json_array_get(targets, i);
		const json_t *link = json_object_get(target, "ceiling_bytes_per_s");

		if (json_is_number(link) && !(saved->link >= json_number_value(link)))
			saved->link = json_number_value(link);
		if (!saved->reference &&
		    json_is_true(json_object_get(target, "reference")))
			saved->reference =
			        json_string_value(json_object_get(target, "name"));
	}
}

static int compare_lines(const void *left, const void *right)
{
	const struct saved_line *a = left, *b = right;

	return a->seq < b->seq ? -1 : a->seq > b->seq;
}

/* Notes a line that is one; what is none, such as a torn end, has no row. */
static int note_line(struct saved *saved, size_t *capacity, const char *line,
                     long at)
{
	json_t *object = json_loads(line, 0, NULL);
	json_t *seq = json_object_get(object, "seq");
	bool is_one = json_is_integer(seq) && json_integer_value(seq) > 0;
	struct saved_line found = {is_one ? (uint64_t)json_integer_value(seq) : 0,
	                           at};

	json_decref(object);
	if (!is_one)
		return 0;
	if (saved->line_count == *capacity) {
		size_t more = *capacity ? *capacity * 2 : 64;
		struct saved_line *lines = realloc(saved->lines, more * sizeof *lines);

		if (!lines)
			return -ENOMEM;
		saved->lines = lines;
		*capacity = more;
	}
	saved->lines[saved->line_count++] = found;
	return 0;
}

static int find_lines(struct saved *saved, char **why)
{
	char *path = path_of(saved, "histograms.jsonl"), *line = NULL;
	size_t room = 0, capacity = 0;
	ssize_t length;
	long at = 0;
	int error = path ? 0 : -ENOMEM;

	if (path)
		saved->histograms = fopen(path, "re");
	while (!error && saved->histograms &&
	       (length = getline(&line, &room, saved->histograms)) > 0) {
		error = note_line(saved, &capacity, line, at);
		at += length;
	}
	free(line);
	free(path);
	if (saved->line_count)
		qsort(saved->lines, saved->line_count, sizeof *saved->lines,
		      compare_lines);
	return error ? no_memory(saved, why) : 0;
}

json_t *saved_latency(const struct saved *saved, const struct result_row *row)
{
	struct saved_line key = {row->seq, 0};
	const struct saved_line *found = NULL;

	if (saved->line_count)
		found = bsearch(&key, saved->lines, saved->line_count,
		                sizeof *saved->lines, compare_lines);
	if (!found || fseek(saved->histograms, found->at, SEEK_SET) != 0)
		return NULL;
	return json_loadf(saved->histograms, JSON_DISABLE_EOF_CHECK, NULL);
}

static int add_row(struct saved *saved, const struct result_row *row,
                   struct histogram *room)
{
	json_t *line = saved_latency(saved, row);
	bool known = line && histogram_from_json(room, line) == 0;

	json_decref(line);
	return summary_add(&saved->summary, row, known ? room : NULL);
}

/* The reference, else the first of a run's targets. */
static const char *compared_against(const struct saved *saved)
{
	const json_t *targets = json_object_get(saved->run, "targets");

	if (saved->reference)
		return saved->reference;
	return json_string_value(
	        json_object_get(json_array_get(targets, 0), "name"));
}

static int summarise(struct saved *saved, char **why)
{
	const json_t *plan = json_object_get(saved->run, "plan");
	struct histogram *room = malloc(sizeof *room);
	const char *against;
	int error = room ? 0 : -ENOMEM;

	saved->summary.precision =
	        json_number_value(json_object_get(plan, "precision"));
	for (size_t i = 0; !error && i < saved->rows.count; i++)
		error = add_row(saved, &saved->rows.rows[i], room);
	free(room);
	if (error)
		return no_memory(saved, why);
	summary_finish(&saved->summary);
	against = compared_against(saved);
	if (against && summary_compare(&saved->summary, against))
		return no_memory(saved, why);
	return 0;
}

int saved_open(struct saved *saved, const char *directory, char **why)
{
	int error;

	saved->directory = text_copy(directory);
	if (!saved->directory)
		return no_memory(saved, why);
	error = read_rows(saved, why);
	if (!error)
		error = read_run(saved, why);
	if (error)
		return error;
	read_targets(saved);
	error = find_lines(saved, why);
	return error ? error : summarise(saved, why);
}

void saved_free(struct saved *saved)
{
	summary_free(&saved->summary);
	csv_rows_free(&saved->rows);
	json_decref(saved->run);
	if (saved->histograms)
		fclose(saved->histograms);
	free(saved->lines);
	free(saved->directory);
	*saved = (struct saved){0};
}

const char *saved_text(const struct saved *saved, const char *object,
                       const char *key)
{
	const json_t *from = saved->run;

	if (object)
		from = json_object_get(from, object);
	return json_string_value(json_object_get(from, key));
}

bool saved_utc(const char *text, int64_t *ns)
{
	struct tm broken = {0};
	int millis = 0, end = 0;
	time_t seconds;

	if (!text ||
	    sscanf(text, "%4d-%2d-%2dT%2d:%2d:%2d.%3dZ%n", &broken.tm_year,
	           &broken.tm_mon, &broken.tm_mday, &broken.tm_hour, &broken.tm_min,
	           &broken.tm_sec, &millis, &end) != 7 ||
	    end != 24 || text[end] != '\0' || broken.tm_year < 1970)
		return false;
	broken.tm_year -= 1900;
	broken.tm_mon--;
	seconds = timegm(&broken);
	*ns = (int64_t)seconds * 1000000000 + (int64_t)millis * 1000000;
	return true;
}
