/* side.c - reads one side, and finds its way in it. */
#include "compare/side.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "base/text.h"

static int no_memory(char **why)
{
	return failure(why, ENOMEM, "no memory for the results");
}

/* Where the rows lie, and what the run says of itself: beside a file only if
 * that is a run's own. */
static int find_files(const char *path, char **csv, char **json, char **why)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;
	struct stat status;

	if (stat(path, &status) != 0)
		return failure(why, errno, "%s: %s", path, strerror(errno));
	if (S_ISDIR(status.st_mode)) {
		const char *between = *name == '\0' ? "" : "/";

		*csv = text_format("%s%sresults.csv", path, between);
		*json = text_format("%s%srun.json", path, between);
		if (*csv && stat(*csv, &status) != 0)
			return failure(why, ENOENT,
			               "%s: no results.csv in it; expected the directory "
			               "of one run",
			               path);
	} else {
		*csv = text_copy(path);
		if (strcmp(name, "results.csv") == 0)
			*json = text_format("%.*srun.json", (int)(name - path), path);
		else
			return *csv ? 0 : no_memory(why);
	}
	return *csv && *json ? 0 : no_memory(why);
}

static int read_json(struct side *side, const char *path, char **why)
{
	json_error_t problem;
	struct stat status;

	if (!path || stat(path, &status) != 0)
		return 0;
	side->run = json_load_file(path, 0, &problem);
	if (side->run && json_is_object(side->run))
		return 0;
	return failure(why, EINVAL, "%s:%d: %s", path, problem.line,
	               side->run ? "expected an object" : problem.text);
}

static struct summary_cell *cell_of(const struct side *side,
                                    const struct result_row *row)
{
	const struct summary_cell *cell =
	        summary_find(&side->summary, row->target ? row->target : "",
	                     row->test ? row->test : "", row->file_size,
	                     row->record_size, row->threads, row->depth);

	return cell ? &side->summary.cells[cell - side->summary.cells] : NULL;
}

static int gather(struct side *side, char **why)
{
	for (size_t i = 0; i < side->rows.count; i++)
		if (summary_add(&side->summary, &side->rows.rows[i], NULL) != 0)
			return no_memory(why);
	summary_finish(&side->summary);
	return side_find_first(side) ? no_memory(why) : 0;
}

int side_load(struct side *side, const char *path, char **why)
{
	char *csv = NULL, *json = NULL;
	int error = find_files(path, &csv, &json, why);

	side->path = text_copy(path);
	if (!error && !side->path)
		error = no_memory(why);
	if (!error)
		error = csv_read(csv, &side->rows, why);
	if (!error)
		error = read_json(side, json, why);
	if (!error)
		error = gather(side, why);
	if (!error && side->rows.count == 0)
		error = failure(why, EINVAL, "%s: no rows in it", csv);
	free(csv);
	free(json);
	return error;
}

int side_find_first(struct side *side)
{
	side->first = calloc(side->summary.count + 1, sizeof *side->first);
	if (!side->first)
		return -ENOMEM;
	for (size_t i = 0; i < side->rows.count; i++) {
		const struct result_row *row = &side->rows.rows[i];
		struct summary_cell *cell =
		        row->status == RESULT_OK ? cell_of(side, row) : NULL;

		if (cell && !side->first[cell - side->summary.cells])
			side->first[cell - side->summary.cells] = row;
	}
	return 0;
}

void side_free(struct side *side)
{
	free(side->path);
	free(side->first);
	summary_free(&side->summary);
	csv_rows_free(&side->rows);
	json_decref(side->run);
	*side = (struct side){0};
}

bool side_has_target(const struct side *side, const char *target)
{
	for (size_t i = 0; i < side->summary.count; i++)
		if (strcmp(side->summary.cells[i].target, target) == 0)
			return true;
	return false;
}

static bool seen_before(const struct summary *summary, size_t at)
{
	for (size_t i = 0; i < at; i++)
		if (strcmp(summary->cells[i].target, summary->cells[at].target) == 0)
			return true;
	return false;
}

char *side_targets(const struct side *side)
{
	struct text names = {0};

	for (size_t i = 0; i < side->summary.count; i++)
		if (!seen_before(&side->summary, i))
			text_add(&names, "%s%s", names.length ? ", " : "",
			         side->summary.cells[i].target);
	return text_take(&names);
}

json_t *side_told(const struct side *side, const char *target)
{
	json_t *targets = json_object_get(side->run, "targets"), *each;
	size_t at;

	json_array_foreach(targets, at, each)
	{
		const char *name = json_string_value(json_object_get(each, "name"));

		if (name && strcmp(name, target) == 0)
			return each;
	}
	return NULL;
}

json_t *side_section(const struct side *side, const char *target)
{
	json_t *sections = json_object_get(side->run, "configuration");
	char *name = target ? text_format("target %s", target) : text_copy("bench");
	json_t *section = name ? json_object_get(sections, name) : NULL;

	free(name);
	return section;
}

const struct result_row *side_first(const struct side *side,
                                    const struct summary_cell *cell)
{
	return side->first[cell - side->summary.cells];
}
