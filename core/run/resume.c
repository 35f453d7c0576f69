/* resume.c - a directory of results read back, and its files made whole. */
#include "run/state.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>
#include "base/text.h"
#include "result/environment.h"
#include "run/again.h"

#define LOCK_TRIES 50 /* of 20 ms: a killed bench may still be going */

int resume_lock(const char *directory, int *lock, char **why)
{
	struct timespec pause = {.tv_nsec = 20000000};
	int error = 0;

	*lock = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (*lock < 0)
		return failure(why, errno, "%s cannot be opened: %s", directory,
		               strerror(errno));
	for (int i = 0; i < LOCK_TRIES; i++) {
		error = flock(*lock, LOCK_EX | LOCK_NB) ? errno : 0;
		if (error != EWOULDBLOCK)
			break;
		nanosleep(&pause, NULL);
	}
	/* What knows no locks goes without. */
	if (error != EWOULDBLOCK)
		return 0;
	close(*lock);
	*lock = -1;
	return failure(why, EBUSY, "%s: another bench is writing there", directory);
}

const char *resume_run_id(const struct resume *resume)
{
	return json_string_value(json_object_get(resume->json, "run_id"));
}

const json_t *resume_configuration(const struct resume *resume)
{
	return json_object_get(resume->json, "configuration");
}

/* It names directories in the targets, which are emptied. */
static bool is_run_id(const char *text)
{
	return text && *text && text[strspn(text, "0123456789abcdefTZ-")] == '\0';
}

static int read_json(struct resume *resume, const char *path, char **why)
{
	json_error_t error;
	json_t *schema;

	if (access(path, R_OK))
		return failure(why, errno,
		               "%s: %s; without it a run cannot be resumed, so start "
		               "it anew",
		               path, strerror(errno));
	resume->json = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
	if (!resume->json)
		return failure(why, EINVAL, "%s:%d: %s", path, error.line, error.text);
	schema = json_object_get(resume->json, "schema");
	if (!json_is_integer(schema) || json_integer_value(schema) != RESULT_SCHEMA)
		return failure(why, EINVAL,
		               "%s: expected \"schema\": %d: not a run.json that this "
		               "bench can go on with",
		               path, RESULT_SCHEMA);
	if (!is_run_id(resume_run_id(resume)) ||
	    !json_is_object(resume_configuration(resume)))
		return failure(why, EINVAL,
		               "%s lacks run_id or configuration, so the run cannot be "
		               "resumed",
		               path);
	return 0;
}

static int read_rows(struct resume *resume, const char *path, char **why)
{
	int error = csv_read(path, &resume->rows, why);

	if (error)
		return error;
	if (resume->rows.columns != result_column_count)
		return failure(why, EINVAL,
		               "%s has %zu columns, and this bench writes %zu: go on "
		               "with the version that began it",
		               path, resume->rows.columns, result_column_count);
	return 0;
}

int resume_open(const char *directory, struct resume *resume, char **why)
{
	char *json = NULL, *csv = NULL;
	size_t length = strlen(directory);
	int error;

	*resume = (struct resume){.lock = -1};
	while (length > 1 && directory[length - 1] == '/')
		length--;
	resume->directory = strndup(directory, length);
	if (resume->directory) {
		json = text_format("%s/run.json", resume->directory);
		csv = text_format("%s/results.csv", resume->directory);
	}
	if (!json || !csv) {
		free(json);
		return failure(why, ENOMEM, "no memory");
	}
	error = resume_lock(resume->directory, &resume->lock, why);
	if (!error)
		error = read_json(resume, json, why);
	if (!error)
		error = read_rows(resume, csv, why);
	free(json);
	free(csv);
	return error;
}

void resume_close(struct resume *resume)
{
	if (resume->directory && resume->lock >= 0)
		close(resume->lock);
	if (resume->histograms)
		fclose(resume->histograms);
	json_decref(resume->json);
	json_decref(resume->entry);
	csv_rows_free(&resume->rows);
	free(resume->lines);
	free(resume->counted);
	free(resume->stale);
	free(resume->places);
	free(resume->directory);
	*resume = (struct resume){.lock = -1};
}

/* Are there as many rounds planned now as then? */
static bool same_rounds(const struct run *run, const json_t *json)
{
	json_int_t least = 0, most = 0;

	return json_unpack((json_t *)json, "{s{sI sI}}", "plan", "rounds_min",
	                   &least, "rounds_max", &most) == 0 &&
	       least == run->config->rounds_min && most == run->config->rounds_max;
}

/* Not one cell is there without a round because its target was out of reach. */
static bool all_reached(const struct resume *resume)
{
	for (size_t i = 0; i < resume->rows.count; i++)
		if (resume->rows.rows[i].round == RESULT_NO_COUNT &&
		    resume->rows.rows[i].status == RESULT_ERROR)
			return false;
	return true;
}

bool resume_is_complete(const struct run *run)
{
	const struct resume *resume = run->request->resume;

	return json_is_true(json_object_get(resume->json, "complete")) &&
	       same_rounds(run, resume->json) && !resume->rows.torn_bytes &&
	       all_reached(resume);
}
